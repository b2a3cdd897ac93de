"""Studies: who plays what in which order, led through it, and what came of it.

- `model`, `load`: the study file, and everything that is wrong with one;
- `order`: the order of each participant, a pure function of the file;
- `workload`: the NASA-TLX, raw;
- `leading`: what a participant has to do next, from what is recorded; `playing`: its session;
- `progress`: how far everybody is; `planned`: what the report counts trials over;
- `tables`, `columns`, `csv_files`: the tidy files of an export, and what their columns mean.
"""
