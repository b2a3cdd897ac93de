"""What is on the play screen in a long task only. It draws the view and the person's papers."""
