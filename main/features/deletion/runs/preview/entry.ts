import type { DeletionMode } from '../../../../../preload/contract/deletion.ts';
import type {
  PlanOptions,
  PlanStep,
  PreviewGroup,
  PreviewRow,
} from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
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
  products: string[];
  createdAt: string | undefined;
  files: number | undefined;
  loginDigest: string | undefined;
}

/** A conversation of a preview. */
export interface PreviewEntry {
  conversationId: string;
  summary: ReadSummary | undefined;
  /** The reason why it cannot be read. */
  failure: string | undefined;
  /** The user's choice; undefined for the default of its group. */
  chosen: boolean | undefined;
}

/** The user's choices for the whole run. */
export interface PreviewPlan {
  mode: DeletionMode;
  options: PlanOptions;
}

/** Returns what a run would do with an entry, and why. */
export function forecastOf(
  entry: PreviewEntry,
  { mode, options }: PreviewPlan,
): { group: PreviewGroup; detail?: string } {
  const { summary, failure } = entry;
  if (failure !== undefined) {
    const group = failure === 'gone' ? 'gone' : failure === 'not-found' ? 'missing' : 'unclear';
    return { group, detail: failure };
  }
  if (summary === undefined) {
    return { group: 'unread' };
  }
  const expected = forecastOutcome(mode, summary.status, summary.subscriptionActive);
  if (expected.expectation === 'accepted') {
    return { group: 'works' };
  }
  if (expected.statusDetail === undefined) {
    return { group: 'unclear', detail: 'not-documented' };
  }
  if (planOf(entry, { mode, options }).length > 1) {
    // Interface 3.3 does not say whether the data of an expired conversation can be deleted.
    return expected.statusDetail === 'ActiveSubscriptionExists'
      ? { group: 'works' }
      : { group: 'unclear', detail: 'expired-first' };
  }
  return { group: 'refused', detail: expected.statusDetail };
}

/** Returns why an entry that is not included is left out. */
export function unsentReason({ group, detail }: { group: PreviewGroup; detail?: string }): string {
  return detail ?? (group === 'unread' ? 'not-read' : 'excluded');
}

/** Returns the calls that would be sent for an entry. */
export function planOf({ summary }: PreviewEntry, { mode, options }: PreviewPlan): PlanStep[] {
  if (mode === 'EXPIRE' || summary === undefined) {
    return [mode];
  }
  const { statusDetail } = forecastOutcome(mode, summary.status, summary.subscriptionActive);
  if (statusDetail === 'ConversationNotYetFinished' && options.expireFirst) {
    return ['EXPIRE', 'DELETE_DATA'];
  }
  if (statusDetail === 'ActiveSubscriptionExists' && options.endMonitoring) {
    return ['END_MONITORING', 'DELETE_DATA'];
  }
  return [mode];
}

/** Returns false for conversations for which no call can be sent. */
function canBeSent(group: PreviewGroup): boolean {
  return group === 'works' || group === 'refused' || group === 'unclear';
}

/** Returns whether an entry is selected; by default if it will succeed or has a chosen plan. */
export function isIncluded(entry: PreviewEntry, plan: PreviewPlan): boolean {
  const { group, detail } = forecastOf(entry, plan);
  if (!canBeSent(group)) {
    return false;
  }
  return entry.chosen ?? (group === 'works' || detail === 'expired-first');
}

export function rowOf(entry: PreviewEntry, plan: PreviewPlan): PreviewRow {
  const { group, detail } = forecastOf(entry, plan);
  const { summary } = entry;
  return {
    conversationId: entry.conversationId,
    group,
    products: summary?.products ?? [],
    plan: canBeSent(group) ? planOf(entry, plan) : [],
    included: isIncluded(entry, plan),
    ...omitUndefined({
      detail,
      userKey: summary?.userKey,
      status: summary?.status,
      readAt: summary?.readAt,
      createdAt: summary?.createdAt,
      files: summary?.files,
    }),
  };
}

/** Returns the item of a run that an entry becomes. */
export function itemOf(entry: PreviewEntry, plan: PreviewPlan): NewItem {
  const { summary } = entry;
  const { group } = forecastOf(entry, plan);
  return {
    conversationId: entry.conversationId,
    plan: planOf(entry, plan),
    record: {
      attempts: 0,
      ...omitUndefined({
        unclear: group === 'works' ? undefined : true,
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
