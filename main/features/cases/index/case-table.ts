import type { DatabaseSync } from 'node:sqlite';
import type {
  Assignment,
  CaseNote,
  CaseRow,
  CaseState,
  Decision,
  DecisionKind,
  FileMismatch,
  Finding,
  FollowUp,
  Settlement,
  SinceDecided,
  Verdict,
} from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { DatabaseVerificationInfo } from '../../../../preload/contract/service/database-verification.ts';
import { teamRoles } from '../../../../preload/contract/team-roles.ts';
import { findingLines } from '../../../../preload/wording/settlements.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { readableText, type Sealer } from '../../../store/sealing.ts';
import type { ReviewPart } from '../../records/journal/second-review.ts';
import type { CasePerson } from '../person-words.ts';
import type { Recipient, Wait } from './case-change.ts';
import { CaseValues, type SealedColumns } from './case-values.ts';
import type { Labels } from './labels.ts';
import { ageFrom, isFollowUpDue, isPostponed, isWaiting } from './query.ts';
import type { QuestionPart } from './questions.ts';

/** A row of the table `conversation`: the columns that are displayed. */
export interface StoredCase {
  id: number;
  environment_id: string;
  conversation_id: string;
  first_seen_at: number;
  opened_at: number | null;
  read_at: number | null;
  changed_at: number | null;
  decided_at: number | null;
  touched_at: number;
  reviewed_at: number | null;
  status: string | null;
  status_on: string | null;
  verdict: Verdict;
  products: string;
  findings: string;
  finding_keys: string;
  finding_count: number;
  countries: string;
  aml: string;
  decision: DecisionKind | null;
  decision_reason: string | null;
  comment: Uint8Array | null;
  state: CaseState;
  state_rank: number;
  watched: number;
  is_changed: number;
  note_count: number;
  user_key: Uint8Array | null;
  person: Uint8Array | null;
  content_digest: Uint8Array | null;
  source_results: string | null;
  file_mismatches: string | null;
  mrz: string | null;
  own_checks: string | null;
  reduced_at: number | null;
  decided_on: string | null;
  since_decided: string | null;
  ticks: string;
  waits: string;
  waiting_reason: string | null;
  follow_up_on: string | null;
  follow_up_at: number | null;
  follow_up_reason: Uint8Array | null;
  assigned_to: string | null;
  assignment: Uint8Array | null;
  conflict: string | null;
  second_review: ReviewPart | null;
  missing_at: number | null;
  question: QuestionPart | null;
}

/** A row with what follows from its columns and the present day. */
export interface DatedCase extends StoredCase {
  is_waiting: number;
  is_follow_up_due: number | null;
  is_postponed: number;
  age_from: number;
}

/** Whom a case is assigned to, and by whom: `by` is absent where it was done here. */
export interface StoredAssignment extends Omit<Recipient, 'isOfOther'> {
  by?: string;
}

const unreadableNames: Omit<StoredAssignment, 'to'> = { name: '?' };

const datedRows = `SELECT c.*, ${isWaiting} AS is_waiting, ${isFollowUpDue} AS is_follow_up_due, ${isPostponed} AS is_postponed,
  ${ageFrom} AS age_from
  FROM conversation AS c`;

/** Findings per row of the list; equal ones count once. */
const listedFindings = 2;

/** The table `conversation`: reads its rows and decrypts their sealed columns. */
export class CaseTable {
  readonly #sealer: Sealer;
  readonly #labels: Labels;
  readonly #me: () => readonly string[];
  readonly #sql;
  readonly values: CaseValues;

