-- What the tutor quotes, see src/server/tutor/retrieval.

-- The published questions of one objective, or of one skill in an exam without objectives.
CREATE INDEX questions_by_objective ON questions (exam_id, (coalesce(objective, skill)), id) WHERE state = 'published';

-- A page of documentation that the operator indexed with npm run index-docs.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  -- The indexed folder, and the path of the file in it.
  folder text NOT NULL,
  path text NOT NULL,
  title text NOT NULL,
  -- Where the page is published; null if unknown.
  address text,
  -- The repository on GitHub and the path in it, as groundings name them; null if unknown.
  repository text,
  repository_path text,
  -- The date that the page states.
  page_date date,
  -- Such as en or fr-fr.
  language text NOT NULL,
  -- Of the file.
  sha256 text NOT NULL,
  UNIQUE (folder, path)
);

CREATE INDEX documents_by_address ON documents (address);
CREATE INDEX documents_by_repository ON documents (repository, repository_path);

CREATE TABLE document_passages (
  document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  position int4 NOT NULL,
  heading text NOT NULL,
  text text NOT NULL,
  first_line int4 NOT NULL,
  last_line int4 NOT NULL,
  -- Title, heading and text, normalized by foldText.
  search_text text NOT NULL,
  PRIMARY KEY (document_id, position)
);

CREATE INDEX document_passages_words ON document_passages USING gin (to_tsvector('english', search_text));
