/**
 * Version 5: received callbacks. `content` (what is known of a message: its headers, verdicts, target, event) and `body` are sealed. The other columns
 * hold ids, codes, counts and times in milliseconds since the epoch.
 */
export const casesVersion5 = {
  version: 5,
  sql: `
CREATE TABLE callback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  environment_id TEXT NOT NULL,
  conversation_id TEXT,
  callback_id TEXT,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  is_genuine INTEGER NOT NULL,
  is_known INTEGER NOT NULL,
  relation TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  answered INTEGER,
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX callback_by_time ON callback (environment_id, id);
CREATE INDEX callback_by_conversation ON callback (environment_id, conversation_id, id);
CREATE INDEX callback_by_id ON callback (environment_id, callback_id, id);
CREATE INDEX callback_by_kind ON callback (environment_id, is_genuine, id, bytes);
`,
};
