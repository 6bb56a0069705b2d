import type { Migration } from '../../../../store/sqlite-file.ts';

/**
 * The schema of `deletion-runs.sqlite`. It contains ids, times, outcomes and tickets, but no personal data and no response text. Times are milliseconds since
 * the epoch.
 *
 * `unsent` are lines of a request that a run left out, without their text. `texts` and `sealed` hold free text and receipts sealed, and the columns they replace are then
 * empty; without a key these keep it, and it is sealed when there is one.
 */
const sql = `
CREATE TABLE run (
  run_id TEXT PRIMARY KEY,
  environment_id TEXT NOT NULL,
  environment_name TEXT NOT NULL,
  environment_kind TEXT NOT NULL,
  base_url TEXT NOT NULL,
  mode TEXT NOT NULL,
  reason TEXT NOT NULL,
  ticket TEXT,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  pace TEXT NOT NULL,
  is_dismissed INTEGER NOT NULL DEFAULT 0,
  texts BLOB,
  starts_at INTEGER
) STRICT;

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL,
  plan TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  outcome TEXT,
  record TEXT NOT NULL,
  line INTEGER
) STRICT;
CREATE INDEX item_by_state ON item (run_id, state, item_id);
CREATE INDEX item_by_outcome ON item (run_id, outcome, item_id);

CREATE TABLE call (
  call_id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES item (item_id) ON DELETE CASCADE,
  step TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  answered_at INTEGER,
  answer TEXT
) STRICT;
CREATE INDEX call_by_item ON call (item_id, call_id);

CREATE TABLE receipt (
  seq INTEGER PRIMARY KEY,
  receipt_id TEXT NOT NULL UNIQUE,
  run_id TEXT,
  item_id INTEGER,
  environment_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  reason TEXT NOT NULL,
  outcome TEXT NOT NULL,
  at INTEGER NOT NULL,
  digest TEXT NOT NULL,
  content TEXT NOT NULL,
  signature TEXT NOT NULL,
  is_journaled INTEGER NOT NULL DEFAULT 0,
  sealed BLOB
) STRICT;
CREATE INDEX receipt_by_conversation ON receipt (environment_id, conversation_id, seq);
CREATE INDEX receipt_by_item ON receipt (item_id);
CREATE INDEX receipt_by_run ON receipt (run_id, seq);
CREATE INDEX receipt_not_journaled ON receipt (seq) WHERE is_journaled = 0;

CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt
BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;

CREATE TABLE unsent (
  unsent_id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  line INTEGER,
  conversation_id TEXT,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX unsent_by_run ON unsent (run_id);
CREATE INDEX unsent_by_conversation ON unsent (conversation_id);

CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE INDEX run_not_sealed ON run (run_id) WHERE texts IS NULL;
CREATE INDEX receipt_not_sealed ON receipt (seq) WHERE sealed IS NULL;

CREATE TRIGGER receipt_content_is_never_changed
BEFORE UPDATE OF seq, receipt_id, digest, content, signature, sealed ON receipt
WHEN old.sealed IS NOT NULL OR new.sealed IS NULL OR new.content <> '' OR new.seq <> old.seq OR new.receipt_id <> old.receipt_id
  OR new.digest <> old.digest OR new.signature <> old.signature
BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
`;

/** Version 8 is the first: those before it were of development, and nobody has such a file. */
export const runMigrations: readonly Migration[] = [
  { version: 8, sql },
  // A log of calls, which nothing read.
  { version: 9, sql: 'DROP TABLE call;' },
  // One index instead of two: each call changes the state of its item twice.
  {
    version: 10,
    sql: `DROP INDEX item_by_outcome; DROP INDEX item_by_state;
      CREATE INDEX item_by_state ON item (run_id, state, outcome, item_id);`,
  },
];
