import { useEffect, useState } from 'react';
import { findInText, type Match, searchable } from './find-in-text.ts';
import { pdfLimits } from './limits.ts';
import { joinRuns } from './page-text.ts';
import type { PdfTexts } from './page-texts.ts';

/** Matches that are listed. */
const maxMatches = 10_000;
/** The interval of updating the count while pages are searched, in milliseconds. */
const publishMs = 150;

/** A place where the text was found. */
export interface PageMatch extends Match {
  page: number;
}

export interface SearchResult {
  /** The matches in the order of the document. */
  matches: readonly PageMatch[];
  /** Pages that were searched. */
  searched: number;
  /** Pages whose text could not be read, or only in part. */
  unread: number;
  isDone: boolean;
  /** True if there are more matches than are listed, or more text than is searched. */
  isCut: boolean;
}

const emptyResult: SearchResult = { matches: [], searched: 0, unread: 0, isDone: true, isCut: false };

/** Searches the text of a document page by page, beginning at `from`. Nothing is searched for an empty text. */
export function usePdfSearch(
  texts: PdfTexts | undefined,
  pages: number,
  query: string,
  from: number,
): SearchResult {
  const [result, setResult] = useState(emptyResult);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the search began does not change what it finds
  useEffect(() => {
    setResult(emptyResult);
    if (!texts || query.trim() === '') {
      return;
    }
    const ending = new AbortController();
    void searchPages(texts, { pages, query, from, signal: ending.signal }, (found) => {
      if (!ending.signal.aborted) {
        setResult(found);
      }
    });
    return () => ending.abort();
  }, [texts, pages, query]);
  return result;
}

interface Search {
  pages: number;
  query: string;
  from: number;
  signal: AbortSignal;
}

async function searchPages(
  texts: Pick<PdfTexts, 'of'>,
  { pages, query, from, signal }: Search,
  publish: (result: SearchResult) => void,
): Promise<void> {
  const after: PageMatch[] = [];
  const before: PageMatch[] = [];
  let [unread, characters, searched, published] = [0, 0, 0, 0];
  const result = (isDone: boolean): SearchResult => ({
    matches: [...before, ...after],
    searched,
    unread,
    isDone,
    isCut: before.length + after.length >= maxMatches || characters >= pdfLimits.searchedCharacters,
  });
  for (let step = 0; step < pages && !signal.aborted; step += 1) {
    const page = ((from - 1 + step) % pages) + 1;
    const text = await texts.of(page).catch(() => undefined);
    searched += 1;
    if (!text || text.isCut) {
      unread += 1;
    }
    const joined = text ? joinRuns(text).text : '';
    characters += joined.length;
    const found = findInText(searchable(joined), query, maxMatches - before.length - after.length);
    (page >= from ? after : before).push(...found.map((match) => ({ ...match, page })));
    if (result(false).isCut) {
      break;
    }
    const now = performance.now();
    if (now - published > publishMs) {
      published = now;
      publish(result(false));
    }
  }
  publish(result(true));
}
