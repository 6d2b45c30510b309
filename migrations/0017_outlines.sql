-- Outlines of exams, objective by objective. They come from content files only.
CREATE TABLE outlines (
  certification_id text PRIMARY KEY REFERENCES certifications (id) ON DELETE CASCADE,
  version date NOT NULL,
  effective_on date,
  source jsonb NOT NULL,
  -- List of objects: id, skillArea, skill, text.
  objectives jsonb NOT NULL
);

-- Id of an objective in the outline of the exam.
ALTER TABLE questions ADD COLUMN objective text;
