import type { CaseRow } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { failureOf } from '../../bridge/bridge-client.ts';

/** Rows per request: main's maximum. */
export const pageSize = 200;
/** The most pages kept: those nearest to the visible rows. */
const maxPages = 24;

/** Null for a case deleted meanwhile, undefined for one still loading. */
export type LoadedRow = CaseRow | null | undefined;
export type Pages = ReadonlyMap<number, readonly (CaseRow | null)[]>;

interface Source {
  read(from: number, count: number, signal: AbortSignal): Promise<readonly (CaseRow | null)[]>;
  onChange(pages: Pages): void;
  onFailure(failure: FailureView): void;
}

/** The rows of one result around the visible part. Requests for rows scrolled past are cancelled. */
export class RowPages {
  readonly #source: Source;
  readonly #requests = new Map<number, AbortController>();
  #pages: Pages = new Map();
  #wanted = { from: 0, to: 0 };

  constructor(source: Source) {
    this.#source = source;
  }

  /** Loads missing pages of the wanted rows. */
  want(from: number, count: number): void {
    this.#wanted = {
      from: Math.floor(from / pageSize),
      to: Math.floor((from + Math.max(0, count - 1)) / pageSize),
    };
    for (const [page, request] of this.#requests) {
      if (page < this.#wanted.from || page > this.#wanted.to) {
        request.abort();
        this.#requests.delete(page);
      }
    }
    for (let page = this.#wanted.from; page <= this.#wanted.to; page += 1) {
      if (!this.#pages.has(page) && !this.#requests.has(page)) {
        void this.#read(page);
      }
    }
  }

  /** Loads the pages of the wanted rows before the result is shown. */
  async loadInitial(from: number, count: number, signal: AbortSignal): Promise<Pages> {
    const first = Math.floor(Math.max(0, from) / pageSize);
    const last = Math.floor((from + Math.max(0, count - 1)) / pageSize);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const pages = await Promise.all(
      numbers.map(
        async (page) => [page, await this.#source.read(page * pageSize, pageSize, signal)] as const,
      ),
    );
    this.#pages = new Map(pages);
    return this.#pages;
  }

  /** Reloads the visible rows after a change. Others are loaded when they become visible. */
  reload(): void {
    this.stop();
    const { from, to } = this.#wanted;
    this.#pages = new Map([...this.#pages].filter(([page]) => page >= from && page <= to));
    for (let page = from; page <= to; page += 1) {
      void this.#read(page);
    }
  }

  stop(): void {
    for (const request of this.#requests.values()) {
      request.abort();
    }
    this.#requests.clear();
  }

  async #read(page: number): Promise<void> {
    const request = new AbortController();
    this.#requests.set(page, request);
    try {
      const rows = await this.#source.read(page * pageSize, pageSize, request.signal);
      if (!request.signal.aborted) {
        this.#keep(page, rows);
      }
    } catch (error) {
      if (!request.signal.aborted) {
        this.#source.onFailure(failureOf(error));
      }
    } finally {
      if (this.#requests.get(page) === request) {
        this.#requests.delete(page);
      }
    }
  }

  #keep(page: number, rows: readonly (CaseRow | null)[]): void {
    const pages = new Map(this.#pages).set(page, rows);
    while (pages.size > maxPages) {
      const farthest = [...pages.keys()].reduce((far, one) =>
        Math.abs(one - page) > Math.abs(far - page) ? one : far,
      );
      pages.delete(farthest);
    }
    this.#pages = pages;
    this.#source.onChange(pages);
  }
}

export function rowAt(pages: Pages, index: number): LoadedRow {
  return pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}
