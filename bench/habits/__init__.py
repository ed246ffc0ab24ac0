"""How quick the habit tracker is: completions until everything has followed, ten years of habits, large boards."""
