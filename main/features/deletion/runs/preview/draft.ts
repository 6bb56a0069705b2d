import type { DeletionMode } from '../../../../../preload/contract/deletion.ts';
import type {
  DeletionDraft,
  PlanOptions,
  PreviewGroup,
  PreviewRow,
  UnsentLine,
} from '../../../../../preload/contract/deletion-runs.ts';
import { type EnvironmentSettings, needsTypedName } from '../../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import type { NewItem } from '../store/records.ts';
import {
  forecastOf,
  isIncluded,
  itemOf,
  type PreviewEntry,
  type PreviewPlan,
  rowOf,
  unsentReason,
} from './entry.ts';
import { PreviewReader, type PreviewReaderDeps } from './reader.ts';
import { PreviewSums } from './sums.ts';

export interface DraftDeps extends Omit<PreviewReaderDeps, 'update'> {
  draftId: string;
  environmentId: string;
  settings: EnvironmentSettings;
  mode: DeletionMode;
  conversationIds: readonly string[];
  /** Lines of the list without a conversation of their own. */
  unsent: readonly UnsentLine[];
  /** Returns the position in the order of calls. */
  moment(): number;
}

/** The preview of a run: the result of reading each conversation, and the user's selection. It only reads. */
export class Draft {
  readonly #deps: DraftDeps;
  readonly #entries: PreviewEntry[];
  readonly #byId: Map<string, PreviewEntry>;
  readonly #reader: PreviewReader;
  #plan: PreviewPlan;
  #readSince: number;
  #sums: PreviewSums;

  constructor(deps: DraftDeps) {
    this.#deps = deps;
    this.#readSince = deps.moment();
    this.#plan = { mode: deps.mode, options: { expireFirst: false, endMonitoring: false } };
    this.#entries = deps.conversationIds.map((conversationId) => ({
      conversationId,
      summary: undefined,
      failure: undefined,
      chosen: undefined,
    }));
    this.#byId = new Map(this.#entries.map((entry) => [entry.conversationId, entry]));
    this.#sums = new PreviewSums(this.#entries, this.#plan);
    const update = (entry: PreviewEntry, result: Partial<PreviewEntry>) => this.#update(entry, result);
    this.#reader = new PreviewReader({ ...deps, update }, this.#entries);
  }

  get environmentId(): string {
    return this.#deps.environmentId;
  }
  get settings(): EnvironmentSettings {
    return this.#deps.settings;
  }
  /** Returns the position in the order of calls before the first read. */
  get readSince(): number {
    return this.#readSince;
  }
  get mode(): DeletionMode {
    return this.#plan.mode;
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
    for (const entry of this.#entries) {
      entry.summary = undefined;
      entry.failure = undefined;
    }
    this.#readSince = this.#deps.moment();
    this.#addUp();
    this.read();
  }

  chooseGroup(group: PreviewGroup, included: boolean): void {
    for (const entry of this.#entries) {
      if (forecastOf(entry, this.#plan).group === group) {
        entry.chosen = included;
      }
    }
    this.#addUp();
  }

  chooseIds(ids: readonly string[], included: boolean): void {
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry !== undefined) {
        this.#update(entry, { chosen: included });
      }
    }
  }

  /** Keeps the reads, which are valid for either mode, but not the selections. */
  setMode(mode: DeletionMode): void {
    this.#plan = { ...this.#plan, mode };
    for (const entry of this.#entries) {
      entry.chosen = undefined;
    }
    this.#addUp();
  }

  setOptions(options: PlanOptions): void {
    const endMonitoring = options.endMonitoring && this.#deps.settings.endMonitoring;
    this.#plan = { ...this.#plan, options: { expireFirst: options.expireFirst, endMonitoring } };
    this.#addUp();
  }

  rows(group: PreviewGroup | undefined, from: number, count: number): { rows: PreviewRow[]; total: number } {
    const entries =
      group === undefined
        ? this.#entries
        : this.#entries.filter((entry) => forecastOf(entry, this.#plan).group === group);
    return {
      rows: entries.slice(from, from + count).map((entry) => rowOf(entry, this.#plan)),
      total: entries.length,
    };
  }

  view(): DeletionDraft {
    const { unread, groups, details, included, plans, files } = this.#sums;
    const { draftId, environmentId, settings } = this.#deps;
    const state = this.#reader.isReading ? 'reading' : unread > 0 ? 'paused' : 'ready';
    return {
      draftId,
      environmentId,
      mode: this.#plan.mode,
      state,
      total: this.#entries.length,
      read: this.#entries.length - unread,
      groups,
      details,
      included,
      plans,
      options: this.#plan.options,
      canEndMonitoring: settings.endMonitoring,
      ...omitUndefined({
        files,
        failure: this.#reader.failure,
        confirmation: needsTypedName(settings) ? settings.name : undefined,
      }),
    };
  }

  /** Returns the selected conversations as items of a run. */
  items(): NewItem[] {
    return this.#entries
      .filter((entry) => isIncluded(entry, this.#plan))
      .map((entry) => itemOf(entry, this.#plan));
  }

  /** Returns what was requested and is not among `items`. */
  unsent(): UnsentLine[] {
    const excluded = this.#entries
      .filter((entry) => !isIncluded(entry, this.#plan))
      .map((entry) => ({
        conversationId: entry.conversationId,
        reason: unsentReason(forecastOf(entry, this.#plan)),
      }));
    return [...excluded, ...this.#deps.unsent];
  }

  #update(entry: PreviewEntry, change: Partial<PreviewEntry>): void {
    this.#sums.remove(entry, this.#plan);
    Object.assign(entry, change);
    this.#sums.add(entry, this.#plan);
  }

  /** Counts again after a change of many entries. */
  #addUp(): void {
    this.#sums = new PreviewSums(this.#entries, this.#plan);
  }
}
