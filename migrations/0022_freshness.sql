-- Whether questions still agree with the pages they cite and with the outlines, see src/server/freshness.

-- A narrow row per question.
CREATE TABLE question_freshness (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  exam_id text NOT NULL,
  objective text,
  -- current, re-check, or orphaned.
  state text NOT NULL,
  -- page-changed, page-deleted, or objective-removed; null for a current question.
  reason text,
  since timestamptz NOT NULL,
  -- What set the state: check-sources, outline, person, or content.
  set_by text NOT NULL,
  -- The administrator, if a person set the state.
  actor_id text REFERENCES users (id) ON DELETE SET NULL,
  -- The day on which a person last compared the question with its pages.
  checked_on date,
  -- Counts the changes of this row.
  version int4 NOT NULL DEFAULT 1
);

CREATE INDEX question_freshness_by_state ON question_freshness (state, since, question_id);
CREATE INDEX question_freshness_by_exam ON question_freshness (exam_id, state, since, question_id);
CREATE INDEX question_freshness_actor_id ON question_freshness (actor_id);

-- The latest comparison of a cited page with its newest version by check-sources.
CREATE TABLE page_checks (
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  -- page, or second-source.
  part text NOT NULL,
  -- What was compared, and the sha256 of its lines.
  repository text NOT NULL,
  path text NOT NULL,
  commit text NOT NULL,
  lines text NOT NULL,
  lines_sha256 text NOT NULL,
  -- unchanged, moved, changed, or deleted.
  outcome text NOT NULL,
  newest_commit text NOT NULL,
  -- Where the lines are at the newest commit; null for a deleted page, and for removed lines.
  newest_path text,
  newest_lines text,
  newest_lines_sha256 text,
  -- Only the cited lines that changed.
  old_text text,
  new_text text,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (question_id, part)
);

-- A person compared a question with its pages and found it still right.
CREATE TABLE question_confirmations (
  id uuid PRIMARY KEY,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  -- List of objects: part, cited (the place in the grounding), place (the confirmed one), sha256 of its lines.
  pages jsonb NOT NULL,
  -- The date in the grounding that this confirmation replaces.
  replaced_date date,
  confirmed_at timestamptz NOT NULL,
  confirmed_by text REFERENCES users (id) ON DELETE SET NULL
);

CREATE INDEX question_confirmations_by_question ON question_confirmations (question_id, id);
CREATE INDEX question_confirmations_confirmed_by ON question_confirmations (confirmed_by);

INSERT INTO question_freshness (question_id, exam_id, objective, state, reason, since, set_by, checked_on)
SELECT id, exam_id, objective,
  CASE WHEN is_removed THEN 'orphaned' ELSE 'current' END,
  CASE WHEN is_removed THEN 'objective-removed' END,
  coalesce(checked_on::timestamp AT TIME ZONE 'UTC', created_at),
  'content',
  checked_on
FROM (
  SELECT id, exam_id, objective, created_at,
    (grounding ->> 'checked_on')::date AS checked_on,
    EXISTS (
      SELECT FROM outlines
      WHERE certification_id = questions.exam_id
        AND NOT objectives @> jsonb_build_array(jsonb_build_object('id', questions.objective))
    ) AND objective IS NOT NULL AS is_removed
  FROM questions
) AS known;
