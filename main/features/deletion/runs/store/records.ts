import type { DeletionMode, DeletionReason } from '../../../../../preload/contract/deletion.ts';
import type {
  ItemOutcome,
  PlanStep,
  RegisterFilter,
  RunLine,
  RunPace,
  UnsentLine,
} from '../../../../../preload/contract/deletion-runs.ts';
import type { RunTexts } from './sealed-texts.ts';

/**
 * `planned`: begins at `startsAt`. `open`: calls may still be sent. `interrupted`: the console was closed; only in memory, a user decides whether the run goes on. `cancelled`:
 * no call is sent any more.
 */
export type RunPhase = 'planned' | 'holding' | 'open' | 'paused' | 'interrupted' | 'cancelled' | 'done';

/** A stored run. Times in milliseconds since the epoch. */
export interface StoredRun {
  runId: string;
  environmentId: string;
  environmentName: string;
  environmentKind: string;
  baseUrl: string;
  mode: DeletionMode;
  reason: DeletionReason;
  createdAt: number;
  state: RunPhase;
  /** The time for which it was planned. */
  startsAt?: number | undefined;
  pace: RunPace;
}

/** Returns the environment of a run, as receipts and reports name it. */
export const environmentOf = ({ environmentId, environmentName, environmentKind, baseUrl }: StoredRun) => ({
  id: environmentId,
  name: environmentName,
  kind: environmentKind,
  baseUrl,
});

/** The stored state of an item besides its plan. Contains no personal data and no response text. */
export interface ItemRecord {
  /** The earlier steps that a call of this run has carried out. */
  done?: PlanStep[] | undefined;
  /** Time of the last read before a call. */
  readAt?: number | undefined;
  status?: string | undefined;
  subscriptionActive?: boolean | undefined;
  /** True if the conversation contained data just before, so that missing data is a proof. */
  hadData?: boolean | undefined;
  /** Confirmed although the conversation could not be read, or the interface leaves the result open. */
  unclear?: boolean | undefined;
  /** Confirmed with a reason, since it is kept on purpose or must still be kept; and whether it is the former. */
  isEarly?: boolean | undefined;
  isHeld?: boolean | undefined;
  /** The digest of the state that a second person approved. */
  approvedState?: string | undefined;
  /** Confirmed although the conversation could not be read. */
  confirmedUnread?: boolean | undefined;
  /** `salt:SHA-256(salt + user key)`, both in hexadecimal. */
  userKeyHash?: string | undefined;
  /** Calls sent for the current step. All members below belong to the current step, too. */
  attempts: number;
  /** True if it is not known whether an earlier call of this step was carried out. */
  uncertain?: boolean | undefined;
  /** Time of the last call; until its response is recorded, the time just before it was sent. */
  askedAt?: number | undefined;
  answeredAt?: number | undefined;
  /** Digest (login-digests.ts) of the login used for the current call. */
  loginDigest?: string | undefined;
  httpStatus?: number | undefined;
  /** The conflict, or the error code. */
  detail?: string | undefined;
  /** The outcome that its receipt of a former version gives. */
  receipt?: ItemOutcome | undefined;
  requestId?: string | undefined;
  /** The response to the current call. `refused`: a repeated call was refused, perhaps since the one before it was carried out. */
  answer?: 'accepted' | 'unknown' | 'refused' | undefined;
  /** The result of the read afterwards: a status or an error code, and its time. */
  found?: string | undefined;
  foundAt?: number | undefined;
}

/** `waiting`: to be sent. `sending`: the intent is recorded, without a response. `sent`: to be read. `done`: finished. */
export type ItemState = 'waiting' | 'sending' | 'sent' | 'done';

export interface StoredItem {
  itemId: number;
  conversationId: string;
  plan: PlanStep[];
  step: number;
  state: ItemState;
  outcome: ItemOutcome | undefined;
  record: ItemRecord;
}

export type NewItem = Pick<StoredItem, 'conversationId' | 'plan' | 'record'> &
  Partial<Pick<StoredItem, 'state' | 'outcome'>> & {
    /** The number of the line it was given in, from 1. */
    line?: number | undefined;
  };

/** An item for the worker of the file: only what is written, its record as JSON. */
export type RowChange = Omit<StoredItem, 'conversationId' | 'plan' | 'record'> & { record: string };

/** Returns an item as it is written. */
export function rowChangeOf({ itemId, step, state, outcome, record }: StoredItem): RowChange {
  return { itemId, step, state, outcome, record: JSON.stringify(record) };
}

export interface RunCounts {
  waiting: number;
  underWay: number;
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** Those confirmed that were only to be expired. */
  expired: number;
  /** Lines without a call, which are not among the others. */
  leftOut: number;
}

/** Returns how many items a run has. */
export function itemsIn({ waiting, underWay, outcomes }: RunCounts): number {
  return waiting + underWay + Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/** Selects receipts. */
export interface ReceiptFilter extends Omit<RegisterFilter, 'mode' | 'reason'> {
  mode?: string | undefined;
  reason?: string | undefined;
  runId?: string | undefined;
  conversationId?: string | undefined;
}

/** A run to record. */
export interface NewRun {
  run: StoredRun;
  texts: RunTexts;
  items: readonly NewItem[];
  unsent?: readonly UnsentLine[] | undefined;
}

/** A line that a run was given. */
export interface StoredLine extends RunLine {
  /** The steps before the last one sent that were carried out. */
  done: PlanStep[];
  httpStatus?: number | undefined;
  requestId?: string | undefined;
}

/** A row of the file. */
export type Row = Record<string, string | number | null>;

/** Returns a row of `run`. */
export function runOf(row: Row): StoredRun {
  return {
    runId: String(row.run_id),
    environmentId: String(row.environment_id),
    environmentName: String(row.environment_name),
    environmentKind: String(row.environment_kind),
    baseUrl: String(row.base_url),
    mode: row.mode as StoredRun['mode'],
    reason: row.reason as StoredRun['reason'],
    createdAt: Number(row.created_at),
    state: row.state as StoredRun['state'],
    pace: JSON.parse(String(row.pace)),
    ...(row.starts_at === null ? {} : { startsAt: Number(row.starts_at) }),
  };
}

/** Returns a row of `item`. */
export function itemOf(row: Row): StoredItem {
  return {
    itemId: Number(row.item_id),
    conversationId: String(row.conversation_id),
    plan: String(row.plan).split(',') as PlanStep[],
    step: Number(row.step),
    state: row.state as StoredItem['state'],
    outcome: (row.outcome ?? undefined) as ItemOutcome | undefined,
    record: JSON.parse(String(row.record)) as ItemRecord,
  };
}
