import { expect, test } from 'vitest';
import { type CauseSearch, failureCauses } from '../../../../main/features/callbacks/failure-causes.ts';
import type { CaseStore } from '../../../../main/features/cases/case-store.ts';
import type { CallbackRow } from '../../../../preload/contract/callbacks.ts';

const row = (id: number): CallbackRow => ({
  id,
  receivedAt: new Date(id).toISOString(),
  source: 'listener',
  state: 'wrong-signature',
  relation: 'first',
  attempt: 1,
  isKnown: true,
  bytes: 2,
});

test('wrong signatures without a proved cause are grouped by what came of the search', async () => {
  const ends: Awaited<ReturnType<CauseSearch>>[] = [
    { findings: [], matches: false, tried: 9 },
    { findings: [], matches: true, tried: 1 },
    { findings: [], matches: false, tried: 9, stoppedBy: 'budget' },
    { findings: [], matches: false, tried: 0 },
    undefined,
    { findings: [], matches: false, tried: 12 },
  ];
  const deletedSince = ends.length;
  const rows = [...ends.keys(), deletedSince].map(row);
  const answers = {
    callbacks: () => ({ total: rows.length, rows }),
    callback: ({ id }: { id: number }) =>
      id === deletedSince
        ? undefined
        : { row: row(id), content: { headers: [] }, body: Buffer.from(String(id)) },
  };
  const request = async (name: keyof typeof answers, input: never) => answers[name](input);
  const search: CauseSearch = async ({ body }) => ends[Number(Buffer.from(body).toString())];
  const work = { signal: new AbortController().signal, progress: () => undefined };
  const { causes } = await failureCauses(request as CaseStore['request'], 'an-environment', search, work);
  expect(causes.map(({ count, search: end }) => [count, end])).toEqual([
    [2, { matches: false, tried: 9 }],
    [1, { matches: true, tried: 1 }],
    [1, { matches: false, tried: 9, stoppedBy: 'budget' }],
    [1, { matches: false, tried: 0 }],
    [1, undefined],
  ]);
});
