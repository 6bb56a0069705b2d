/**
 * Version 1 of `deletion-runs.sqlite`. It contains ids, times, outcomes and tickets, but no personal data and no reply text. `call` is the log of
 * calls: a row is written before its call is sent, and the time it was sent and its outcome afterwards. Times are milliseconds since the epoch.
 */
const version1 = {
  version: 1,
  sql: `
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
  is_dismissed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL,
  plan TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  outcome TEXT,
  record TEXT NOT NULL
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
  is_journaled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX receipt_by_conversation ON receipt (environment_id, conversation_id, seq);
CREATE INDEX receipt_by_item ON receipt (item_id);
CREATE INDEX receipt_by_run ON receipt (run_id, seq);
CREATE INDEX receipt_not_journaled ON receipt (seq) WHERE is_journaled = 0;

CREATE TRIGGER receipt_content_is_never_changed
BEFORE UPDATE OF seq, receipt_id, digest, content, signature ON receipt
BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt
BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
`,
};

/** A 404 before a call has an outcome of its own. */
const version2 = {
  version: 2,
  sql: `
UPDATE item SET outcome = 'missing' WHERE outcome = 'gone' AND json_extract(record, '$.detail') = 'not-found';
`,
};

/** Lines of a request that a run left out, without their text. */
const version3 = {
  version: 3,
  sql: `
CREATE TABLE unsent (
  unsent_id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
  line INTEGER,
  conversation_id TEXT,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX unsent_by_run ON unsent (run_id);
CREATE INDEX unsent_by_conversation ON unsent (conversation_id);
`,
};

/**
 * Seals free text, and the receipts with it: then `texts` and `sealed` have the content, and the columns they replace are
 * empty. Without a key they are kept as they are, and are sealed when there is one.
 */
const version4 = {
  version: 4,
  sql: `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
ALTER TABLE run ADD COLUMN texts BLOB;
ALTER TABLE receipt ADD COLUMN sealed BLOB;
CREATE INDEX run_not_sealed ON run (run_id) WHERE texts IS NULL;
CREATE INDEX receipt_not_sealed ON receipt (seq) WHERE sealed IS NULL;
DROP TRIGGER receipt_content_is_never_changed;
CREATE TRIGGER receipt_content_is_never_changed
BEFORE UPDATE OF seq, receipt_id, digest, content, signature, sealed ON receipt
WHEN old.sealed IS NOT NULL OR new.sealed IS NULL OR new.content <> '' OR new.seq <> old.seq OR new.receipt_id <> old.receipt_id
  OR new.digest <> old.digest OR new.signature <> old.signature
BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
`,
};

/** Deletions of one conversation are runs as well. */
const version5 = {
  version: 5,
  sql: `
ALTER TABLE run ADD COLUMN is_single INTEGER NOT NULL DEFAULT 0;
`,
};

/** The lines of a list that gave the items of a run. */
const version6 = {
  version: 6,
  sql: `
ALTER TABLE item ADD COLUMN line INTEGER;
`,
};

/** Single deletions end as runs that send nothing more and read what was sent. */
const version7 = {
  version: 7,
  sql: `
UPDATE run SET state = 'done'
WHERE is_single = 1 AND NOT EXISTS (SELECT 1 FROM item WHERE item.run_id = run.run_id AND item.state <> 'done');
UPDATE run SET state = 'cancelled', is_dismissed = 0 WHERE is_single = 1 AND state <> 'done';
ALTER TABLE run DROP COLUMN is_single;
`,
};

/** Runs that were planned for a time, in milliseconds since the epoch. */
const version8 = {
  version: 8,
  sql: `
ALTER TABLE run ADD COLUMN starts_at INTEGER;
`,
};

export const runMigrations = [version1, version2, version3, version4, version5, version6, version7, version8];
