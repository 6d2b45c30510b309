-- What members say about their real exams, with the readiness that was estimated for the day of the exam. See src/server/readiness.

CREATE TABLE reported_results (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  -- ISO date.
  exam_on text NOT NULL,
  has_passed boolean NOT NULL,
  -- From 0 to 1.
  pass_probability float8 NOT NULL,
  -- The range, in percent.
  low int4 NOT NULL,
  high int4 NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, certification_id, exam_on)
);
