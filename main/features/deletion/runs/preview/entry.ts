import type {
  DeletionChoice,
  PlanStep,
  PreviewGroup,
  PreviewRow,
} from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import type { Conversation } from '../../../../../preload/contract/service/conversation.ts';
import { isText } from '../../../../../preload/wording/person.ts';
import type { ProposedItem } from '../../../../common/approval.ts';
import { userKeyHash } from '../../../records/receipts/receipt.ts';
import { forecastOutcome } from '../../rules.ts';
import type { NewItem } from '../store/records.ts';

/** The stored result of one read. */
export interface ReadSummary {
  readAt: number;
  status: string | undefined;
  subscriptionActive: boolean;
  hadData: boolean;
  userKey: string | undefined;
  /** The hash of a user key of which only the beginning is kept. */
  userKeyHash: string | undefined;
  name: string | undefined;
  birthDate: string | undefined;
  products: string[];
  createdAt: string | undefined;
  files: number | undefined;
  loginDigest: string | undefined;
  /** The digest of the whole response. */
  state: string | undefined;
}

/** A conversation of a preview. */
export interface PreviewEntry {
  conversationId: string;
  /** The number of the line it was given in, from 1. */
  line: number | undefined;
  summary: ReadSummary | undefined;
  /** The reason why it cannot be read. */
  failure: string | undefined;
  choice: DeletionChoice;
  /** Included or left out by hand; undefined for the default of its group. */
  chosen: boolean | undefined;
}

/** Returns what will happen to an entry, and why. */
export function forecastOf(entry: PreviewEntry): { group: PreviewGroup; detail?: string } {
  const { summary, failure, choice } = entry;
  if (failure !== undefined) {
    const group = failure === 'gone' ? 'gone' : failure === 'not-found' ? 'missing' : 'unclear';
    return { group, detail: failure };
  }
  if (summary === undefined) {
    return { group: 'unread' };
  }
  const { expectation, statusDetail } = expectedOf(entry, summary);
  if (expectation === 'accepted') {
    return { group: choice === 'expire' ? 'expire-only' : 'works' };
  }
  if (statusDetail === undefined) {
    return { group: 'unclear', detail: 'not-documented' };
  }
  const [first, ...others] = planOf(entry);
  if (others.length === 0) {
    return { group: 'refused', detail: statusDetail };
  }
  // Interface 3.3 does not say whether the data of an expired conversation can be deleted.
  return first === 'EXPIRE' ? { group: 'expire-first', detail: 'expired-first' } : { group: 'works' };
}

function expectedOf({ choice }: PreviewEntry, { status, subscriptionActive }: ReadSummary) {
  return forecastOutcome(choice === 'expire' ? 'EXPIRE' : 'DELETE_DATA', status, subscriptionActive);
}

/** Returns the calls that would be sent for an entry. */
export function planOf(entry: PreviewEntry): PlanStep[] {
  const { summary, choice } = entry;
  if (choice === 'expire') {
    return ['EXPIRE'];
  }
  const statusDetail = summary && expectedOf(entry, summary).statusDetail;
  if (statusDetail === 'ConversationNotYetFinished') {
    return ['EXPIRE', 'DELETE_DATA'];
  }
  return statusDetail === 'ActiveSubscriptionExists' && choice === 'end-monitoring'
    ? ['END_MONITORING', 'DELETE_DATA']
    : ['DELETE_DATA'];
}

/** The groups for which calls can be sent. */
const sendable: ReadonlySet<PreviewGroup> = new Set(['works', 'expire-first', 'expire-only', 'unclear']);

/** Returns whether an entry is selected; by default unless it could not be read. */
export function isIncluded(entry: PreviewEntry): boolean {
  const { group } = forecastOf(entry);
  return sendable.has(group) && (entry.chosen ?? entry.failure === undefined);
}

/** Returns why an entry that is not included is left out: by hand, or what its preview says. */
export function unsentReason(entry: PreviewEntry): string {
  const { group, detail } = forecastOf(entry);
  return sendable.has(group) && entry.failure === undefined ? 'excluded' : (detail ?? 'not-read');
}

export function rowOf(entry: PreviewEntry): PreviewRow {
  const { group, detail } = forecastOf(entry);
  const { summary } = entry;
  return {
    conversationId: entry.conversationId,
    choice: entry.choice,
    group,
    products: summary?.products ?? [],
    plan: sendable.has(group) ? planOf(entry) : [],
    included: isIncluded(entry),
    ...omitUndefined({
      detail,
      userKey: summary?.userKey,
      name: summary?.name,
      birthDate: summary?.birthDate,
      status: summary?.status,
      createdAt: summary?.createdAt,
      files: summary?.files,
    }),
  };
}

/** Returns the item of a run that an entry becomes. */
export function itemOf(entry: PreviewEntry): NewItem {
  const { conversationId, line, summary } = entry;
  const { group } = forecastOf(entry);
  return {
    conversationId,
    line,
    plan: planOf(entry),
    record: {
      attempts: 0,
      ...omitUndefined({
        unclear: group === 'works' || group === 'expire-only' ? undefined : true,
        confirmedUnread: summary === undefined ? true : undefined,
        readAt: summary?.readAt,
        status: summary?.status,
        subscriptionActive: summary?.subscriptionActive,
        hadData: summary?.hadData,
        loginDigest: summary?.loginDigest,
        userKeyHash:
          summary?.userKeyHash ?? (summary?.userKey === undefined ? undefined : userKeyHash(summary.userKey)),
      }),
    },
  };
}

/** Returns an entry as it is proposed to a second person. */
export function proposalItemOf(entry: PreviewEntry): ProposedItem {
  const { conversationId, summary, failure } = entry;
  return {
    conversationId,
    plan: isIncluded(entry) ? planOf(entry) : [],
    status: summary?.status?.slice(0, 64) ?? '',
    state: summary?.state ?? failure ?? '',
  };
}

/** Returns the choice by which an entry had the plan that was proposed. */
export function choiceOf(plan: readonly PlanStep[]): DeletionChoice {
  return plan.includes('END_MONITORING')
    ? 'end-monitoring'
    : plan.includes('DELETE_DATA')
      ? 'delete'
      : 'expire';
}

/** Members beyond the interface document in which deployments give the time of creation. */
const creationMembers = ['created', 'createdAt', 'creationDate'];

/** ISO 8601: when a conversation was created, if the response says so. */
export function createdAtOf(conversation: Conversation): string | undefined {
  return creationMembers.map((member) => dateOf(conversation[member])).find(Boolean);
}

function dateOf(value: unknown): string | undefined {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}/.test(value)) {
    return undefined;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
