/**
 * Version 9. `status_on`: the day on which the console first saw the present status, by the local calendar. `retained`: the end of the
 * relationship with the person, and conversations that are kept on purpose: the first and last day, and the sealed reason. Days are `YYYY-MM-DD`.
 */
export const casesVersion9 = {
  version: 9,
  sql: `
ALTER TABLE conversation ADD COLUMN status_on TEXT;
UPDATE conversation SET status_on = date(coalesce(changed_at, read_at) / 1000, 'unixepoch', 'localtime') WHERE status IS NOT NULL;
CREATE TABLE retained (
  environment_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  started_on TEXT,
  held_on TEXT,
  held_until TEXT,
  hold BLOB,
  PRIMARY KEY (environment_id, conversation_id)
) STRICT, WITHOUT ROWID;
`,
};
