import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  PreviewEntry,
  PreviewPlan,
  ReadSummary,
} from '../../../../../main/features/deletion/runs/preview/entry.ts';
import { PreviewSums } from '../../../../../main/features/deletion/runs/preview/sums.ts';

const summary = fc.record<Partial<ReadSummary>>({
  status: fc.constantFrom('CREATED', 'IN_PROGRESS', 'FINISHED', 'EXPIRED', 'CANCELED', undefined),
  subscriptionActive: fc.boolean(),
  files: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
});
const change = fc.oneof(
  summary.map((read) => ({ summary: read as ReadSummary })),
  fc.constantFrom('gone', 'not-found', 'server-error').map((failure) => ({ failure })),
  fc.option(fc.boolean(), { nil: undefined }).map((chosen) => ({ chosen })),
);
const plan = fc.record<PreviewPlan>({
  mode: fc.constantFrom('EXPIRE', 'DELETE_DATA'),
  options: fc.record({ expireFirst: fc.boolean(), endMonitoring: fc.boolean() }),
});

const shown = (sums: PreviewSums) => ({
  groups: sums.groups,
  details: sums.details,
  plans: sums.plans,
  included: sums.included,
  files: sums.files,
  unread: sums.unread,
});

test('sums that are kept up to date are those of adding everything up', () => {
  const changes = fc.array(fc.tuple(fc.nat(9), change), { maxLength: 60 });
  fc.assert(
    fc.property(plan, changes, (given, all) => {
      const entries: PreviewEntry[] = Array.from({ length: 10 }, (_, index) => ({
        conversationId: `c-${index}`,
        summary: undefined,
        failure: undefined,
        chosen: undefined,
      }));
      const sums = new PreviewSums(entries, given);
      for (const [index, changed] of all) {
        const entry = entries[index] as PreviewEntry;
        sums.remove(entry, given);
        Object.assign(entry, changed);
        sums.add(entry, given);
      }
      expect(shown(sums)).toEqual(shown(new PreviewSums(entries, given)));
    }),
  );
});
