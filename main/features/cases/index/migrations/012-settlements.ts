/**
 * Version 12. `finding_keys`: for each member of `findings` a keyed hash of the finding and of the values it is about. `settlement`: how
 * findings were settled, by that hash; the content is sealed.
 */
export const casesVersion12 = {
  version: 12,
  sql: `
ALTER TABLE conversation ADD COLUMN finding_keys TEXT NOT NULL DEFAULT '[]';
CREATE TABLE settlement (
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (case_id, key)
) STRICT, WITHOUT ROWID;
`,
};
