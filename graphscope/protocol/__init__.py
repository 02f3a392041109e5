"""What crosses the pipe between the window and a worker: messages, their JSON frames and their legal order."""
