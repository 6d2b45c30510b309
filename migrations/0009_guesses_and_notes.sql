-- Whether the member marked the answer as a guess. A correct guess counts as correct, and its question is due again sooner.
ALTER TABLE final_answers ADD COLUMN is_guess boolean NOT NULL DEFAULT false;

-- A member's own note on a question. The question may have been deleted since. An empty text is a deleted note, which the
-- member's other devices must delete too.
CREATE TABLE question_notes (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question_id uuid NOT NULL,
  certification_id text NOT NULL,
  text text NOT NULL,
  -- When the member wrote it, by the clock of the server, and when the server stored it.
  changed_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);

CREATE INDEX question_notes_by_time ON question_notes (user_id, saved_at);
