-- Product terms with definitions, from content/glossary. The tutor quotes them, see src/server/catalogue/glossary.ts.
CREATE TABLE glossary_terms (
  certification_id text NOT NULL,
  -- The name as termKeyOf writes it. A term with several names has several rows.
  key text NOT NULL,
  name text NOT NULL,
  -- Its first name.
  term text NOT NULL,
  -- Plain text.
  definition text NOT NULL,
  -- An official page.
  address text NOT NULL,
  PRIMARY KEY (certification_id, key)
);

-- The public change log of a certification also lists rejected challenges.
CREATE INDEX challenges_decided_publicly ON challenges (certification_id, decided_at, id) WHERE state IN ('confirmed', 'rejected');
DROP INDEX challenges_decided;
