import {
  type CaseDetails,
  type CaseFilter,
  type CaseGroup,
  type CaseQueue,
  type CaseRow,
  type CaseView,
  caseDetails,
  caseRow,
} from '../../preload/contract/cases.ts';
import { type OpenedConversation, openedConversation } from '../../preload/contract/conversations.ts';
import type { Replies } from './fake-bridge.ts';

const day = Date.UTC(2026, 0, 15, 12);

/** A case that was opened once: the higher its number, the longer ago. */
export function newRow(number: number, change: Partial<CaseRow> = {}): CaseRow {
  return caseRow.parse({
    conversationId: idOf(number),
    userKey: `user-${number}`,
    person: { name: 'Kowalska, Anna', birthDate: '1979-11-02' },
    verdict: 'review',
    status: 'FINISHED',
    products: [{ name: 'identity', status: 'FINISHED' }],
    findings: [{ kind: 'cause', product: 'identity', code: 'SCAN_FACE_MISMATCH', weight: 90 }],
    findingCount: 1,
    countries: ['PL'],
    aml: [],
    firstSeenAt: day - number * 60_000,
    openedAt: day - number * 60_000,
    readAt: day - number * 60_000,
    state: 'open',
    ageFrom: day - number * 60_000,
    labels: [],
    noteCount: 0,
    watched: false,
    changed: false,
    ...change,
  });
}

/** `00000000-0000-4000-8000-000000000001` and so on. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns the details of a case beside its row. */
export function detailsOf(row: CaseRow, change: Partial<CaseDetails> = {}): CaseDetails {
  return caseDetails.parse({
    row,
    findings: row.findings,
    notes: [],
    history: [],
    seenBefore: [],
    reads: [],
    ...change,
  });
}

/** A finished conversation with the given data of its user. */
export function finished(
  { conversationId, environmentId }: { conversationId: string; environmentId: string },
  person: object = { name: { firstName: 'Gęślą', lastName: 'Jaźń' } },
): OpenedConversation {
  return openedConversation.parse({
    readingId: `read-${conversationId}`,
    environmentId,
    conversation: {
      id: conversationId,
      status: 'FINISHED',
      userKey: 'user-1',
      result: { identity: { status: 'FINISHED', user: { person } } },
    },
    notes: {
      flags: [],
      cuts: [],
      duplicates: [],
      inexactNumbers: [],
      receivedAt: '2026-01-15T12:00:00Z',
      bytes: 1000,
      ms: 10,
      attempts: 1,
    },
    plausibility: { findings: [], comparisons: 0, complete: true },
  });
}

/** A list of cases as main keeps it: what is done with them is kept, and `matches` stands for main's filter. */
export class FakeCases {
  rows: CaseRow[];
  views: CaseView[] = [];
  groups: CaseGroup[] = [];
  queue: CaseQueue | undefined;
  /** Called after each change; main sends `cases.changed`. */
  onChange: () => void = () => undefined;
  readonly #details = new Map<string, Partial<CaseDetails>>();
  readonly #matches: (row: CaseRow, filter: CaseFilter) => boolean;

  constructor(rows: CaseRow[], matches: (row: CaseRow, filter: CaseFilter) => boolean = () => true) {
    this.rows = rows;
    this.#matches = matches;
  }

