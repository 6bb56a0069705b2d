import { join } from 'node:path';
import type { Migration } from '../../../store/sqlite-file.ts';

/**
 * The schema of `cases.sqlite`. BLOB columns hold sealed values or keyed hashes; the other columns hold ids, codes, counts and times, which identify no
 * person. Columns in `_at` are milliseconds since the epoch, those in `_on` dates (`YYYY-MM-DD`) by the local calendar.
 *
 * `conversation`, where the name does not say it:
 * - `source_results` the codes that the databases returned (interface 4.8), and `file_mismatches` the files that are not what they claim to be, as JSON; null
 *   where they were not read
 * - `reduced_at` when retention deleted everything but the decision; `missing_at` when the service last answered that it does not know the conversation
 * - `decided_on` findings and products when the case was decided, and `since_decided` what changed in them since, as JSON
 * - `status_on` the day on which the console first saw the present status
 * - `person` name, birth date, e-mail address and phone number in the last reading
 * - `finding_keys` for each member of `findings` a keyed hash of the finding and of the values it is about, by which `settlement` says how it was settled
 * - `waits` when the case waited for the user, as JSON: the beginning and the end of each time, without the end while it lasts
 * - `ticks` the items of the checklist that were ticked, as JSON, in that order
 * - `mrz` the record beside the machine-readable zones of its documents, as JSON of paths and results, with a keyed digest of the values that were compared
 * - `own_checks` all results of the console's own checks of the record, as JSON
 * - `assigned_to` the member of the team whom the case is assigned to; `assignment` the names and the note
 * - `conflict` decisions of others that the one that counts was made without knowing of, as JSON of entries and kinds
 * - `second_review`, `question` the part of this console in them; null where nothing is awaited
 *
 * Other tables: `callback` received callbacks; `call` requests to the service that have ended; `retained` the end of the relationship with the person, and
 * what is kept on purpose; `attachment` the files of notes, whose names and digests are in the journal only; `reading_run` and `reading_item` what of
 * a list is still to be read.
 */
const sql = `
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
  reviewed_at INTEGER,
  source_results TEXT,
  file_mismatches TEXT,
  reduced_at INTEGER,
  decided_on TEXT,
  since_decided TEXT,
  status_on TEXT,
  person BLOB,
  finding_keys TEXT NOT NULL DEFAULT '[]',
  waits TEXT NOT NULL DEFAULT '[]',
  waiting_reason TEXT,
  follow_up_on TEXT,
  follow_up_at INTEGER,
  follow_up_reason BLOB,
  ticks TEXT NOT NULL DEFAULT '[]',
  mrz TEXT,
  own_checks TEXT,
  assigned_to TEXT,
  assignment BLOB,
  conflict TEXT,
  second_review TEXT,
  missing_at INTEGER,
  question TEXT,
  UNIQUE (environment_id, conversation_id)
) STRICT;
CREATE INDEX conversation_by_opened ON conversation (environment_id, opened_at);
CREATE INDEX conversation_by_touched ON conversation (environment_id, touched_at);
CREATE INDEX conversation_by_findings ON conversation (environment_id, findings_rank);
CREATE INDEX conversation_by_verdict ON conversation (environment_id, verdict_rank);
CREATE INDEX conversation_watched ON conversation (environment_id, id) WHERE watched;
CREATE INDEX conversation_with_person ON conversation (environment_id, id) WHERE person IS NOT NULL;
CREATE INDEX conversation_without_person ON conversation (id) WHERE person IS NULL AND content_digest IS NOT NULL;
CREATE INDEX conversation_assigned ON conversation (environment_id, assigned_to) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_by_state ON conversation (environment_id, state, verdict, decision, decided_at, since_decided, conflict, second_review,
  question, waits, changed_at, first_seen_at, opened_at, read_at, follow_up_on, follow_up_at, verdict_rank, findings_rank);

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

CREATE TABLE retained (
  environment_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  started_on TEXT,
  held_on TEXT,
  held_until TEXT,
  hold BLOB,
  PRIMARY KEY (environment_id, conversation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE erasure_request (
  request_id TEXT PRIMARY KEY,
  environment_id TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;

CREATE TABLE settlement (
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (case_id, key)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE attachment (
  case_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (case_id, seq)
) STRICT;
`;

/** Version 24 is the first: those before it were of development, and nobody has such a file. */
export const caseMigrations: readonly Migration[] = [{ version: 24, sql }];

export function casesPath(directory: string): string {
  return join(directory, 'cases.sqlite');
}
