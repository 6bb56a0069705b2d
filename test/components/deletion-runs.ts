import { expect } from 'vitest';
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
  type RegisterRow,
  type RunLine,
} from '../../preload/contract/deletion-runs.ts';
import type { ListReport } from '../../preload/contract/reading.ts';
import { idOf } from './cases.ts';
import { type FakeBridge, failing, type Replies } from './fake-bridge.ts';

const createdAt = Date.UTC(2026, 0, 15, 12);

/** A list of lines, each of which is a conversation. */
export function newReport(conversations: number, change: Partial<ListReport> = {}): ListReport {
  return {
    unit: 'line',
    format: 'lines',
    lines: conversations,
    sums: { useful: conversations, repeated: 0, elsewhere: 0, useless: 0 },
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
    choice: 'delete',
    group: 'works',
    products: ['identity'],
    plan: ['DELETE_DATA'],
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
    mode: 'DELETE_DATA',
    reason: 'test-data',
    state: 'running',
    pace: { concurrency: 4, stopAfter: 10 },
    total,
    waiting: total,
    heldByOthers: 0,
    underWay: 0,
    leftOut: 0,
    outcomes: noOutcomes,
    expired: 0,
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

  /** Changes the rows as main does when something is chosen for them. */
  chosen: (change: { choice: string; group?: string | undefined; ids?: string[] | undefined }) => void = () =>
    undefined;

  /** Sends its changes there. */
  connect(bridge: FakeBridge): void {
    this.#bridge = bridge;
  }

  /** Main has learnt this about the newest run. */
  change(change: Partial<DeletionRun>): void {
    const [newest, ...older] = this.runs;
    this.runs = newest === undefined ? [] : [{ ...newest, ...change }, ...older];
    this.#bridge?.send('deletionRuns.changed', {});
  }

  /** The runs of the register. */
  over: RegisterRow[] = [];
  lines: RunLine[] = [];

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
    const plans = count(({ included, plan }) => (included ? plan.join(',') : undefined));
    const isExpiry = Object.keys(plans).length > 0 && Object.keys(plans).every((plan) => plan === 'EXPIRE');
    this.draft = deletionDraft.parse({
      state: 'ready',
      canEndMonitoring: false,
      needsApproval: false,
      choice: 'delete',
      ...this.draft,
      total: this.rows.length,
      read: this.rows.length,
      groups: { ...none, ...count(({ group }) => group) },
      details: count(({ detail }) => detail),
      included: this.rows.filter(({ included }) => included).length,
      plans,
      mode: isExpiry ? 'EXPIRE' : 'DELETE_DATA',
      ...this.more,
      ...change,
    });
    return this.draft;
  }

  replies(): Replies {
    return {
      'deletionRuns.early': () => ({ held: 0, early: 0, unknown: 0 }),
      'deletionRuns.list': () => ({ runs: this.runs }),
      'deletionRuns.register': ({ filter }) => {
        const runs = this.over.filter(
          ({ reason }) => filter.reason === undefined || reason === filter.reason,
        );
        return { runs, total: runs.length };
      },
      'deletionRuns.lines': () => ({ lines: this.lines, total: this.lines.length }),
      'reading.readList': () => ({ listId: 'list-1', report: newReport(this.rows.length) }),
      'deletionRuns.prepare': ({ environmentId }) => {
        this.draft = undefined;
        this.#drafts += 1;
        return this.#put({ draftId: `draft-${this.#drafts}`, environmentId });
      },
      'deletionRuns.draft': () => (this.draft ? this.#put({}) : failing({ code: 'preview-outdated' })()),
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
        this.chosen(change);
        return this.#put(change.ids === undefined && change.group === undefined ? change : {});
      },
      'deletionRuns.discard': () => {
        this.draft = undefined;
        return {};
      },
      'deletionRuns.start': ({ pace, reason, ticket, startsAt }) => {
        const { mode = 'EXPIRE', included = 0, environmentId = '' } = this.draft ?? {};
        const isHeld = included > 1 && startsAt === undefined;
        const run = newRun(included, {
          runId: `run-${this.runs.length + 1}`,
          mode,
          environmentId,
          pace,
          reason,
          state: startsAt !== undefined ? 'planned' : isHeld ? 'holding' : 'running',
          ...(startsAt !== undefined && { startsAt }),
          ...(isHeld && { heldUntil: Date.now() + holdMs }),
          ...(ticket !== undefined && { ticket }),
        });
        this.runs = [run, ...this.runs];
        this.draft = undefined;
        this.change({});
        return run;
      },
      'deletionRuns.control': ({ action }) => {
        const withdrawn = { ...noOutcomes, withdrawn: this.runs[0]?.waiting ?? 0 };
        const changes: Record<typeof action, Partial<DeletionRun>> = {
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

export const field = page.getByLabelText('Conversations or people');
/** Pastes a text, into the field if no other place is given; that previews it. */
export async function paste(text: string, place?: Element): Promise<void> {
  const data = new DataTransfer();
  data.setData('text', text);
  await expect.element(field).toBeVisible();
  const target = place ?? (await field.element());
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

/** Returns so many ids, one on each line. */
export const idsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => idOf(index + 1)).join('\n');

export const previewButton = page.getByRole('button', { name: /^Preview/ });
export const draftRegion = page.getByRole('region', { name: 'What will happen' });
export const registerRegion = page.getByRole('region', { name: 'Register' });
export const runRegion = (name: string) => page.getByRole('region', { name });

/** Everything that may be asked for before a run begins. */
export const asked = {
  reason: page.getByLabelText('Reason', { exact: true }),
  person: page.getByRole('checkbox', { name: /^I have checked that this is the right person/ }),
  loss: page.getByRole('checkbox', { name: 'I know that deleted data cannot be restored' }),
  identity: page.getByLabelText('Last four characters of the user key'),
  name: page.getByRole('textbox', { name: /to confirm$/ }),
  count: (count: number) => page.getByRole('textbox', { name: new RegExp(`^Type ${count} to`) }),
};

/** A run in the register. */
export function newOver(total: number, change: Partial<RegisterRow> = {}): RegisterRow {
  return {
    runId: 'over-1',
    environmentId: 'acme-test',
    environmentName: 'Acme test',
    mode: 'DELETE_DATA',
    reason: 'test-data',
    user: 'someone',
    createdAt,
    total,
    outcomes: { confirmed: total },
    expired: 0,
    leftOut: 0,
    ...change,
  };
}
