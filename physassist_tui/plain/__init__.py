"""Line mode: a play in lines, for screen readers, slow links and logs."""
