-- The index of the search for parts of words; PostgreSQL brings the extension along.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX questions_search ON questions USING gin (search_text gin_trgm_ops);
