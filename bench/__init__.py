"""Programs that measure. They print ratios of things measured side by side in one run."""
