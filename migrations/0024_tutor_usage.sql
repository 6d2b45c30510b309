-- What the tutor used in each month (UTC), '2026-11'. Requests in progress count with the most that they may use.
CREATE TABLE tutor_usage (
  month text PRIMARY KEY,
  requests bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL
);
