/**
 * Version 11. `person`: the sealed name, birth date, e-mail address and phone number in the last reading; null where they were not taken from it yet.
 * The indexes list the ids of both kinds without reading the rows.
 */
export const casesVersion11 = {
  version: 11,
  sql: `
ALTER TABLE conversation ADD COLUMN person BLOB;
CREATE INDEX conversation_with_person ON conversation (environment_id, id) WHERE person IS NOT NULL;
CREATE INDEX conversation_without_person ON conversation (id) WHERE person IS NULL AND content_digest IS NOT NULL;
`,
};
