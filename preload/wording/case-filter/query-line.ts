import type { CaseFilter } from '../../contract/cases.ts';
import { omitUndefined } from '../../contract/objects.ts';
import { type CaseColumn, caseColumns } from '../case-columns.ts';
import { type Facet, facets, facetValue, valuesOf, writtenValue } from './facets.ts';
import { type Period, periodBounds, periodFrom, periodText } from './period.ts';
import { type QueryToken, queryTokens, quoted } from './query-tokens.ts';

/** The filter of a list. The period stays as entered, so that "today" is another day tomorrow. */
export type ListFilter = Omit<CaseFilter, 'time'> & { time?: ListTime };

export interface ListTime {
  of: TimeMember;
  period: Period;
}

type TimeMember = NonNullable<CaseFilter['time']>['of'];

/** The times to filter by, with their keys in the query text. */
export const times = Object.entries<CaseColumn>(caseColumns)
  .filter(([, { isTime }]) => isTime)
  .map(([key, { label, sort }]) => ({ key, label, of: sort as TimeMember }));

/** Yes-or-no properties of a case, with their names in the query text. */
export const marks = [
  { name: 'watched', member: 'watched', label: 'Watched' },
  { name: 'changed', member: 'changed', label: 'Changed' },
  { name: 'reviewed', member: 'reviewed', label: 'Reviewed' },
  { name: 'to-review', member: 'toReview', label: 'To review' },
  { name: 'unsettled', member: 'unsettled', label: 'Unsettled findings' },
  { name: 'waiting', member: 'waiting', label: 'Waiting' },
  { name: 'follow-up', member: 'followUp', label: 'Follow-up' },
  { name: 'conflict', member: 'conflict', label: 'In conflict' },
  { name: 'second-review', member: 'secondReview', label: 'Second review' },
  { name: 'question', member: 'question', label: 'Question' },
  { name: 'mine', member: 'assignedToMe', label: 'Assigned to me' },
  { name: 'assigned', member: 'assigned', label: 'Assigned' },
  { name: 'over-target', member: 'overTarget', label: 'Over target' },
  { name: 'noted', member: 'hasNotes', label: 'With notes' },
] as const;

export interface ReadQuery {
  filter: ListFilter;
  /** Messages about parts that could not be parsed. */
  problems: string[];
}

/** Parses query text such as `assessment:issues aml:any opened:today`. */
export function readQuery(line: string): ReadQuery {
  const filter: ListFilter = {};
  const problems: string[] = [];
  const texts: string[] = [];
  for (const token of queryTokens(line)) {
    if (token.key === undefined || line.slice(token.from, token.to).includes('://')) {
      texts.push(token.key === undefined ? token.values.join(' ') : line.slice(token.from, token.to));
      continue;
    }
    const problem = addToken(filter, token.key, token);
    if (problem !== undefined) {
      problems.push(problem);
    }
  }
  const text = texts.filter((one) => one !== '').join(' ');
  return { filter: text === '' ? filter : { ...filter, text }, problems };
}

function addToken(filter: ListFilter, key: string, { values }: QueryToken): string | undefined {
  const facet = facets.find((one) => one.key === key);
  if (facet) {
    const wrong = values.filter((value) => facetValue(facet, value) === undefined);
    const right = values.flatMap((value) => facetValue(facet, value) ?? []);
    if (right.length > 0) {
      Object.assign(filter, { [facet.member]: [...new Set([...valuesOf(filter, facet), ...right])] });
    }
    return wrong.length > 0 ? notAValue(facet, wrong[0] ?? '') : undefined;
  }
  const time = times.find((one) => one.key === key);
  if (time) {
    const period = periodFrom(values[0] ?? '');
    if (period !== undefined) {
      filter.time = { of: time.of, period };
      return undefined;
    }
    return values.length === 0
      ? undefined
      : `“${values[0]}” is not a period. Use today, yesterday, 7d, 30d or 2026-01-31..2026-02-28.`;
  }
  if (key === 'is') {
    for (const value of values) {
      const mark = marks.find(({ name }) => name === value);
      if (mark === undefined) {
        return `“is:${value}” is not a filter. Use ${marks.map(({ name }) => `is:${name}`).join(', ')}.`;
      }
      filter[mark.member] = true;
    }
    return undefined;
  }
  return `“${key}:” is not a filter. Use ${[...facets.map((one) => one.key), ...times.map((one) => one.key), 'is'].join(', ')}.`;
}

function notAValue(facet: Facet, value: string): string {
  const offered = facet.values.map((one) => writtenValue(facet, one)).join(', ');
  return `“${value}” is not a value of ${facet.key}. Use ${offered}.`;
}

/** Returns the query text of a filter. */
export function queryLine(filter: ListFilter): string {
  const parts = facets.flatMap((facet) => {
    const values = valuesOf(filter, facet);
    return values.length > 0
      ? [`${facet.key}:${values.map((value) => quoted(writtenValue(facet, value))).join(',')}`]
      : [];
  });
  if (filter.time !== undefined) {
    const { of, period } = filter.time;
    parts.push(`${times.find((one) => one.of === of)?.key}:${periodText(period)}`);
  }
  for (const { name, member } of marks) {
    if (filter[member]) {
      parts.push(`is:${name}`);
    }
  }
  if (filter.text !== undefined && filter.text !== '') {
    parts.push(filter.text);
  }
  return parts.join(' ');
}

export function isUnfiltered(filter: ListFilter): boolean {
  return queryLine(filter) === '';
}

/** Returns the filter as main takes it, with its period in milliseconds. */
export function filterInput({ time, ...filter }: ListFilter, now: number): CaseFilter {
  if (time === undefined) {
    return filter;
  }
  const { from, to } = periodBounds(time.period, now);
  // Main includes both ends.
  return { ...filter, time: omitUndefined({ of: time.of, from, to: to === undefined ? undefined : to - 1 }) };
}
