import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreviewEntry, ReadSummary } from '../../../../../main/features/deletion/runs/preview/entry.ts';
import { countEntry, sumsOf } from '../../../../../main/features/deletion/runs/preview/sums.ts';

const summary = fc.record<Partial<ReadSummary>>({
  status: fc.constantFrom('CREATED', 'IN_PROGRESS', 'FINISHED', 'EXPIRED', 'CANCELED', undefined),
  subscriptionActive: fc.boolean(),
  files: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
});
const change = fc.oneof(
  summary.map((read) => ({ summary: read as ReadSummary })),
  fc.constantFrom('gone', 'not-found', 'server-error').map((failure) => ({ failure })),
  fc.option(fc.boolean(), { nil: undefined }).map((chosen) => ({ chosen })),
  fc.constantFrom<PreviewEntry['choice']>('delete', 'expire', 'end-monitoring').map((choice) => ({ choice })),
);
test('sums that are kept up to date are those of adding everything up', () => {
  const changes = fc.array(fc.tuple(fc.nat(9), change), { maxLength: 60 });
  fc.assert(
    fc.property(changes, (all) => {
      const entries: PreviewEntry[] = Array.from({ length: 10 }, (_, index) => ({
        conversationId: `c-${index}`,
        line: index,
        choice: 'delete',
        summary: undefined,
        failure: undefined,
        chosen: undefined,
      }));
      const sums = sumsOf(entries);
      for (const [index, changed] of all) {
        const entry = entries[index] as PreviewEntry;
        countEntry(sums, entry, -1);
        Object.assign(entry, changed);
        countEntry(sums, entry, 1);
      }
      expect(sums).toEqual(sumsOf(entries));
    }),
  );
});
