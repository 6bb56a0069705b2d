import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import {
  type CaseFilter,
  type CaseRow,
  type CaseSort,
  caseSortKeys,
  caseStates,
  decisionKinds,
  shownStates,
  verdicts,
} from '../../../../preload/contract/cases.ts';
import { states, stateTerm } from '../../../../preload/wording/case-terms.ts';
import { act, env, get, openInMemory, record, who } from './index-harness.ts';

const statuses = ['FINISHED', 'CREATED', 'CANCELED'] as const;
const causeCodes = ['SCAN_FACE_MISMATCH', 'ABANDONED', 'SCAN_DOCUMENT_EXPIRED'] as const;
const lists = ['PEP', 'SANCTIONS'] as const;
const countries = ['PL', 'DE', 'FR'] as const;
const labels = ['VIP', 'Second look'] as const;

const some = <T>(values: readonly T[]) => fc.subarray([...values]);
const oneCase = fc.record({
  status: fc.constantFrom(...statuses),
  productStatus: fc.constantFrom('FINISHED', 'FAILED', 'PARTIAL'),
  causes: some(causeCodes),
  found: some(lists),
  country: fc.option(fc.constantFrom(...countries)),
  userKey: fc.option(fc.constantFrom('anna', 'Bo', 'zed', 'ülle')),
  document: fc.constantFrom('AB 123', 'CD 456'),
  labels: some(labels),
  state: fc.constantFrom(...caseStates),
  decision: fc.option(fc.constantFrom(...decisionKinds)),
  watched: fc.boolean(),
  note: fc.boolean(),
  day: fc.integer({ min: 0, max: 9 }),
  opened: fc.boolean(),
});
type Given = typeof oneCase extends fc.Arbitrary<infer T> ? T : never;

const filters: fc.Arbitrary<CaseFilter> = fc
  .record(
    {
      verdicts: some(verdicts),
      statuses: some(statuses),
      products: some(['identity', 'aml', 'identity:FAILED'] as const),
      causes: some(causeCodes),
      aml: some([...lists, '*'] as const),
      countries: some(countries),
      decisions: some([...decisionKinds, 'none'] as const),
      labels: some([...labels, 'no such label'] as const),
      states: some([...shownStates, ...caseStates]),
      watched: fc.boolean(),
      hasNotes: fc.boolean(),
      text: fc.constantFrom('anna', 'ab-123', 'CASE-1', 'second', 'nothing has this'),
      time: fc.record({
        of: fc.constantFrom('first-seen', 'opened', 'decided'),
        from: fc.integer({ min: 0, max: 9 }).map(timeOf),
        to: fc.integer({ min: 0, max: 9 }).map(timeOf),
      }),
    },
    { requiredKeys: [] },
  )
  .map((filter) => filter as CaseFilter);
const sorts: fc.Arbitrary<CaseSort> = fc.record({
  by: fc.constantFrom(...caseSortKeys),
  descending: fc.boolean(),
});

function timeOf(day: number): number {
  return who.at + day * 86_400_000;
}

function fill(service: IndexRequests, given: readonly Given[]): string[] {
  return given.map((one, index) => {
    const id = `case-${index}`;
    const person = { ids: { passport: { id: one.document } }, name: { lastName: 'Kowalski' } };
    const identity = { status: one.productStatus, user: { person }, errors: [...one.causes] };
    const conversation = {
      userKey: one.userKey ?? '',
      status: one.status,
      result: { identity, aml: { status: 'FINISHED', found: [...one.found] } },
      info: one.country === null ? [] : [{ country: one.country, method: 'X' }],
    };
    record(service, id, conversation, timeOf(one.day), one.opened);
    const at = timeOf(one.day);
    const entries = [
      ...one.labels.map((label) => ({ kind: 'labelled', details: { label } }) as const),
      { kind: 'state-set', details: { state: one.state } } as const,
      { kind: 'watched', details: { watched: one.watched } } as const,
      ...(one.note ? [{ kind: 'noted', details: { text: 'a note' } } as const] : []),
      ...(one.decision ? [{ kind: 'decided', details: { decision: one.decision } } as const] : []),
    ];
    service.act({ ...env, actor: who.actor, at, selection: { ids: [id] }, entries });
    return id;
  });
}

