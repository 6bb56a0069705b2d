import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Point, Size } from '../view.ts';
import { joinRuns, runAt } from './page-text.ts';
import type { PdfTexts } from './page-texts.ts';
import { type PageMatch, type SearchResult, usePdfSearch } from './use-pdf-search.ts';

interface MatchesOptions {
  texts: PdfTexts;
  pages: number;
  /** The page in view, where a search begins. */
  from: number;
  /** At 100 %, not rotated. */
  sizes: ReadonlyMap<number, Size>;
  rotation: number;
  factor: number;
  toPointOfPage(page: number, point: Point): void;
}

export interface PdfMatches {
  isOpen: boolean;
  open(): void;
  close(): void;
  byPage: ReadonlyMap<number, readonly PageMatch[]>;
  /** For the search's bar. */
  bar: {
    field: RefObject<HTMLInputElement | null>;
    query: string;
    onQuery(query: string): void;
    result: SearchResult;
    current: PageMatch | undefined;
    onStep(by: 1 | -1): void;
  };
}

/** Returns the search of a document: its text, what it found, and which match is shown. */
export function usePdfMatches(options: MatchesOptions): PdfMatches {
  const { texts, pages, from } = options;
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<PageMatch>();
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(options);
  latest.current = options;
  const startedAt = useRef(from);
  const result = usePdfSearch(texts, pages, isOpen ? query : '', startedAt.current);
  const { matches } = result;
  const current = chosen && matches.includes(chosen) ? chosen : undefined;

  const show = useCallback((match: PageMatch) => {
    setChosen(match);
    void scrollTo(match, () => latest.current);
  }, []);
  // The first match from the page in view on is shown as soon as it is found.
  useEffect(() => {
    const first = matches.find(({ page }) => page >= startedAt.current) ?? matches[0];
    if (first && !current) {
      show(first);
    }
  }, [matches, current, show]);
  const byPage = useMemo(() => Map.groupBy(matches, ({ page }) => page), [matches]);
  return {
    isOpen,
    open() {
      setOpen(true);
      field.current?.select();
    },
    close: () => setOpen(false),
    byPage,
    bar: {
      field,
      query,
      onQuery(text) {
        startedAt.current = current?.page ?? from;
        setQuery(text);
      },
      result,
      current,
      onStep(by) {
        const at = current ? matches.indexOf(current) : -1;
        const next = matches[(at + by + matches.length) % matches.length];
        if (next) {
          show(next);
        }
      },
    },
  };
}

async function scrollTo({ page, from }: PageMatch, options: () => MatchesOptions): Promise<void> {
  const text = await options()
    .texts.of(page)
    .catch(() => undefined);
  const { starts } = joinRuns(text ?? { runs: [], isCut: false });
  const index = runAt(starts, from);
  const run = text?.runs[index];
  if (!run) {
    return;
  }
  const { sizes, rotation, factor, toPointOfPage } = options();
  const along = run.text === '' ? 0 : (run.length * (from - (starts[index] ?? 0))) / run.text.length;
  const point = { x: run.x + along * Math.cos(run.angle), y: run.y + along * Math.sin(run.angle) - run.size };
  const { x, y } = rotated(point, sizes.get(page) ?? sizes.get(1) ?? { width: 0, height: 0 }, rotation);
  toPointOfPage(page, { x: x * factor, y: y * factor });
}

function rotated({ x, y }: Point, { width, height }: Size, rotation: number): Point {
  const points: Record<number, Point> = {
    90: { x: height - y, y: x },
    180: { x: width - x, y: height - y },
    270: { x: y, y: width - x },
  };
  return points[rotation] ?? { x, y };
}
