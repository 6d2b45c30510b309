-- Catalogue and question bank. The dialect is the common one of architecture §6: keys inside CREATE TABLE,
-- no triggers, no generated columns, ids made in the application.

CREATE TABLE certifications (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  family text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  retired_on date,
  successor text,
  successor_id text,
  duration_minutes integer,
  pass_score integer,
  price_usd integer,
  question_count text,
  outline_of date,
  study_guide_url text,
  -- Per fact: where it comes from, when it was checked, whether it is approximate.
  sources jsonb NOT NULL,
  -- Order on the site: by family, then by this number.
  position integer NOT NULL
);

CREATE TABLE skill_areas (
  certification_id text NOT NULL REFERENCES certifications (id) ON DELETE CASCADE,
  -- From 1, in the order of the official outline.
  position integer NOT NULL,
  name text NOT NULL,
  weight_min numeric NOT NULL,
  weight_max numeric NOT NULL,
  skills jsonb NOT NULL,
  PRIMARY KEY (certification_id, position)
);

CREATE TABLE case_studies (
  id text PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL
);

CREATE TABLE questions (
  id uuid PRIMARY KEY,
  exam_id text NOT NULL DEFAULT 'mb-800' REFERENCES certifications (id),
  question_type text NOT NULL,
  text text NOT NULL,
  options jsonb NOT NULL,
  correct_answer jsonb NOT NULL,
  explanation text NOT NULL,
  option_explanations jsonb NOT NULL,
  reference text NOT NULL,
  pairs jsonb,
  sequence jsonb,
  case_study_id text REFERENCES case_studies (id),
  skill_area text NOT NULL,
  skill text NOT NULL,
  difficulty integer,
  grounding jsonb,
  created_at timestamptz NOT NULL
);

-- A run asks the questions of one certification in this order.
CREATE INDEX questions_in_order ON questions (exam_id, created_at, id);
CREATE INDEX questions_of_case_study ON questions (case_study_id);

-- Which content files have been loaded, by fingerprint, so that an unchanged one is not loaded again.
CREATE TABLE content_files (
  path text PRIMARY KEY,
  sha256 text NOT NULL,
  loaded_at timestamptz NOT NULL
);

-- Counts up whenever public content changes; every process compares it with the number its cached pages were made at.
CREATE TABLE publications (
  name text PRIMARY KEY,
  version integer NOT NULL
);
