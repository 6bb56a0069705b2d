import { join } from 'node:path';
import type { Migration } from '../../../store/sqlite-file.ts';

/** The versions of `cases.sqlite`, each with the statements that make it from the one before. */
export const caseMigrations: readonly Migration[] = [
  /**
   * Version 1. Times are milliseconds since the epoch. BLOB columns hold sealed values or keyed hashes. The other columns hold only
   * conversation ids, codes, counts and times, which identify no person.
   */
  {
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
  },
  /** Version 2: the conversations of a list that are still to be read, so that reading continues after a restart. */
  {
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
  },
  /** Version 3: when a case was reviewed in a queue. */
  {
    version: 3,
    sql: 'ALTER TABLE conversation ADD COLUMN reviewed_at INTEGER;',
  },
  /** Version 4: the codes that the databases returned (interface 4.8), as JSON; null where they were not read. */
  {
    version: 4,
    sql: 'ALTER TABLE conversation ADD COLUMN source_results TEXT;',
  },
  /**
   * Version 5: received callbacks. `content` (what is known of a message: its headers, verdicts, target, event) and `body` are sealed. The other columns
   * hold ids, codes, counts and times in milliseconds since the epoch.
   */
  {
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
  },
  /** Files that are not what they claim to be, as JSON of codes and types; null where they were not checked. */
  {
    version: 6,
    sql: 'ALTER TABLE conversation ADD COLUMN file_mismatches TEXT;',
  },
  /** When retention deleted everything of a case but its decision, in milliseconds since the epoch. */
  {
    version: 7,
    sql: 'ALTER TABLE conversation ADD COLUMN reduced_at INTEGER;',
  },
  /**
   * Version 8: findings and products when a case was decided, and what changed in them since, both as JSON; null without a decision or a change.
   * Earlier decisions count as made on what the case has now.
   */
  {
    version: 8,
    sql: `
ALTER TABLE conversation ADD COLUMN decided_on TEXT;
ALTER TABLE conversation ADD COLUMN since_decided TEXT;
UPDATE conversation SET decided_on = json_object('findings', json(findings), 'products', json(products))
 WHERE decision IS NOT NULL;
`,
  },
  /**
   * Version 9. `status_on`: the day on which the console first saw the present status, by the local calendar. `retained`: the end of the
   * relationship with the person, and conversations that are kept on purpose: the first and last day, and the sealed reason. Days are `YYYY-MM-DD`.
   */
  {
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
  },
  /** Version 10: requests for erasure of people; everything about a request is sealed. */
  {
    version: 10,
    sql: `
CREATE TABLE erasure_request (
  request_id TEXT PRIMARY KEY,
  environment_id TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
`,
  },
  /**
   * Version 11. `person`: the sealed name, birth date, e-mail address and phone number in the last reading; null where they were not taken from it yet.
   * The indexes list the ids of both kinds without reading the rows.
   */
  {
    version: 11,
    sql: `
ALTER TABLE conversation ADD COLUMN person BLOB;
CREATE INDEX conversation_with_person ON conversation (environment_id, id) WHERE person IS NOT NULL;
CREATE INDEX conversation_without_person ON conversation (id) WHERE person IS NULL AND content_digest IS NOT NULL;
`,
  },
  /**
   * Version 12. `finding_keys`: for each member of `findings` a keyed hash of the finding and of the values it is about. `settlement`: how
   * findings were settled, by that hash; the content is sealed.
   */
  {
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
  },
  /**
   * Version 13. `waits`: when the case waited for the user, as JSON: the beginning and the end of each time, without the end while it
   * lasts. `waiting_reason` is a code. `follow_up_on`: an ISO date; its reason is sealed.
   */
  {
    version: 13,
    sql: `
ALTER TABLE conversation ADD COLUMN waits TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversation ADD COLUMN waiting_reason TEXT;
ALTER TABLE conversation ADD COLUMN follow_up_on TEXT;
ALTER TABLE conversation ADD COLUMN follow_up_at INTEGER;
ALTER TABLE conversation ADD COLUMN follow_up_reason BLOB;
`,
  },
  /**
   * Version 14: requests to the service that have ended. `content` (all that is known of one) is sealed. The other columns hold ids, the random name
   * of the session that made it, and its time in milliseconds since the epoch.
   */
  {
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
  },
  /** Version 15. `ticks`: the codes of the items of the checklist that were ticked, as JSON, in the order in which they were. */
  {
    version: 15,
    sql: `
ALTER TABLE conversation ADD COLUMN ticks TEXT NOT NULL DEFAULT '[]';
`,
  },
  /**
   * Version 16. `mrz`: the record beside the machine-readable zones of its documents, as JSON of paths and results, with a keyed digest of the
   * values that were compared; null where none was read.
   */
  { version: 16, sql: 'ALTER TABLE conversation ADD COLUMN mrz TEXT;' },
  /** Version 17. `own_checks`: all results of the console's own checks of the record, as JSON; null where an older version read it. */
  { version: 17, sql: 'ALTER TABLE conversation ADD COLUMN own_checks TEXT;' },
  /** Version 18: the columns that states, ages and times are filtered by, so that a filter does not read the rows. */
  {
    version: 18,
    sql: `
CREATE INDEX conversation_by_state ON conversation (environment_id, state, verdict, decision, decided_at, since_decided, waits,
  changed_at, first_seen_at, opened_at, read_at, follow_up_on, follow_up_at, verdict_rank, findings_rank);
`,
  },
  /** Version 19: the files of notes, sealed, by the entry of the note. Their names and digests are in the journal only. */
  {
    version: 19,
    sql: `
CREATE TABLE attachment (
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (case_id, seq)
) STRICT;
`,
  },
  /** Version 20. `assigned_to`: the id of the member of the team whom a case is assigned to; the names and the note are sealed. */
  {
    version: 20,
    sql: `
ALTER TABLE conversation ADD COLUMN assigned_to TEXT;
ALTER TABLE conversation ADD COLUMN assignment BLOB;
CREATE INDEX conversation_assigned ON conversation (environment_id, assigned_to) WHERE assigned_to IS NOT NULL;
`,
  },
  /** Version 21. `conflict`: decisions of others that the one that counts was made without knowing of, as JSON of entries and kinds. */
  {
    version: 21,
    sql: `
ALTER TABLE conversation ADD COLUMN conflict TEXT;
DROP INDEX conversation_by_state;
CREATE INDEX conversation_by_state ON conversation (environment_id, state, verdict, decision, decided_at, since_decided, conflict, waits,
  changed_at, first_seen_at, opened_at, read_at, follow_up_on, follow_up_at, verdict_rank, findings_rank);
`,
  },
  /** Version 22. `second_review`: the part of this console in the second review of a case; null where nothing is awaited. */
  {
    version: 22,
    sql: `
ALTER TABLE conversation ADD COLUMN second_review TEXT;
DROP INDEX conversation_by_state;
CREATE INDEX conversation_by_state ON conversation (environment_id, state, verdict, decision, decided_at, since_decided, conflict, second_review,
  waits, changed_at, first_seen_at, opened_at, read_at, follow_up_on, follow_up_at, verdict_rank, findings_rank);
`,
  },
  /** Version 23. `missing_at`: when the service last answered that it does not know the conversation, in milliseconds since the epoch. */
  { version: 23, sql: 'ALTER TABLE conversation ADD COLUMN missing_at INTEGER;' },
  /** Version 24. `question`: the part of this console in a question about a case; null without one. */
  {
    version: 24,
    sql: `
ALTER TABLE conversation ADD COLUMN question TEXT;
DROP INDEX conversation_by_state;
CREATE INDEX conversation_by_state ON conversation (environment_id, state, verdict, decision, decided_at, since_decided, conflict, second_review,
  question, waits, changed_at, first_seen_at, opened_at, read_at, follow_up_on, follow_up_at, verdict_rank, findings_rank);
`,
  },
];

export function casesPath(directory: string): string {
  return join(directory, 'cases.sqlite');
}
