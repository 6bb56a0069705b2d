import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facets } from '../../../../preload/wording/case-filter/facets.ts';
import { type ListFilter, queryLine, readQuery } from '../../../../preload/wording/case-filter/query-line.ts';
import { suggestedFilters } from '../../../../renderer/features/cases/no-match.tsx';

test('query text names values by code or label, in any case', () => {
  expect(readQuery('assessment:issues,"failed" aml:ANY label:"second look" country:pl u-81')).toEqual({
    filter: {
      verdicts: ['review', 'failed'],
      aml: ['*'],
      labels: ['second look'],
      countries: ['PL'],
      text: 'u-81',
    },
    problems: [],
  });
  expect(readQuery('assessment:issues cause:scan_face_mismatch').filter).toEqual({
    verdicts: ['review'],
    causes: ['SCAN_FACE_MISMATCH'],
  });
});

test('an invalid part of the query is reported, and the rest still filters', () => {
  const { filter, problems } = readQuery('assessment:perhaps verdct:review opened:soon is:watched is:odd');
  expect(filter).toEqual({ watched: true });
  expect(problems).toHaveLength(4);
  expect(problems[0]).toContain('“perhaps” is not a value of assessment. Use issues, failed');
  expect(problems[1]).toContain('“verdct:” is not a filter');
});

test('an address is text and no filter', () => {
  expect(readQuery('https://example.test/c/abc-1')).toEqual({
    filter: { text: 'https://example.test/c/abc-1' },
    problems: [],
  });
});

test('an unfinished query is parsed as far as possible', () => {
  expect(readQuery('assessment:').filter).toEqual({});
  expect(readQuery('label:"second lo').filter).toEqual({ labels: ['second lo'] });
});

const label = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text && !text.includes('"'));
const anyFilter = fc
  .record(
    {
      verdicts: fc.subarray(['clear', 'review', 'gone'] as const, { minLength: 1 }),
      labels: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
      countries: fc.subarray(['PL', 'DE'], { minLength: 1 }),
      watched: fc.constant(true as const),
      time: fc.record({
        of: fc.constantFrom('opened' as const, 'decided' as const, 'first-seen' as const),
        period: fc.constantFrom(
          { kind: 'today' as const },
          { kind: 'days' as const, days: 7 },
          { kind: 'dates' as const, from: '2026-01-31', to: '2026-02-28' },
        ),
      }),
    },
    { requiredKeys: [] },
  )
  .map((filter) => filter as ListFilter);

test('a filter and its query text are equivalent', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(readQuery(queryLine(filter))).toEqual({ filter, problems: [] });
    }),
  );
});

test('every offered value is found by its label', () => {
  for (const facet of facets) {
    for (const value of facet.values) {
      const { filter } = readQuery(`${facet.key}:"${facet.labelOf(value)}"`);
      expect(facets.find(({ member }) => member in filter)?.key).toBe(facet.key);
    }
  }
});

test('text that names a value is suggested as its filter, in place of the text', () => {
  expect(suggestedFilters(readQuery('country:PL sanctions').filter).map(({ filter }) => filter)).toEqual([
    { countries: ['PL'], aml: ['SANCTIONS'] },
  ]);
  expect(suggestedFilters(readQuery('No issu').filter).map(({ filter }) => queryLine(filter))).toEqual([
    'assessment:no-issues',
  ]);
  expect(suggestedFilters(readQuery('aml:SANCTIONS sanctions').filter)).toEqual([]);
  expect(suggestedFilters(readQuery('fa').filter)).toEqual([]);
});
