import { useCallback, useEffect, useRef, useState } from 'react';
import type { Size } from '../view.ts';
import type { PdfProblem } from './messages.ts';
import type { PdfReader } from './pdf-reader.ts';
import { problemOf } from './use-pdf.ts';

/** The size assumed if the first page cannot be read: A4. */
const usualSize: Size = { width: 794, height: 1123 };
/** The longest side that is believed; the format allows 19,200 pixels. */
const maxSide = 20_000;

export interface PageSizesState {
  /** By the page's number, from 1; empty until the first page was asked for. */
  sizes: ReadonlyMap<number, Size>;
  /** Reads the sizes of pages that were not read yet. */
  want(pages: readonly number[]): void;
  /** Reads a page again whose size could not be read. */
  forget(page: number): void;
}

const none: ReadonlyMap<number, Size> = new Map();

/** Sizes of pages at 100 %, read as they come into view. */
export function usePageSizes(
  reader: PdfReader | undefined,
  pages: number | undefined,
  onProblem: (page: number, problem: PdfProblem) => void,
): PageSizesState {
  const [sizes, setSizes] = useState(none);
  const asked = useRef(new Set<number>());
  const onProblemRef = useRef(onProblem);
  onProblemRef.current = onProblem;
  const want = useCallback(
    (wanted: readonly number[]) => {
      for (const page of wanted) {
        if (!reader || asked.current.has(page)) {
          continue;
        }
        const current = asked.current;
        current.add(page);
        const known = (size: Size) =>
          current === asked.current && setSizes((before) => new Map(before).set(page, size));
        reader.pageSize(page).then(
          (size) => known(believed(size)),
          (error: unknown) => {
            if (current === asked.current) {
              onProblemRef.current(page, problemOf(error));
              if (page === 1) {
                known(usualSize);
              }
            }
          },
        );
      }
    },
    [reader],
  );
  useEffect(() => {
    asked.current = new Set();
    setSizes(none);
    if (pages !== undefined && pages > 0) {
      want([1]);
    }
    return () => {
      asked.current = new Set();
    };
  }, [want, pages]);
  const forget = useCallback((page: number) => void asked.current.delete(page), []);
  return { sizes, want, forget };
}

function believed({ width, height }: Size): Size {
  const side = (value: number) => (value >= 1 ? Math.min(maxSide, value) : 1);
  return { width: side(width), height: side(height) };
}
