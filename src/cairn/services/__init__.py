"""What every app leans on: time, settings, accounts, jobs, events, messages, files. Nothing here knows an app."""
