/**
 * Version 1. Times are milliseconds since the epoch. BLOB columns hold sealed values or keyed hashes. The other columns hold only
 * conversation ids, codes, counts and times, which identify no person.
 */
export const casesVersion1 = {
  version: 1,
  sql: `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

CREATE TABLE conversation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  environment_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  opened_at INTEGER,
  read_at INTEGER,
  changed_at INTEGER,
  decided_at INTEGER,
  touched_at INTEGER NOT NULL,
  status TEXT,
  verdict TEXT NOT NULL,
  verdict_rank INTEGER NOT NULL,
  products TEXT NOT NULL DEFAULT '[]',
  product_names TEXT,
  findings TEXT NOT NULL DEFAULT '[]',
  finding_count INTEGER NOT NULL DEFAULT 0,
  findings_rank INTEGER,
  countries TEXT NOT NULL DEFAULT '[]',
  country TEXT,
  aml TEXT NOT NULL DEFAULT '[]',
  decision TEXT,
  decision_reason TEXT,
  comment BLOB,
  state TEXT NOT NULL DEFAULT 'open',
  state_rank INTEGER NOT NULL DEFAULT 0,
  watched INTEGER NOT NULL DEFAULT 0,
  is_changed INTEGER NOT NULL DEFAULT 0,
  has_file_mismatch INTEGER NOT NULL DEFAULT 0,
  note_count INTEGER NOT NULL DEFAULT 0,
  user_key BLOB,
  content_digest BLOB,
  UNIQUE (environment_id, conversation_id)
) STRICT;
CREATE INDEX conversation_by_opened ON conversation (environment_id, opened_at);
CREATE INDEX conversation_by_touched ON conversation (environment_id, touched_at);
CREATE INDEX conversation_by_findings ON conversation (environment_id, findings_rank);
CREATE INDEX conversation_by_verdict ON conversation (environment_id, verdict_rank);
CREATE INDEX conversation_watched ON conversation (environment_id, id) WHERE watched;

CREATE TABLE fact (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, value, case_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_by_case ON fact (case_id);

CREATE TABLE identifier (
  hash BLOB NOT NULL,
  kind TEXT NOT NULL,
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  PRIMARY KEY (hash, case_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifier_by_case ON identifier (case_id);

CREATE TABLE reading (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  status TEXT,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX reading_by_case ON reading (case_id, id);

CREATE TABLE note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX note_by_case ON note (case_id, id);
CREATE UNIQUE INDEX note_by_entry ON note (seq, case_id);

CREATE TABLE label (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  environment_id TEXT NOT NULL,
  name_hash BLOB NOT NULL UNIQUE,
  name BLOB NOT NULL
) STRICT;

CREATE TABLE case_label (
  label_id INTEGER NOT NULL REFERENCES label (id) ON DELETE CASCADE,
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  PRIMARY KEY (label_id, case_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX case_label_by_case ON case_label (case_id);

CREATE TABLE view (
  id TEXT PRIMARY KEY,
  environment_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
