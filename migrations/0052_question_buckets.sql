-- Buckets of the words of each question, to find near duplicates. Imports fill in the missing rows. See src/server/bank/import/question-buckets.ts.

CREATE TABLE question_buckets (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  exam_id text NOT NULL,
  -- The version of the question with these words. The row is outdated when the question has another version.
  version integer NOT NULL,
  buckets integer[] NOT NULL
);

CREATE INDEX question_buckets_shared ON question_buckets USING gin (buckets);