/** The same query in plain code over the displayed rows. */
function expected(
  rows: readonly (CaseRow & { given: Given; causes: string[] })[],
  filter: CaseFilter,
  sort: CaseSort,
) {
  const any = <T>(wanted: readonly T[] | undefined, has: (value: T) => boolean) =>
    wanted === undefined || wanted.length === 0 || wanted.some(has);
  const kept = rows.filter((row) => {
    const { given } = row;
    const time = { 'first-seen': row.firstSeenAt, opened: row.openedAt, decided: row.decision?.at };
    const at = filter.time && time[filter.time.of as keyof typeof time];
    const text = filter.text?.toLowerCase() ?? '';
    return (
      any(filter.verdicts, (verdict) => row.verdict === verdict) &&
      any(filter.statuses, (status) => row.status === status) &&
      any(filter.products, (wanted) =>
        row.products.some(({ name, status }) => wanted === name || wanted === `${name}:${status}`),
      ) &&
      any(filter.causes, (cause) => row.causes.includes(cause)) &&
      any(filter.aml, (list) => (list === '*' ? row.aml.length > 0 : row.aml.includes(list))) &&
      any(filter.countries, (country) => row.countries.includes(country)) &&
      any(filter.decisions, (kind) => (kind === 'none' ? !row.decision : row.decision?.kind === kind)) &&
      any(filter.labels, (label) => row.labels.includes(label)) &&
      any(filter.states, (state) => row.state === state || shownStateOf(row) === state) &&
      (filter.watched === undefined || row.watched === filter.watched) &&
      (filter.hasNotes === undefined || row.noteCount > 0 === filter.hasNotes) &&
      (filter.time === undefined ||
        (at !== undefined && at >= (filter.time.from ?? 0) && at <= (filter.time.to ?? 0))) &&
      (text === '' ||
        row.conversationId.includes(text) ||
        row.labels.some((label) => label.toLowerCase().includes(text)) ||
        row.userKey === filter.text ||
        plain(given.document) === plain(filter.text ?? ''))
    );
  });
  return kept
    .map((row) => ({ row, index: rows.indexOf(row), key: keyOf(row, sort) }))
    .sort((one, other) => {
      if (one.key === other.key) {
        return other.index - one.index;
      }
      if (one.key === undefined || other.key === undefined) {
        return one.key === undefined ? 1 : -1;
      }
      return one.key < other.key === sort.descending ? 1 : -1;
    })
    .map(({ row }) => row.conversationId);
}

const shownStateOf = (row: CaseRow) =>
  shownStates.find((state) => states[state].label === stateTerm(row)?.label);
const plain = (text: string) => text.toUpperCase().replaceAll(/[ -]/g, '');

function keyOf(row: CaseRow, { by }: CaseSort): string | number | undefined {
  const keys: Record<CaseSort['by'], () => string | number | undefined> = {
    'first-seen': () => row.firstSeenAt,
    opened: () => row.openedAt,
    read: () => row.readAt,
    changed: () => row.changedAt,
    decided: () => row.decision?.at,
    verdict: () => verdicts.indexOf(row.verdict),
    findings: () =>
      row.findingCount === 0 ? undefined : (row.findings[0]?.weight ?? 0) * 1000 + row.findingCount,
    age: () => row.ageFrom,
    status: () => row.status,
    country: () => row.countries[0],
    userKey: () => row.userKey,
    // All have one name.
    person: () => 'kowalski',
    state() {
      const shown = shownStateOf(row);
      return shown && shownStates.indexOf(shown);
    },
    labels: () => row.labels.join('\n') || undefined,
    products: () => row.products.map(({ name }) => name).join(' ') || undefined,
    conversationId: () => row.conversationId,
  };
  return keys[by]();
}

