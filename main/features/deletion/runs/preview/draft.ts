import type { DeletionMode } from '../../../../../preload/contract/deletion.ts';
import type {
  DeletionChoice,
  DeletionDraft,
  PreviewGroup,
  PreviewRow,
  UnsentLine,
} from '../../../../../preload/contract/deletion-runs.ts';
import { type EnvironmentSettings, needsTypedName } from '../../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { type OpenProposal, type ProposedItem, rootOf } from '../../../../common/approval.ts';
import type { NewItem } from '../store/records.ts';
import {
  choiceOf,
  forecastOf,
  isIncluded,
  itemOf,
  type PreviewEntry,
  proposalItemOf,
  rowOf,
  unsentReason,
} from './entry.ts';
import { type Identity, identityOf } from './identity.ts';
import { PreviewReader, type PreviewReaderDeps } from './reader.ts';
import { countEntry, type PreviewSums, sumsOf } from './sums.ts';

export interface DraftDeps extends Omit<PreviewReaderDeps, 'update' | 'salt'> {
  draftId: string;
  environmentId: string;
  settings: EnvironmentSettings;
  /** Each with the number of the line it was given in, where it comes from a list. */
  conversations: readonly { conversationId: string; line?: number | undefined }[];
  /** Lines of the list without a conversation of their own. */
  unsent: readonly UnsentLine[];
  /** Returns the position in the order of calls. */
  moment(): number;
  /** Returns whether a second person must approve so many conversations with these plans. */
  needsApproval(act: { plans: readonly string[]; count: number }): boolean;
  /** The proposal that it previews: nothing of it can be chosen. */
  proposal?: OpenProposal | undefined;
}

/** Some of the conversations of a preview, those of a group, or all. */
interface Selected {
  ids?: readonly string[] | undefined;
  group?: PreviewGroup | undefined;
}

/** The preview of a run: the result of reading each conversation, and the user's selection. It only reads. */
export class Draft {
  readonly #deps: DraftDeps;
  readonly #entries: PreviewEntry[];
  readonly #reader: PreviewReader;
  #choice: DeletionChoice = 'delete';
  #readSince: number;
  #readAt: number;
  #sums: PreviewSums;
  /** The items of the proposal, by conversation. */
  readonly #proposal: ReadonlyMap<string, ProposedItem>;

