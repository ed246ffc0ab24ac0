"""Jobs: enqueued, run, tried again, given up, all by the worker that serves."""
