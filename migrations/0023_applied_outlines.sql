-- Set once an administrator saved the outline. Loading content files does not change such a row.
ALTER TABLE outlines ADD COLUMN updated_at timestamptz;

-- When the outline last gave the objective of the question other words, or another objective to the question.
ALTER TABLE question_freshness ADD COLUMN reworded_at timestamptz;
