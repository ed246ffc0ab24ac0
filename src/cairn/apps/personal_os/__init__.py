"""Personal OS: tasks, goals, metrics, habits, projects, logbook, rewards and a wallet."""
