import { page } from 'vitest/browser';
import {
  type DeletionDraft,
  type DeletionRun,
  deletionDraft,
  deletionRun,
  holdMs,
  type ItemOutcome,
  itemOutcomes,
  type PreviewGroup,
  type PreviewRow,
  previewGroups,
} from '../../preload/contract/deletion-runs.ts';
import type { ListReport } from '../../preload/contract/reading.ts';
import type { FakeBridge, Replies } from './fake-bridge.ts';

const createdAt = Date.UTC(2026, 0, 15, 12);

/** A list of lines, each of which is a conversation. */
export function newReport(conversations: number, change: Partial<ListReport> = {}): ListReport {
  return {
    unit: 'line',
    format: 'lines',
    lines: conversations,
    conversations,
    callbacks: 0,
    duplicates: [],
    duplicateCount: 0,
    bad: [],
    badCount: 0,
    userKeys: [],
    userKeyCount: 0,
    elsewhere: [],
    elsewhereCount: 0,
    isCut: false,
    ...change,
  };
}

export const noOutcomes = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, 0])) as Record<
  ItemOutcome,
  number
>;

/** One conversation of a preview, of which a call works. */
export function newPreviewRow(conversationId: string, change: Partial<PreviewRow> = {}): PreviewRow {
  return {
    conversationId,
    group: 'works',
    products: ['identity'],
    plan: ['EXPIRE'],
    included: true,
    ...change,
  };
}

/** A run of that many conversations that has begun to send. */
export function newRun(total: number, change: Partial<DeletionRun> = {}): DeletionRun {
  return deletionRun.parse({
    runId: 'run-1',
    environmentId: 'acme-test',
    environmentName: 'Acme test',
    mode: 'EXPIRE',
    reason: 'test-data',
    state: 'running',
    pace: { concurrency: 4, stopAfter: 10 },
    total,
    waiting: total,
    heldByOthers: 0,
    underWay: 0,
    outcomes: noOutcomes,
    rate: 0,
    createdAt,
    ...change,
  });
}

/** Deletions of many as main keeps them: a preview is read at once, and a run changes as the test says. */
export class FakeRuns {
  /** The rows of the next preview. */
  rows: PreviewRow[];
  runs: DeletionRun[] = [];
  draft: DeletionDraft | undefined;
  /** Members of the next preview, beside those that come from its rows. */
  more: Partial<DeletionDraft> = {};
  #bridge: FakeBridge | undefined;
  #drafts = 0;

  constructor(rows: PreviewRow[]) {
    this.rows = rows;
  }

  /** Sends its changes there. */
  connect(bridge: FakeBridge): void {
    this.#bridge = bridge;
  }

  /** Main has learnt this about the newest run. */
  change(change: Partial<DeletionRun>): void {
    const [newest, ...older] = this.runs;
    this.runs = newest === undefined ? [] : [{ ...newest, ...change }, ...older];
    this.#bridge?.send('deletionRuns.changed', this.#list());
  }

  #list() {
    return { runs: this.runs, drafts: this.draft ? [this.draft] : [] };
  }

  #put(change: Partial<DeletionDraft>): DeletionDraft {
    const count = (of: (row: PreviewRow) => string | undefined) => {
      const counts: Record<string, number> = {};
      for (const row of this.rows) {
        const key = of(row);
        if (key !== undefined) {
          counts[key] = (counts[key] ?? 0) + 1;
        }
      }
      return counts;
    };
    const none = Object.fromEntries(previewGroups.map((group) => [group, 0])) as Record<PreviewGroup, number>;
    this.draft = deletionDraft.parse({
      state: 'ready',
      canEndMonitoring: false,
      options: { expireFirst: false, endMonitoring: false },
      ...this.draft,
      total: this.rows.length,
      read: this.rows.length,
      groups: { ...none, ...count(({ group }) => group) },
      details: count(({ detail }) => detail),
      included: this.rows.filter(({ included }) => included).length,
      plans: count(({ included, plan }) => (included ? plan.join(',') : undefined)),
      ...this.more,
      ...change,
    });
    return this.draft;
  }

  replies(): Replies {
    return {
      'deletionRuns.early': () => ({ held: 0, early: 0, unknown: 0 }),
      'deletionRuns.list': () => this.#list(),
      'deletionRuns.prepare': ({ environmentId, mode }) => {
        this.draft = undefined;
        this.#drafts += 1;
        return this.#put({ draftId: `draft-${this.#drafts}`, environmentId, mode });
      },
      'deletionRuns.rows': ({ group, from, count }) => {
        const rows = this.rows.filter((row) => group === undefined || row.group === group);
        return { rows: rows.slice(from, from + count), total: rows.length };
      },
      'deletionRuns.choose': ({ change }) => {
        if ('included' in change) {
          const chosen = (row: PreviewRow) =>
            'group' in change ? row.group === change.group : change.ids.includes(row.conversationId);
          this.rows = this.rows.map((row) => (chosen(row) ? { ...row, included: change.included } : row));
          return this.#put({});
        }
        if ('reading' in change) {
          return this.#put({ state: change.reading === 'pause' ? 'paused' : 'ready' });
        }
        return this.#put(change);
      },
      'deletionRuns.discard': () => {
        this.draft = undefined;
        return {};
      },
      'deletionRuns.start': ({ pace, reason, ticket }) => {
        const { mode = 'EXPIRE', included = 0, environmentId = '' } = this.draft ?? {};
        const run = newRun(included, {
          ...{ runId: `run-${this.runs.length + 1}`, mode, environmentId, pace, reason, state: 'holding' },
          heldUntil: Date.now() + holdMs,
          ...(ticket !== undefined && { ticket }),
        });
        this.runs = [run, ...this.runs];
        this.draft = undefined;
        return run;
      },
      'deletionRuns.control': ({ action }) => {
        const withdrawn = { ...noOutcomes, withdrawn: this.runs[0]?.waiting ?? 0 };
        const changes: Record<typeof action, Partial<DeletionRun>> = {
          takeBack: { state: 'done', waiting: 0, outcomes: withdrawn },
          cancel: { state: 'done', waiting: 0, outcomes: withdrawn },
          pause: { state: 'paused' },
          resume: { state: 'running' },
          stopReading: { state: 'done' },
          dismiss: {},
        };
        this.change(changes[action]);
        if (action === 'dismiss') {
          this.runs = this.runs.slice(1);
        }
        return {};
      },
      'deletionRuns.setPace': ({ pace }) => {
        this.change({ pace });
        return {};
      },
    };
  }
}

export const listField = page.getByLabelText('Conversations', { exact: true });
export const draftRegion = page.getByRole('region', { name: /^Preview: / });
export const runRegion = (name: string) => page.getByRole('region', { name });
