-- The public page about readiness reads only the latest results.
CREATE INDEX reported_results_reported_at ON reported_results (reported_at);
