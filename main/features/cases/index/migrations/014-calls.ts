/**
 * Version 14: requests to the service that have ended. `content` (all that is known of one) is sealed. The other columns hold ids, the random name
 * of the session that made it, and its time in milliseconds since the epoch.
 */
export const casesVersion14 = {
  version: 14,
  sql: `
CREATE TABLE call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  environment_id TEXT NOT NULL,
  conversation_id TEXT,
  session TEXT NOT NULL,
  at INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX call_by_time ON call (environment_id, id);
CREATE INDEX call_by_conversation ON call (environment_id, conversation_id);
`,
};
