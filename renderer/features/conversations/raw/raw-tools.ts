import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OperationInput, OperationOutput } from '../../../../preload/contract/operations.ts';
import { type BridgeQuery, useBridgeAction, useBridgeQuery } from '../../../bridge/use-bridge.tsx';

export type RawFormat = OperationInput<'conversations.raw'>['form'];

/** A raw response that can be viewed: of the conversation, its database sources (interface 4.8) or its list of files (4.4). */
export type ResponseName = OperationInput<'conversations.rawMarks'>['kind'];

/** Lines read at once. */
export const pageSize = 400;
export const pageOf = (line: number) => Math.floor(line / pageSize);
/** The members of the root are of the most interest, so their content is folded. */
const foldDepth = 2;

/** The place in the raw response that is shown. It stays while another view of the conversation is. */
export interface RawPlace {
  /** The chosen response. */
  name: ResponseName;
  /** The response and its form; another one is shown from its start. */
  response: string;
  folds: Folds;
  /** The current line, of the form that is shown. */
  line: number;
}

export const createRawPlace = (): StoreApi<RawPlace> =>
  createStore(() => ({ name: 'conversation', response: '', folds: new Folds(), line: 0 }));

/** Reads the page of a response that has a line; all its lines that are shown share one request. */
export function useRawPage(
  readingId: string,
  form: RawFormat,
  line: number,
): BridgeQuery<OperationOutput<'conversations.raw'>> {
  const from = pageOf(line) * pageSize;
  // The first page gives the length, which a newer response keeps until its own is known, so that the view does not jump.
  return useBridgeQuery(
    'conversations.raw',
    { readingId, form, from, count: pageSize },
    { keepPrevious: from === 0 },
  );
}

export type RawTools = ReturnType<typeof useRawTools>;

/** Folding, searching and filtering of the raw response that is shown. Main does the work in a thread that can be ended. */
export function useRawTools(
  store: StoreApi<RawPlace>,
  readingId: string,
  name: ResponseName,
  form: RawFormat,
) {
  const response = `${readingId} ${form}`;
  const placeIn = (earlierPlace: RawPlace) =>
    earlierPlace.response === response ? earlierPlace : store.getInitialState();
  const { folds, line } = useStore(store, placeIn);
  const [match, setMatch] = useState(0);
  const place = useBridgeQuery('conversations.rawAt', form === 'indented' ? { readingId, line } : undefined, {
    keepPrevious: true,
  });
  const marks = useBridgeQuery('conversations.rawMarks', { readingId, kind: name });
  const search = useBridgeAction('conversations.rawSearch', { readingId, form });
  const filter = useBridgeAction('conversations.rawFilter', { readingId });
  const opener = useBridgeAction('conversations.rawAt', { readingId });
  const deep = useBridgeAction('conversations.rawFolds', { readingId });
  const works = [search, filter, opener, deep];

  const change = (changes: Partial<RawPlace>) =>
    store.setState((before) => ({ ...placeIn(before), ...changes, response, name }));
  const goTo = (to: number) => change({ line: to, folds: placeIn(store.getState()).folds.revealing(to) });
  const goToMatch = (lines: readonly number[], at: number) => {
    setMatch(at);
    goTo(lines[at] ?? 0);
  };
  const matches = search.data;
  return {
    form,
    folds,
    line,
    /** The value on the current line; undefined while it is looked up, and as received. */
    place: place.data,
    marks: marks.data?.marks ?? [],
    /** The lines that were found, and which of them is shown. */
    matches: matches && { ...matches, at: match },
    filterResult: filter.data && 'matches' in filter.data ? filter.data : undefined,
    /** The reason why the filter could not be used. */
    problem: filter.data && 'problem' in filter.data ? filter.data.problem : undefined,
    busy: works.some(({ busy }) => busy),
    failure: [...works, place, marks].find(({ failure }) => failure && failure.code !== 'cancelled')?.failure,
    /** Makes a line the current one; what hides it unfolds. */
    goTo,
    /** Folds the object or array that begins on a line, or unfolds it. */
    async toggleFold(at: number) {
      if (folds.endAt(at) !== undefined) {
        return change({ folds: folds.without(at) });
      }
      const closes = (await opener.run({ line: at }))?.closes;
      if (closes !== undefined) {
        change({ folds: placeIn(store.getState()).folds.with(at, closes) });
      }
    },
    /** Folds everything at a depth; unfolds all where something is folded. */
    async foldAll() {
      const ranges = folds.count > 0 ? [] : (await deep.run({ depth: foldDepth }))?.ranges;
      if (ranges) {
        change({ folds: new Folds(ranges) });
      }
    },
    /** Replaces the search before; an empty text only ends it. */
    async search(text: string) {
      search.stop();
      search.reset();
      const lines = text === '' ? [] : ((await search.run({ text }))?.lines ?? []);
      const next = lines.findIndex((one) => one >= placeIn(store.getState()).line);
      if (lines.length > 0) {
        goToMatch(lines, Math.max(0, next));
      }
    },
    /** Moves to the next match or the one before. */
    step(by: 1 | -1) {
      const lines = matches?.lines ?? [];
      goToMatch(lines, (match + by + lines.length) % lines.length);
    },
    async filter(query: string) {
      filter.stop();
      filter.reset();
      if (query !== '') {
        await filter.run({ query });
      }
    },
    /** Ends what runs. */
    stop() {
      for (const work of works) {
        work.stop();
      }
    },
  };
}

