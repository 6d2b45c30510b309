-- What the tutor used in each month (UTC), '2026-11'. Requests in progress count with the most that they may use.
CREATE TABLE tutor_usage (
  month text PRIMARY KEY,
  requests int8 NOT NULL,
  input_tokens int8 NOT NULL,
  output_tokens int8 NOT NULL
);
