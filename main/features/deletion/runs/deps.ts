import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import type { ApprovedAct } from '../../../../preload/shared/approval-rules.ts';
import type { ApprovalProofs, NewProposal, OpenProposal } from '../../../common/approval.ts';
import type { Absence } from '../../../service/classify-failure.ts';
import type { ServiceClient, Services } from '../../../service/port.ts';
import type { EarlyDeletions } from '../early-deletions.ts';
import type { LoginDigests } from '../login-digests.ts';
import type { SentRequests } from '../sent-requests.ts';
import type { ConversationOwners } from './running/item-queues.ts';
import type { RunCounts, StoredItem, StoredRun } from './store/records.ts';
import type { RunStore } from './store/run-store.ts';

/** The approval by a second person: what needs it, and what the team's log has of it. */
export interface ApprovalPort {
  /** Returns whether the policy asks for it. */
  isNeeded(act: ApprovedAct): boolean;
  /** Returns the name of an environment for all consoles. */
  nameOf(environmentId: string): string;
  /** @throws Failure team-unreachable, team-not-allowed, as all that follow do */
  open(id: string): Promise<OpenProposal>;
  propose(proposal: NewProposal): Promise<void>;
  /** @param root the digest of the list as it was shown */
  approve(id: string, root: string, by: 'proposer' | 'approver', comment: string | undefined): Promise<void>;
  reject(id: string, comment: string | undefined): Promise<void>;
  /** Begins what was approved, once in the whole team. @param root the digest of the list as it was just read */
  claim(id: string, root: string): Promise<ApprovalProofs>;
  /** Called once the run of a proposal is recorded: it cannot be begun again. */
  forgetClaim(id: string): void;
}

/** The parts of the console that runs need. */
export interface RunsDeps {
  store: RunStore;
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  isSelected(environmentId: string): boolean;
  logins: LoginDigests;
  early: Pick<EarlyDeletions, 'count' | 'confirm' | 'isKept' | 'enterPlan'>;
  /** Called when the service answered that it has no data of a conversation, and not because of a call of this console. */
  absent(environmentId: string, conversationId: string, absence: Absence): void;
  sentRequests: SentRequests;
  approvals: ApprovalPort;
  /** Returns the id of the console's key. */
  keyId(): Promise<string>;
  owners: ConversationOwners;
  /** The system user. */
  actor: string;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic clock, in milliseconds. */
  elapsed(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `action` after this many milliseconds unless the returned function was called. */
  later(ms: number, action: () => void): () => void;
  /** The time in which a run can be cancelled before its first call, in milliseconds. */
  holdMs: number;
  /** Called after changes, at most four times a second. */
  publish(): void;
  log(error: unknown): void;
}

/** The parts of the console that one run needs. */
export interface RunDeps
  extends Pick<
    RunsDeps,
    'logins' | 'sentRequests' | 'absent' | 'owners' | 'newId' | 'now' | 'elapsed' | 'later' | 'holdMs' | 'log'
  > {
  early: Pick<EarlyDeletions, 'isKept'>;
  store: Pick<RunStore, 'apply' | 'request'>;
  stored: StoredRun;
  counts: RunCounts;
  /** Milliseconds since the epoch. */
  heldUntil: number | undefined;
  /** The position in `sentRequests` before the preview was read; undefined if that was in an earlier session. */
  previewedAt: number | undefined;
  /** True if the console was closed during the run. */
  isInterrupted: boolean;
  /**
   * Returns the client of the run's environment.
   * @throws Failure if its settings changed since the run began
   */
  client(): ServiceClient;
  /**
   * Checks just before a call is sent what may have changed since it was confirmed.
   * @throws Failure if nothing may be sent
   */
  checkSendable(): void;
  /** Rejects where a second person must have approved the call of an item and did not. */
  checkApproved(item: StoredItem): Promise<void>;
  changed(): void;
}
