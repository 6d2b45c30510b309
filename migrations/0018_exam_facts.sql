-- What candidates ask about an exam that can be taken.
ALTER TABLE certifications ADD COLUMN languages text;
-- 'yes', 'no', or null when unknown.
ALTER TABLE certifications ADD COLUMN in_french text;
ALTER TABLE certifications ADD COLUMN practice_assessment text;
