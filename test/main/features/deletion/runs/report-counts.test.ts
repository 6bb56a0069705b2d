import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeList } from '../../../../../main/features/cases/reading/look-up-list.ts';
import { parseList } from '../../../../../main/features/cases/reading/read-list.ts';
import {
  csvReport,
  jsonReport,
  type ReportSource,
} from '../../../../../main/features/deletion/runs/report/run-report.ts';
import { runTable } from '../../../../../main/features/deletion/runs/report/run-table.ts';
import type { StoredRun } from '../../../../../main/features/deletion/runs/store/records.ts';
import type { RunRequests } from '../../../../../main/features/deletion/runs/store/service.ts';
import { runService } from '../../../../../main/features/deletion/runs/store/service.ts';
import { inMemory } from '../../../../../main/store/sqlite-file.ts';
import { itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import { outcomeLabels } from '../../../../../preload/wording/deletion-runs.ts';
import { fuzzRuns } from '../../../../support/full-tests.ts';

const uuid = fc.uuid({ version: 4 });
/** Lines of a list, each of which names at most one conversation: ids, some of them again, words, and lines without anything. */
const lines = fc
  .array(uuid, { minLength: 1, maxLength: 20 })
  .chain((ids) =>
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.constantFrom(...ids).map((id) => id.toUpperCase()) },
        { weight: 2, arbitrary: fc.constantFrom('no id here', 'u-22181', '#', '   ') },
      ),
      { minLength: 1, maxLength: 60 },
    ),
  );

/** The report of a run of these lines: what was not excluded ended somehow, or has not ended. */
function reported(text: string, fates: readonly number[]): { source: ReportSource; close(): void } {
  const service = runService();
  service.open({ path: inMemory, at: 0 });
  const { ids, unsent } = completeList(parseList(text), []);
  const fate = (index: number) => (fates[index % fates.length] ?? 0) % (itemOutcomes.length + 2);
  const run: StoredRun = {
    runId: 'r',
    environmentId: 'e',
    environmentName: 'Acme',
    environmentKind: 'test',
    baseUrl: 'https://acme.example',
    mode: 'DELETE_DATA',
    reason: 'other',
    createdAt: 0,
    state: 'done',
    pace: { concurrency: 1, stopAfter: 1 },
  };
  const isExcluded = (index: number) => fate(index) === itemOutcomes.length + 1;
  service.create({
    run,
    texts: { actor: 'tester' },
    items: ids.flatMap((conversationId, index) => {
      const outcome = itemOutcomes[fate(index)];
      const ended = outcome === undefined ? {} : ({ state: 'done', outcome } as const);
      return isExcluded(index)
        ? []
        : [{ conversationId, plan: ['DELETE_DATA'], record: { attempts: 0 }, ...ended }];
    }),
    unsent: [
      ...unsent,
      ...ids
        .filter((_, index) => isExcluded(index))
        .map((conversationId) => ({ conversationId, reason: 'excluded' })),
    ],
  });
  const request = async (name: keyof RunRequests, input: never) => service[name](input);
  const source = {
    run: { ...run, texts: { actor: 'tester' } },
    counts: service.counts({ runId: 'r' }),
    store: { request },
    signer: { keyId: 'k', kept: 'session', sign: () => ({ signature: '', publicKey: '', keyId: 'k' }) },
    now: 0,
  } as unknown as ReportSource;
  return { source, close: () => service.close() };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  for await (const piece of pieces) {
    parts.push(piece);
  }
  return parts.join('');
}

test('the counts of every report add up to the lines that were given', async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), async (given, fates) => {
      const { source, close } = reported(given.join('\n'), fates);
      const asked = given.filter((line) => line.trim() !== '').length;

      const { facts, rows, note } = await runTable(source);
      const printed = new Map(facts.map(([label, value]) => [label, Number(value)]));
      const ended = itemOutcomes.reduce(
        (sum, outcome) => sum + (printed.get(outcomeLabels[outcome]) ?? 0),
        0,
      );
      const unfinished = printed.get('Not finished') ?? 0;
      expect(printed.get('Conversations')).toBe(ended + unfinished);
      expect((printed.get('Conversations') ?? 0) + (printed.get('Left out') ?? 0)).toBe(asked);
      expect(rows).toHaveLength(asked);
      expect(note).toBeUndefined();

      const csv = (await textOf(csvReport(source))).trimEnd().split('\r\n');
      expect(csv).toHaveLength(asked + 1);

      const { items, summary } = JSON.parse(await textOf(jsonReport(source)));
      expect(items).toHaveLength(asked);
      expect(summary.report.items).toBe(asked);
      close();
    }),
    { numRuns: fuzzRuns(600) },
  );
});

test('the report of what a second person approved names both', async () => {
  const { source, close } = reported('one line', [0]);
  const by = (name: string) => ({ text: '', signature: '', publicKey: '', name });
  const approval = { proposal: by('Carla'), approval: by('Ben'), items: [] };
  const { facts } = await runTable({
    ...source,
    run: { ...source.run, texts: { ...source.run.texts, approval } },
  });
  expect(facts).toEqual(
    expect.arrayContaining([
      ['Proposed by', 'Carla'],
      ['Approved by', 'Ben'],
    ]),
  );
  close();
});
