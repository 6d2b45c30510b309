-- The score of practice counts answered questions only. A simulation still counts every question.
UPDATE attempts
SET total = (
  SELECT count(*)
  FROM jsonb_array_elements(questions) AS pinned (question)
  WHERE jsonb_typeof(pinned.question -> 'version') <> 'null'
    AND EXISTS (
      SELECT FROM jsonb_array_elements_text(state -> 'answers' -> (pinned.question ->> 'id')) AS answer (entry)
      WHERE answer.entry <> ''
    )
)
WHERE question_set <> 'simulation' AND finished_at IS NOT NULL AND total IS NOT NULL;
