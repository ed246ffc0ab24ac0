"""Habit tracker: streaks, points, achievements and a leaderboard."""
