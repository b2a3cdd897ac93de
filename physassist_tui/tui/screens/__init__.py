"""The screens, a file each: library, set-up, play, score, settings, help, palette."""
