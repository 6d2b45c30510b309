-- The indexes of searches for parts of an address, and for the tokens of a person. Apart, because not every database has trigrams.

CREATE INDEX users_email_search ON users USING gin (email gin_trgm_ops);

CREATE INDEX verifications_value ON verifications USING gin (value gin_trgm_ops);