  /** Adds a note to a case, and returns its row. */
  #noted(row: CaseRow, note: Pick<CaseDetails['notes'][number], 'text' | 'file'>): CaseRow {
    const before = this.#details.get(row.conversationId)?.notes ?? [];
    const notes = [...before, { id: before.length + 1, at: day, actor: 'someone', ...note }];
    this.#details.set(row.conversationId, { ...this.#details.get(row.conversationId), notes });
    return { ...row, noteCount: notes.length };
  }

  replies(): Replies {
    let result: CaseRow[] = [];
    const change = (selection: { ids?: string[]; except?: string[] }, to: (row: CaseRow) => CaseRow) => {
      const chosen = (row: CaseRow) =>
        selection.ids?.includes(row.conversationId) ??
        (result.some(({ conversationId }) => conversationId === row.conversationId) &&
          !selection.except?.includes(row.conversationId));
      let affected = 0;
      this.rows = this.rows.map((row) => {
        if (!chosen(row)) {
          return row;
        }
        affected += 1;
        return to(row);
      });
      setTimeout(this.onChange);
      return { affected, at: Date.now() };
    };
    let query = 0;
    return {
      'cases.status': () => ({ storage: 'disk', notices: [], total: this.rows.length }),
      'cases.query': ({ filter }) => {
        result = this.rows.filter((row) => this.#matches(row, filter));
        query += 1;
        return { resultId: `result-${query}`, total: result.length, groups: this.groups };
      },
      'cases.rows': ({ from, count }) => ({ rows: result.slice(from, from + count) }),
      'cases.position': ({ conversationId }) => {
        const index = result.findIndex((row) => row.conversationId === conversationId);
        return index < 0 ? {} : { index };
      },
      'cases.counts': ({ filters }) => ({
        counts: filters.map((filter) => this.rows.filter((row) => this.#matches(row, filter)).length),
      }),
      'cases.get': ({ conversationId }) => {
        const row = this.rows.find((one) => one.conversationId === conversationId);
        return row ? { case: detailsOf(row, this.#details.get(conversationId)) } : {};
      },
      'cases.views': () => ({ views: this.views }),
      'cases.decide': ({ selection, decision }) =>
        change(selection, ({ decision: _, ...row }) =>
          'kind' in decision
            ? { ...row, decision: { kind: decision.kind, reason: decision.reason, at: day } }
            : row,
        ),
      'cases.label': ({ selection, add, remove }) =>
        change(selection, (row) => ({
          ...row,
          labels: [...row.labels.filter((label) => !remove.includes(label)), ...add],
        })),
      'cases.state': ({ selection, state, reason }) =>
        change(selection, ({ waiting: _, ...row }) => ({
          ...row,
          state,
          ...(state === 'waiting' && { waiting: { ...(reason !== undefined && { reason }), since: day } }),
        })),
      'cases.followUp': ({ selection, followUp }) =>
        change(selection, ({ followUp: _, ...row }) =>
          followUp ? { ...row, followUp: { ...followUp, isAwaited: true, isDue: false } } : row,
        ),
      'cases.assign': ({ selection, to, note }) =>
        change(selection, ({ assigned: _, ...row }) =>
          to === null
            ? row
            : {
                ...row,
                assigned: {
                  ...('role' in to ? { name: 'Reviewer', isRole: true as const } : { name: 'Ben' }),
                  isMe: false,
                  by: 'Anna',
                  ...(note !== undefined && { note }),
                },
              },
        ),
      'cases.review': ({ selection, reviewed }) => {
        const { ids } = 'ids' in selection ? selection : { ids: [] };
        if (this.queue) {
          const others = this.queue.reviewed.filter((id) => !ids.includes(id));
          this.queue = { ...this.queue, reviewed: reviewed ? [...others, ...ids] : others };
        }
        return change(selection, ({ reviewedAt: _, ...row }) =>
          reviewed ? { ...row, reviewedAt: day } : row,
        );
      },
      'cases.settle': ({ conversationId, finding, settlement, reason }) => {
        const settlements = settlement ? [{ finding, kind: settlement, reason, actor: 'ap', at: day }] : [];
        this.#details.set(conversationId, { ...this.#details.get(conversationId), settlements });
        setTimeout(this.onChange);
        return { affected: 1 };
      },
      'cases.note': ({ selection, text }) => change(selection, (row) => this.#noted(row, { text })),
      'cases.attach': ({ conversationId, text, name, content }) =>
        change({ ids: [conversationId] }, (row) =>
          this.#noted(row, { text, file: { name, bytes: content.length, sha256: '0'.repeat(64) } }),
        ),
      'cases.tick': ({ conversationId, item, ticked }) => {
        const others = this.#details.get(conversationId)?.ticks?.filter((one) => one !== item) ?? [];
        const ticks = ticked ? [...others, item] : others;
        this.#details.set(conversationId, { ...this.#details.get(conversationId), ticks });
        setTimeout(this.onChange);
        return { affected: 1 };
      },
      'cases.undo': ({ conversationIds, of }) =>
        change({ ids: conversationIds }, ({ decision, ...row }) => {
          if (of !== 'note') {
            return of === 'label'
              ? { ...row, ...(decision && { decision }), labels: row.labels.slice(0, -1) }
              : row;
          }
          const notes = this.#details.get(row.conversationId)?.notes?.slice(0, -1) ?? [];
          this.#details.set(row.conversationId, { ...this.#details.get(row.conversationId), notes });
          return { ...row, ...(decision && { decision }), noteCount: notes.length };
        }),
      'cases.revealed': () => ({}),
      'cases.forget': ({ selection }) => {
        const { affected } = change(selection, (row) => ({ ...row, state: 'done' }));
        this.rows = this.rows.filter(
          (row) => !('ids' in selection && selection.ids.includes(row.conversationId)),
        );
        return { affected };
      },
      'cases.saveView': ({ view }) => {
        this.views = [...this.views, { ...view, id: view.id ?? `view-${this.views.length}` }];
        return { views: this.views };
      },
      'cases.deleteView': ({ viewId }) => {
        this.views = this.views.filter(({ id }) => id !== viewId);
        return { views: this.views };
      },
      'cases.queue': () => (this.queue ? { queue: this.queue } : {}),
      'cases.startQueue': ({ selection, title }) => {
        const ids =
          'ids' in selection
            ? this.rows.map((row) => row.conversationId).filter((id) => selection.ids.includes(id))
            : result.map((row) => row.conversationId);
        this.queue = { title, ids, at: 0, reviewed: [] };
        return { queue: this.queue };
      },
      'cases.moveQueue': ({ conversationId }) => {
        const at = this.queue?.ids.indexOf(conversationId ?? '') ?? -1;
        this.queue = this.queue && conversationId !== null ? { ...this.queue, at } : undefined;
        return {};
      },
      'conversations.open': (input) => finished(input),
      'media.list': () => ({
        readingId: 'media',
        media: [],
        withoutId: [],
        given: 'whole',
        others: {},
        notes: finished({ conversationId: 'x', environmentId: 'sandbox' }).notes,
      }),
      'receipts.of': () => ({ receipts: [] }),
      'calls.list': () => ({ calls: [], more: false, revision: 0, ids: [] }),
    };
  }
}
