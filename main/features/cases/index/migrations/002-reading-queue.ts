/** Version 2: the conversations of a list that are still to be read, so that reading continues after a restart. */
export const casesVersion2 = {
  version: 2,
  sql: `
CREATE TABLE reading_run (
  environment_id TEXT PRIMARY KEY,
  started_at INTEGER NOT NULL,
  is_paused INTEGER NOT NULL DEFAULT 0,
  concurrency INTEGER NOT NULL,
  per_second REAL,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE reading_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  environment_id TEXT NOT NULL REFERENCES reading_run (environment_id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL,
  failure_code TEXT,
  UNIQUE (environment_id, conversation_id)
) STRICT;
CREATE INDEX reading_item_waiting ON reading_item (environment_id, id) WHERE failure_code IS NULL;
CREATE INDEX reading_item_failed ON reading_item (environment_id, id) WHERE failure_code IS NOT NULL;
`,
};
