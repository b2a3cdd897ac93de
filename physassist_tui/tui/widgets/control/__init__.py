"""What one who directs a session, or sits in another seat, sees and types in."""
