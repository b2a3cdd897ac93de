"""The tools of PhysicianBench (arXiv 2605.02240): nine searches, four creates, a workspace."""
