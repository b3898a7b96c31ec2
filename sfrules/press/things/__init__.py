"""What pages print: a folder for each kind of thing."""