  /** @param me returns the id of this console in its team, and its role */
  constructor(database: DatabaseSync, sealer: Sealer, labels: Labels, me: () => readonly string[]) {
    this.#sealer = sealer;
    this.#labels = labels;
    this.#me = me;
    this.values = new CaseValues(database, this);
    this.#sql = prepareAll(database, {
      byId: `${datedRows} WHERE id = ?`,
      byName: `${datedRows} WHERE environment_id = ? AND conversation_id = ?`,
      idByName: 'SELECT id FROM conversation WHERE environment_id = ? AND conversation_id = ?',
      decision: 'SELECT decision FROM conversation WHERE environment_id = ? AND conversation_id = ?',
      known: `SELECT conversation_id FROM conversation
       WHERE environment_id = ? AND conversation_id IN (SELECT value FROM json_each(?))`,
      settlements: 'SELECT key, at, actor, content FROM settlement WHERE case_id = ? ORDER BY key',
      notes: 'SELECT seq, at, actor, content FROM note WHERE case_id = ? ORDER BY id DESC',
      settledKeys: 'SELECT key FROM settlement WHERE case_id = ?',
      labelIds: 'SELECT label_id FROM case_label WHERE case_id = ? ORDER BY label_id',
    });
  }

  find(environmentId: string, conversationId: string): DatedCase | undefined {
    return this.#sql.byName.get(environmentId, conversationId) as DatedCase | undefined;
  }

  idOf(environmentId: string, conversationId: string): number | undefined {
    return this.#sql.idByName.get(environmentId, conversationId)?.id as number | undefined;
  }

  /** Returns the last decision on a case; undefined without one. */
  decisionOn(environmentId: string, conversationId: string): string | undefined {
    const decision = this.#sql.decision.get(environmentId, conversationId)?.decision;
    return typeof decision === 'string' ? decision : undefined;
  }

  /** Returns those of the texts that are conversations of an environment. */
  knownOf(environmentId: string, texts: readonly string[]): Set<string> {
    const rows = this.#sql.known.all(environmentId, JSON.stringify(texts));
    return new Set(rows.map((row) => String(row.conversation_id)));
  }

  findById(id: number): DatedCase | undefined {
    return this.#sql.byId.get(id) as DatedCase | undefined;
  }

  /** Returns the row of the list, with the findings that matter most or with all that are kept. */
  view(row: DatedCase, findingCount = listedFindings): CaseRow {
    const findings = JSON.parse(row.findings) as Finding[];
    const settlements = this.holdingOf(row);
    const settledFindings = settlements.map(({ reason: _, ...settlement }) => settlement);
    const lines = findingLines(findings, settlements);
    const first = lines.slice(0, findingCount);
    const userKey = this.userKeyOf(row);
    const decision = decisionOf(row);
    const names = this.#labels.names(row.environment_id);
    const labels = this.#sql.labelIds
      .all(row.id)
      .flatMap(({ label_id }) => names.get(Number(label_id)) ?? [])
      .sort();
    return {
      conversationId: row.conversation_id,
      ...omitUndefined({ userKey }),
      verdict: row.verdict,
      ...(row.status === null ? {} : { status: row.status }),
      products: JSON.parse(row.products) as CaseRow['products'],
      findings: first.flatMap(({ finding, count }) => Array.from({ length: count }, () => finding)),
      findingCount: lines.length,
      ...(settledFindings.length === 0 ? {} : { settled: settledFindings }),
      countries: JSON.parse(row.countries) as string[],
      aml: JSON.parse(row.aml) as string[],
      firstSeenAt: row.first_seen_at,
      ...(row.opened_at === null ? {} : { openedAt: row.opened_at }),
      ...(row.read_at === null ? {} : { readAt: row.read_at }),
      ...(row.changed_at === null ? {} : { changedAt: row.changed_at }),
      ...omitUndefined({ decision, sinceDecided: decision && sinceDecidedOf(row) }),
      ...(row.reviewed_at === null ? {} : { reviewedAt: row.reviewed_at }),
      ...this.#stateOf(row),
      ...omitUndefined({ assigned: this.#assignedOf(row) }),
      ...(row.conflict === null ? {} : { conflict: JSON.parse(row.conflict) as CaseRow['conflict'] }),
      ...(row.second_review === null || row.second_review === 'open'
        ? {}
        : { secondReview: row.second_review }),
      ...(row.question === null || row.question === 'open' ? {} : { question: row.question }),
      ageFrom: row.age_from,
      labels,
      noteCount: row.note_count,
      watched: row.watched === 1,
      changed: row.is_changed === 1,
    };
  }

  #stateOf(row: DatedCase): Pick<CaseRow, 'state' | 'waiting' | 'followUp'> {
    const { state, is_waiting, waits, waiting_reason, is_follow_up_due, is_postponed } = row;
    const [since] = (JSON.parse(waits) as Wait[]).at(-1) ?? [];
    const followUp = this.followUpOf(row);
    return {
      state: state === 'waiting' && is_waiting !== 1 ? 'open' : state,
      ...(is_waiting === 1 && { waiting: omitUndefined({ reason: waiting_reason ?? undefined, since }) }),
      ...(followUp && {
        followUp: { ...followUp, isAwaited: is_postponed === 1, isDue: is_follow_up_due === 1 },
      }),
    };
  }

  #assignedOf(row: StoredCase): Assignment | undefined {
    const assignment = this.assignmentOf(row);
    if (assignment === undefined) {
      return undefined;
    }
    const { to, from, ...names } = assignment;
    const me = this.#me()[0];
    return {
      ...names,
      isMe: to === me,
      ...(teamRoles.some((role) => role === to) && { isRole: true as const }),
      ...(from && { from: { name: from.name, isMe: from.id === me } }),
    };
  }

  /** Returns whom a case is assigned to. */
  assignmentOf(row: StoredCase): StoredAssignment | undefined {
    if (row.assigned_to === null || row.assignment === null) {
      return undefined;
    }
    const text = readableText(this.#sealer, row.assignment, casePlace(row, 'assignment'));
    const names = text === undefined ? unreadableNames : (JSON.parse(text) as typeof unreadableNames);
    return { to: row.assigned_to, ...names };
  }

  /** Returns the day on which a case comes back. */
  followUpOf(row: StoredCase): FollowUp | undefined {
    const { follow_up_on: on, follow_up_reason: content } = row;
    if (on === null || content === null) {
      return undefined;
    }
    const reason = readableText(this.#sealer, content, casePlace(row, 'follow_up_reason'));
    return { on, reason: reason ?? 'This reason can no longer be read.' };
  }

  userKeyOf(row: Omit<SealedColumns, 'person'>): string | undefined {
    return row.user_key === null
      ? undefined
      : readableText(this.#sealer, row.user_key, casePlace(row, 'user_key'));
  }

  personOf(row: Omit<SealedColumns, 'user_key'>): CasePerson | undefined {
    const text =
      row.person === null ? undefined : readableText(this.#sealer, row.person, casePlace(row, 'person'));
    return text === undefined ? undefined : (JSON.parse(text) as CasePerson);
  }

  /** Returns the person as a list shows it. */
  listedPersonOf(row: StoredCase): Pick<CaseRow, 'person'> {
    const { name, listed = name, birthDate }: CasePerson = this.personOf(row) ?? {};
    const person = omitUndefined({ name: listed, birthDate });
    return Object.keys(person).length > 0 ? { person } : {};
  }

  /** Returns all settlements of a case, with the keys of their findings, also of findings that it no longer has. */
  settlementsOf(row: StoredCase): (Omit<Settlement, 'finding'> & { key: string })[] {
    return this.#sql.settlements.all(row.id).map((settlement) => {
      const key = String(settlement.key);
      const text = readableText(this.#sealer, settlement.content as Uint8Array, settlementPlace(row, key));
      const { kind, reason } = JSON.parse(text ?? '{}') as Pick<Settlement, 'kind' | 'reason'>;
      return { key, kind, reason, at: Number(settlement.at), actor: String(settlement.actor) };
    });
  }

  settledKeys(id: number): string[] {
    return this.#sql.settledKeys.all(id).map(({ key }) => String(key));
  }

  /** Returns the settlements of the findings that a case has now, in the order of the findings; equal findings once. */
  holdingOf(row: StoredCase): Settlement[] {
    const settlements = new Map(this.settlementsOf(row).map(({ key, ...one }) => [key, one]));
    if (settlements.size === 0) {
      return [];
    }
    const findings = JSON.parse(row.findings) as Finding[];
    const keys = JSON.parse(row.finding_keys) as string[];
    return [...new Set(keys)].flatMap((key) => {
      const finding = findings[keys.indexOf(key)];
      const settlement = settlements.get(key);
      return finding === undefined || settlement?.kind === undefined ? [] : [{ finding, ...settlement }];
    });
  }

  /** Returns the notes of a case, newest first. */
  notesOf(row: Omit<SealedColumns, 'user_key' | 'person'>): CaseNote[] {
    return this.#sql.notes.all(row.id).map(({ seq, at, actor, content }) => ({
      id: Number(seq),
      at: Number(at),
      actor: String(actor),
      text:
        readableText(this.#sealer, content as Uint8Array, notePlace(row, Number(seq))) ??
        'This note can no longer be read.',
    }));
  }

  commentOf(row: StoredCase): string | undefined {
    return row.comment === null
      ? undefined
      : readableText(this.#sealer, row.comment, casePlace(row, 'comment'));
  }
}

/** Returns the databases' results that were read for a case. */
export function sourceResults({ source_results }: StoredCase): DatabaseVerificationInfo | undefined {
  return source_results === null ? undefined : (JSON.parse(source_results) as DatabaseVerificationInfo);
}

/** Returns the files of a case that are not what they claim to be; undefined where they were not checked. */
export function fileMismatches({ file_mismatches }: StoredCase): FileMismatch[] | undefined {
  return file_mismatches === null ? undefined : (JSON.parse(file_mismatches) as FileMismatch[]);
}

/** Changes since the case was decided. */
function sinceDecidedOf({ since_decided }: StoredCase): SinceDecided | undefined {
  return since_decided === null ? undefined : (JSON.parse(since_decided) as SinceDecided);
}

/** Binds a sealed settlement to its case and finding. */
export function settlementPlace({ environment_id, conversation_id }: StoredCase, key: string) {
  return {
    table: 'settlement',
    column: 'content',
    environmentId: environment_id,
    row: `${conversation_id} ${key}`,
  };
}

/** Binds a note's sealed text to the entry that created it. */
export function notePlace(
  { environment_id, conversation_id }: Pick<StoredCase, 'environment_id' | 'conversation_id'>,
  seq: number,
) {
  return {
    table: 'note',
    column: 'content',
    environmentId: environment_id,
    row: `${conversation_id} ${seq}`,
  };
}

/** Binds a sealed column to its case. */
export function casePlace(
  { environment_id, conversation_id }: Pick<StoredCase, 'environment_id' | 'conversation_id'>,
  column: 'user_key' | 'person' | 'comment' | 'follow_up_reason' | 'assignment',
) {
  return { table: 'conversation', column, environmentId: environment_id, row: conversation_id };
}

export function decisionOf(
  row: Pick<StoredCase, 'decision' | 'decision_reason' | 'decided_at'>,
): Decision | undefined {
  if (row.decision === null || row.decided_at === null) {
    return undefined;
  }
  const reason = row.decision_reason === null ? {} : { reason: row.decision_reason };
  return { kind: row.decision, ...reason, at: row.decided_at };
}
