-- Buckets of the words of each question, to find near duplicates. Imports fill in the missing rows, and saving a question deletes its row.
-- See src/server/bank/import/question-buckets.ts.

CREATE TABLE question_buckets (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  exam_id text NOT NULL,
  buckets int4[] NOT NULL
);

CREATE INDEX question_buckets_shared ON question_buckets USING gin (buckets);