/** Folded ranges of lines, none inside another: the first line of each stays in sight, the others do not. */
export class Folds {
  /** First and last lines, in order. */
  readonly #ranges: readonly (readonly [from: number, to: number])[];
  /** Lines hidden before and by each range. */
  readonly #foldRanges: readonly number[];

  constructor(ranges: readonly (readonly [from: number, to: number])[] = []) {
    const outer: (readonly [number, number])[] = [];
    for (const range of [...ranges].sort((one, other) => one[0] - other[0] || other[1] - one[1])) {
      // A range inside another one is hidden with it.
      if (range[1] > range[0] && range[0] > (outer.at(-1)?.[1] ?? -1)) {
        outer.push(range);
      }
    }
    this.#ranges = outer;
    let sum = 0;
    this.#foldRanges = outer.map(([from, to]) => {
      sum += to - from;
      return sum;
    });
  }

  get count(): number {
    return this.#ranges.length;
  }

  /** Returns how many lines of a total are in sight. */
  lineCount(total: number): number {
    return Math.max(0, total - (this.#foldRanges.at(-1) ?? 0));
  }

  /** Returns the line that is shown at a position. */
  lineAt(position: number): number {
    let low = 0;
    let high = this.#ranges.length;
    // The number of ranges whose first line is before the position.
    while (low < high) {
      const middle = (low + high) >> 1;
      const from = this.#ranges[middle]?.[0] ?? 0;
      if (from - (this.#foldRanges[middle - 1] ?? 0) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return position + (this.#foldRanges[low - 1] ?? 0);
  }

  /** Returns the position of a line; of a hidden one that of the line that hides it. */
  positionOf(line: number): number {
    const index = this.#ranges.findLastIndex(([from]) => from < line);
    const range = this.#ranges[index];
    if (!range) {
      return line;
    }
    const before = this.#foldRanges[index - 1] ?? 0;
    return line <= range[1] ? range[0] - before : line - (this.#foldRanges[index] ?? 0);
  }

  /** Returns the last line of the range folded at a line. */
  endAt(line: number): number | undefined {
    return this.#ranges.find(([from]) => from === line)?.[1];
  }

  with(from: number, to: number): Folds {
    return new Folds([...this.#ranges.filter(([start, end]) => start < from || end > to), [from, to]]);
  }

  without(from: number): Folds {
    return new Folds(this.#ranges.filter(([start]) => start !== from));
  }

  /** Unfolds all ranges that hide a line. */
  revealing(line: number): Folds {
    return new Folds(this.#ranges.filter(([from, to]) => !(from < line && line <= to)));
  }
}
