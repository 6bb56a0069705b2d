import type { DeletionMode, DeletionReason } from '../../../../preload/contract/deletion.ts';
import type {
  ItemOutcome,
  PlanStep,
  RunItem,
  RunPace,
  UnsentLine,
} from '../../../../preload/contract/deletion-runs.ts';
import type { UnsentRow } from '../../../../preload/contract/receipts.ts';
import type { KeptReceipt, StoredReceipt } from '../../../receipts/receipt.ts';
import type { SealingKeys } from '../../../store/sealing.ts';
import type { RunTexts } from './sealed-texts.ts';

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
  /** `open`: calls may still be sent. `cancelled`: none is sent any more. */
  state: 'holding' | 'open' | 'paused' | 'cancelled' | 'done';
  pace: RunPace;
}

/** The stored state of an item besides its plan. Contains no personal data and no reply text. */
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
  /** Confirmed although the conversation could not be read. */
  confirmedUnread?: boolean | undefined;
  /** `salt:SHA-256(salt + user key)`, both in hexadecimal. */
  userKeyHash?: string | undefined;
  /** Calls sent for the current step. All members below belong to the current step, too. */
  attempts: number;
  /** True if it is not known whether an earlier call of this step was carried out. */
  uncertain?: boolean | undefined;
  /** Time of the last call; until its reply is recorded, the time just before it was sent. */
  askedAt?: number | undefined;
  answeredAt?: number | undefined;
  /** Digest (login-digest.ts) of the login used for the current call. */
  loginDigest?: string | undefined;
  httpStatus?: number | undefined;
  /** The conflict, or the error code. */
  detail?: string | undefined;
  requestId?: string | undefined;
  /** The reply to the current call. `refused`: a repeated call was refused, perhaps since the one before it was carried out. */
  answer?: 'accepted' | 'unknown' | 'refused' | undefined;
  /** The result of the read afterwards: a status or an error code, and its time. */
  found?: string | undefined;
  foundAt?: number | undefined;
}

/** `waiting`: to be sent. `sending`: the intent is recorded, without a reply. `sent`: to be read. `done`: finished. */
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

export type NewItem = Pick<StoredItem, 'conversationId' | 'plan' | 'record'>;

/** An item to store, and what happened to its call. */
export interface ItemChange {
  item: StoredItem;
  call?:
    | { kind: 'intent'; step: PlanStep; at: number }
    | { kind: 'answer'; at: number; answer: string; sentAt?: number | undefined }
    | undefined;
}

export interface RunCounts {
  waiting: number;
  underWay: number;
  outcomes: Partial<Record<ItemOutcome, number>>;
}

/** Selects receipts of the register. Times in milliseconds since the epoch. */
export interface ReceiptFilter {
  environmentId?: string | undefined;
  mode?: string | undefined;
  reason?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  runId?: string | undefined;
  conversationId?: string | undefined;
}

/** The requests to the worker that holds the runs. A response means that all writes are on disk. */
export interface RunRequests {
  /**
   * Opens the file, or a copy of it in memory where it cannot be written, with the reason. Each write tries the file again.
   * @throws Failure settings-newer; errors of node:sqlite
   */
  open(input: { path: string; at: number }): { notice?: string | undefined; unwritable?: string };
  close(input?: Record<string, never>): void;
  /** The index whose data key the file is sealed with; undefined before anything was sealed. */
  sealedFor(input?: Record<string, never>): string | undefined;
  /** Seals with these keys from now on, including what is not sealed yet. */
  useKeys(input: SealingKeys): void;
  /** Adds all items or none. */
  create(input: {
    run: StoredRun;
    texts: RunTexts;
    items: readonly NewItem[];
    unsent?: readonly UnsentLine[] | undefined;
  }): void;
  runs(input?: Record<string, never>): StoredRun[];
  /** By run; without those that cannot be opened. */
  texts(input: { runIds: readonly string[] }): Record<string, RunTexts>;
  setRun(input: { runId: string; state?: StoredRun['state'] | undefined; pace?: RunPace | undefined }): void;
  dismiss(input: { runId: string }): void;
  counts(input: { runId: string }): RunCounts;
  next(input: { runId: string; state: ItemState; after: number; count: number }): StoredItem[];
  items(input: { runId: string; outcome: ItemOutcome | undefined; from: number; count: number }): {
    items: RunItem[];
    total: number;
  };
  /** Applies changes and adds receipts in one transaction. */
  apply(input: { changes: readonly ItemChange[]; receipts: readonly StoredReceipt[] }): void;
  /** Ends all items that wait for a call. Those with a call whose outcome is unknown become `sent`, so that they are read. */
  withdraw(input: { runId: string }): void;
  lastReceipt(input?: Record<string, never>): { seq: number; digest: string } | undefined;
  /** The digests of the receipts with these numbers. */
  receiptDigests(input: { seqs: readonly number[] }): Record<number, string>;
  /** Newest first, those of one run oldest first, unless an order is given. */
  receipts(input: {
    filter: ReceiptFilter;
    from: number;
    count: number;
    order?: 'oldest-first' | undefined;
  }): {
    receipts: KeptReceipt[];
    total: number;
  };
  /** Lines of a request that a run left out. */
  countUnsent(input: { runId: string }): number;
  /**
   * Returns what was requested in runs and left out; with items, also their items that ended without a receipt. The newest run first, in the
   * order of its list.
   */
  unsent(input: { filter: ReceiptFilter; withItems: boolean; from: number; count: number }): {
    rows: UnsentRow[];
    total: number;
  };
  receipt(input: { receiptId: string }): KeptReceipt | undefined;
  receiptOutcome(input: { receiptId: string }): { outcome: string } | undefined;
  notJournaled(input: { max: number }): KeptReceipt[];
  setJournaled(input: { seqs: readonly number[] }): void;
  /** The conversations of the items with a call in progress or not settled. */
  underWay(input: { runId: string }): string[];
  /** True if an item of one of the conversations is not finished. */
  hasUnfinished(input: { environmentId: string; conversationIds: readonly string[] }): boolean;
  /** Deletes finished items of forgotten conversations. Receipts are kept. */
  forget(input: { environmentId: string; conversationIds: readonly string[] }): void;
}