  constructor(deps: DraftDeps) {
    this.#deps = deps;
    this.#readSince = deps.moment();
    this.#readAt = deps.now();
    this.#proposal = new Map(deps.proposal?.items.map((item) => [item.conversationId, item]));
    this.#entries = deps.conversations.map(({ conversationId, line }) => {
      const plan = this.#proposal.get(conversationId)?.plan;
      return {
        conversationId,
        line,
        summary: undefined,
        failure: undefined,
        choice: plan === undefined ? 'delete' : choiceOf(plan),
        chosen: plan === undefined ? undefined : true,
      };
    });
    this.#sums = sumsOf(this.#entries);
    const update = (entry: PreviewEntry, result: Partial<PreviewEntry>) => this.#update(entry, result);
    const salt = deps.proposal?.proposal.id ?? deps.draftId;
    this.#reader = new PreviewReader({ ...deps, salt, update }, this.#entries);
  }

  get environmentId(): string {
    return this.#deps.environmentId;
  }
  get proposal(): OpenProposal | undefined {
    return this.#deps.proposal;
  }
  get settings(): EnvironmentSettings {
    return this.#deps.settings;
  }
  /** Returns the position in the order of calls before the first read. */
  get readSince(): number {
    return this.#readSince;
  }
  /** Returns `EXPIRE` if nothing is deleted by what is included. */
  get mode(): DeletionMode {
    const plans = Object.keys(this.#sums.plans);
    const isExpiry =
      plans.length === 0 ? this.#choice === 'expire' : plans.every((plan) => plan === 'EXPIRE');
    return isExpiry ? 'EXPIRE' : 'DELETE_DATA';
  }
  /** Returns the characters to type for the only conversation that is included; undefined for several. */
  get identity(): Identity | undefined {
    if (this.#sums.included !== 1) {
      return undefined;
    }
    const only = this.#entries.find(isIncluded);
    return only && identityOf(only.summary?.userKey, only.conversationId);
  }

  /** Reads the remaining conversations. */
  read(): void {
    this.#reader.read();
  }

  pause(): void {
    this.#reader.pause();
  }

  /** Discards the results and reads everything again. */
  readAgain(): void {
    this.pause();
    this.#change({}, { summary: undefined, failure: undefined });
    this.#readSince = this.#deps.moment();
    this.#readAt = this.#deps.now();
    this.read();
  }

  /** Includes conversations, or leaves them out by hand. */
  include(of: { group: PreviewGroup } | { ids: readonly string[] }, chosen: boolean): void {
    this.#change(of, { chosen });
  }

  /** Chooses what is done: with the conversations of a group, with single ones, or with all. Nothing is left out by hand any more. */
  choose(choice: DeletionChoice, of: Selected = {}): void {
    const possible = choice === 'end-monitoring' && !this.#deps.settings.endMonitoring ? 'delete' : choice;
    if (of.ids === undefined && of.group === undefined) {
      this.#choice = possible;
    }
    this.#change(of, { choice: possible, chosen: undefined });
  }

  #inGroup(group: PreviewGroup): PreviewEntry[] {
    return this.#entries.filter((entry) => forecastOf(entry).group === group);
  }

  rows(group: PreviewGroup | undefined, from: number, count: number): { rows: PreviewRow[]; total: number } {
    const entries = group === undefined ? this.#entries : this.#inGroup(group);
    return {
      rows: entries.slice(from, from + count).map((entry) => {
        const proposed = this.#proposal.get(entry.conversationId);
        return { ...rowOf(entry), ...(this.#isChanged(entry) && { proposedStatus: proposed?.status ?? '' }) };
      }),
      total: entries.length,
    };
  }

  view(): DeletionDraft {
    const { files, uncounted, ...sums } = structuredClone(this.#sums);
    const { unread } = sums.groups;
    const { draftId, environmentId, settings } = this.#deps;
    const state = this.#reader.isReading ? 'reading' : unread > 0 ? 'paused' : 'ready';
    return {
      draftId,
      environmentId,
      mode: this.mode,
      choice: this.#choice,
      state,
      total: this.#entries.length,
      read: this.#entries.length - unread,
      ...sums,
      canEndMonitoring: settings.endMonitoring,
      needsApproval: this.#deps.needsApproval({ plans: Object.keys(sums.plans), count: sums.included }),
      ...omitUndefined({
        proposal: this.#proposalView(),
        files: uncounted > 0 ? undefined : files,
        failure: this.#reader.failure,
        confirmation: needsTypedName(settings) ? settings.name : undefined,
        identityOf: needsTypedName(settings) ? this.identity?.of : undefined,
      }),
    };
  }

  /** Returns the selected conversations as items of a run. */
  items(): NewItem[] {
    const items = this.#entries.filter(isIncluded).map(itemOf);
    return this.proposal === undefined
      ? items
      : items.map((item) => ({
          ...item,
          record: { ...item.record, approvedState: this.#proposal.get(item.conversationId)?.state },
        }));
  }

  /** Returns what is proposed to a second person; of a proposal, all that was proposed, as it is now. */
  proposedItems(): ProposedItem[] {
    return this.#entries
      .filter((entry) => this.proposal !== undefined || isIncluded(entry))
      .map((entry) => proposalItemOf(entry));
  }

  /** Returns when it began to read. Milliseconds since the epoch. */
  get readAt(): number {
    return this.#readAt;
  }

  #proposalView(): DeletionDraft['proposal'] {
    const { proposal, earlyReason } = this.#deps.proposal ?? {};
    return (
      proposal && {
        id: proposal.id,
        changed: this.#entries.filter((entry) => this.#isChanged(entry)).length,
        ...omitUndefined({ earlyReason, startsAt: proposal.startsAt ?? undefined }),
      }
    );
  }

  /** Returns whether a conversation that was read is not as it was proposed. */
  #isChanged(entry: PreviewEntry): boolean {
    const proposed = this.#proposal.get(entry.conversationId);
    const isRead = entry.summary !== undefined || entry.failure !== undefined;
    return proposed !== undefined && isRead && rootOf([proposed]) !== rootOf([proposalItemOf(entry)]);
  }

  /** Returns what was requested and is not among `items`. */
  unsent(): UnsentLine[] {
    const excluded = this.#entries
      .filter((entry) => !isIncluded(entry))
      .map((entry) => ({
        conversationId: entry.conversationId,
        reason: unsentReason(entry),
        ...omitUndefined({ line: entry.line }),
      }));
    return [...excluded, ...this.#deps.unsent];
  }

  #update(entry: PreviewEntry, change: Partial<PreviewEntry>): void {
    countEntry(this.#sums, entry, -1);
    Object.assign(entry, change);
    countEntry(this.#sums, entry, 1);
  }

  /** Changes single entries, those of a group, or all; after the last two everything is counted again. */
  #change({ ids, group }: Selected, change: Partial<PreviewEntry>): void {
    if (ids !== undefined) {
      const selected = new Set(ids);
      for (const entry of this.#entries.filter(({ conversationId }) => selected.has(conversationId))) {
        this.#update(entry, change);
      }
      return;
    }
    for (const entry of group === undefined ? this.#entries : this.#inGroup(group)) {
      Object.assign(entry, change);
    }
    this.#sums = sumsOf(this.#entries);
  }
}