test('every filter and order gives the same result as plain code', () => {
  fc.assert(
    fc.property(
      fc.array(oneCase, { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(filters, sorts), { minLength: 10, maxLength: 10 }),
      (given, queries) => {
        const service = openInMemory();
        const names = fill(service, given);
        const rows = names.map((name, index) => {
          const { row, findings } = get(service, name);
          const causes = findings.filter(({ kind }) => kind === 'cause').map(({ code }) => code);
          return { ...row, given: given[index] as Given, causes };
        });
        for (const [filter, sort] of queries) {
          const dayStarts = { today: timeOf(5), yesterday: timeOf(4), week: timeOf(2) };
          const { resultId, total, groups } = service.query({ ...env, filter, sort, dayStarts });
          const page = service.rows({ ...env, resultId, from: 0, count: 200 });
          const found = page.flatMap((row) => row?.conversationId ?? []);
          expect({ filter, sort, found }).toEqual({ filter, sort, found: expected(rows, filter, sort) });
          expect(total).toBe(found.length);
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(groups.length === 0 ? 0 : total);
        }
        service.close();
      },
    ),
    { numRuns: 25 },
  );
});

test('rows are grouped by calendar period in order', () => {
  const service = openInMemory();
  for (const [index, day] of [9, 5, 4, 3, 1].entries()) {
    record(service, `case-${index}`, {}, timeOf(day));
  }
  record(service, 'never-opened', {}, timeOf(8), false);
  const dayStarts = { today: timeOf(5), yesterday: timeOf(4), week: timeOf(2) };
  const query = (descending: boolean) =>
    service.query({ ...env, filter: {}, sort: { by: 'opened', descending }, dayStarts }).groups;
  expect(query(true)).toEqual([
    { key: 'today', count: 2 },
    { key: 'yesterday', count: 1 },
    { key: 'week', count: 1 },
    { key: 'earlier', count: 1 },
    { key: 'never', count: 1 },
  ]);
  expect(query(false).map(({ key }) => key)).toEqual(['earlier', 'week', 'yesterday', 'today', 'never']);
});

test('a list has names as “Kowalska, Anna”, sorted without case and marks, and who decided', () => {
  const service = openInMemory();
  const names = [
    ['Anna', 'Kowalska'],
    ['Jan', 'Müller'],
    ['Łucja', 'ábel'],
    ['Zoë', undefined],
  ] as const;
  for (const [index, [firstName, lastName]] of names.entries()) {
    const user = { person: { name: { firstName, lastName }, info: { birthDate: '1979-11-02' } } };
    record(service, `case-${index}`, {
      status: 'FINISHED',
      result: { identity: { status: 'FINISHED', user } },
    });
  }
  act(service, ['case-1'], { kind: 'decided', details: { decision: 'clear' } });
  const sorted = (descending: boolean) => {
    const dayStarts = { today: 0, yesterday: 0, week: 0 };
    const { resultId } = service.query({ ...env, filter: {}, sort: { by: 'person', descending }, dayStarts });
    return service.rows({ ...env, resultId, from: 0, count: 10 }).map((row) => row?.person?.name);
  };
  expect(sorted(false)).toEqual(['ábel, Łucja', 'Kowalska, Anna', 'Müller, Jan', 'Zoë']);
  expect(sorted(true)).toEqual(sorted(false).toReversed());
  // A new reading has another name.
  const user = { person: { name: { firstName: 'Zoë', lastName: 'Aal' } } };
  record(service, 'case-3', { status: 'FINISHED', result: { identity: { status: 'FINISHED', user } } });
  expect(sorted(false)[0]).toBe('Aal, Zoë');
  const { resultId } = service.query({
    ...env,
    filter: { states: ['clear'] },
    sort: { by: 'state', descending: false },
    dayStarts: { today: 0, yesterday: 0, week: 0 },
  });
  expect(service.rows({ ...env, resultId, from: 0, count: 10 })).toMatchObject([
    { person: { name: 'Müller, Jan', birthDate: '1979-11-02' }, reviewer: who.actor },
  ]);
});
