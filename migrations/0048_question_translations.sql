-- Questions and case studies in other languages, from content/bank/<language> or from an import. See src/server/bank/translations.ts.
-- A translation may outlive its question: when the question is added again, it has its translation back.

CREATE TABLE question_translations (
  question_id uuid NOT NULL,
  language text NOT NULL,
  -- Hash of the original that was translated. A translation with another hash than its question is out of date.
  original_hash text NOT NULL,
  text text NOT NULL,
  options jsonb NOT NULL,
  pairs jsonb,
  completion jsonb,
  explanation text NOT NULL,
  option_explanations jsonb NOT NULL,
  -- When it was imported. Null for one from the content files, which the next load replaces.
  updated_at timestamptz,
  PRIMARY KEY (question_id, language)
);

CREATE TABLE case_study_translations (
  case_study_id text NOT NULL,
  language text NOT NULL,
  original_hash text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  updated_at timestamptz,
  PRIMARY KEY (case_study_id, language)
);
