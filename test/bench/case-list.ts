import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { CaseStore } from '../../main/features/cases/case-store.ts';
import { openIndex } from '../../main/features/cases/index/index-file.ts';
import { LazyPlausibility } from '../../main/features/cases/plausibility/lazy.ts';
import { newSealingKey } from '../../main/store/sealing.ts';
import type { CaseFilter, CaseSort } from '../../preload/contract/cases.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { type BenchRow, median } from './row.ts';

const cases = 100_000;
const rounds = 15;
const env = { environmentId: 'bench' };
const aimMs = 100;
const searchAimMs = 200;
const dayMs = 86_400_000;

/** Queries a list of 100,000 cases on disk as a window does: through the worker, including the first rows. */
export async function benchCaseList(): Promise<BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-cases-'));
  const key = newSealingKey();
  const now = Date.now();
  fill(directory, key, now);
  const text = JSON.stringify([{ id: key.id, key: Buffer.from(key.key).toString('base64') }]);
  const store = new CaseStore({
    plausibility: new LazyPlausibility(() => undefined),
    dataDir: directory,
    keychain: {
      get: async () => text,
      set: async () => undefined,
      state: async () => ({ state: 'available', message: '' }),
    },
    isSessionOnly: () => false,
    isEnvironment: () => true,
    now: () => now,
    actor: 'bench',
    onChange: () => undefined,
    checkForget: () => undefined,
    forgetCalls: () => undefined,
    onForgotten: () => undefined,
    log: (error) => {
      throw error;
    },
  });
  const dayStarts = { today: now - dayMs, yesterday: now - 2 * dayMs, week: now - 7 * dayMs };
  const list = async (filter: CaseFilter, sort: CaseSort) => {
    const { resultId } = await store.request('query', { ...env, filter, sort, dayStarts });
    await store.request('rows', { ...env, resultId, from: 0, count: 60 });
  };
  const newest = { by: 'opened', descending: true } as const;
  try {
    await list({}, newest);
    const ids = Array.from({ length: 1000 }, (_, index) => `case-${index}`);
    await store.request('saveQueue', { ...env, queue: { ids, at: 0, title: 'Bench', reviewed: [] } });
    return [
      await measured('opening the list of 100,000 cases', () => list({}, newest)),
      await measured('filtering it by verdict, cause and label', () =>
        list({ verdicts: ['review'], causes: ['SCAN_FACE_MISMATCH'], labels: ['Second look'] }, newest),
      ),
      await measured('filtering it by a text', () => list({ text: 'case-77' }, newest)),
      await measured('sorting it by findings', () => list({}, { by: 'findings', descending: true })),
      await measured('sorting it by user key', () => list({}, { by: 'userKey', descending: false })),
      await measured('sorting it by name', () => list({}, { by: 'person', descending: false })),
      await measured('filtering it by the state To review', () => list({ states: ['to-review'] }, newest)),
      await measured('the next case in a queue of 1,000', async (round) => {
        await store.request('moveQueue', { ...env, conversationId: `case-${round}` });
        await store.request('get', { ...env, conversationId: `case-${round}` });
      }),
      await measured(
        'searching it by a name',
        async (round) => {
          const found = await store.request('search', {
            ...env,
            text: `jan kowalski${nameOf(round)}`,
            max: 20,
          });
          if (found.length === 0) {
            throw new Error('The search found no case of that name.');
          }
        },
        searchAimMs,
      ),
      await measured('searching it by a document number', async (round) => {
        const found = await store.request('search', { ...env, text: `doc ${round * 17}`, max: 20 });
        if (found.length !== 1) {
          throw new Error('The search found another number of cases than there are.');
        }
      }),
    ];
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measured(name: string, act: (round: number) => Promise<void>, aim = aimMs): Promise<BenchRow> {
  await act(0);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const start = performance.now();
    await act(round);
    times.push(performance.now() - start);
  }
  const value = median(times);
  return {
    name,
    value,
    unit: 'ms',
    aim: `${aim} ms or less`,
    met: value <= aim,
    detail: `median of ${rounds}, through the worker; slowest ${Math.max(...times).toFixed(1)} ms`,
  };
}

function fill(directory: string, key: ReturnType<typeof newSealingKey>, now: number): void {
  const act = { at: now, actor: 'bench' };
  const { list: opened } = openIndex({ storage: 'disk', directory, indexId: 'bench', keys: [key], ...act });
  for (let from = 0; from < cases; from += 5000) {
    opened.change(() => {
      for (let index = from; index < from + 5000; index += 1) {
        opened.index.recorder.record({
          ...env,
          conversationId: `case-${index}`,
          at: now - (cases - index) * 60_000,
          opened: true,
          conversation: conversationOf(index),
          notes: {},
        });
      }
    });
  }
  opened.append(
    Array.from({ length: 2000 }, (_, index) => ({
      kind: 'labelled',
      ...act,
      ...env,
      conversationId: `case-${index * 50}`,
      details: { label: 'Second look' },
    })),
  );
  opened.close();
}

/** One of some thousand endings of a name. */
function nameOf(index: number): string {
  return [index % 17, index % 19, index % 13].map((at) => String.fromCharCode(97 + at)).join('');
}

function conversationOf(index: number): Conversation {
  const errors = index % 10 === 0 ? ['SCAN_FACE_MISMATCH'] : index % 7 === 0 ? ['ABANDONED'] : [];
  return {
    id: `case-${index}`,
    userKey: `user-${(index * 7919) % cases}`,
    status: index % 13 === 0 ? 'IN_PROGRESS' : 'FINISHED',
    result: {
      identity: {
        status: errors.length > 0 ? 'FAILED' : 'FINISHED',
        errors,
        user: {
          person: {
            name: { firstName: 'Jan', lastName: `Kowalski${nameOf(index)}` },
            ids: { passport: { id: `DOC-${index}`, issueCountry: 'PL' }, nationalId: `NAT-${index}` },
          },
        },
      },
      aml: { status: 'FINISHED', found: index % 50 === 0 ? ['PEP'] : [] },
    },
    info: [{ country: ['PL', 'DE', 'FR'][index % 3] ?? 'PL', method: 'DOCUMENT_SCAN' }],
  };
}
