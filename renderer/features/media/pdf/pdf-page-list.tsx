import { useVirtualizer } from '@tanstack/react-virtual';
import { LRUCache } from 'lru-cache';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { drawBitmap } from '../draw-bitmap.ts';
import { turnedSize } from '../view.ts';
import classes from './pdf-page-list.module.css';
import { drawingOrder, type PdfReader } from './pdf-reader.ts';

/** The width of a thumbnail, in pixels; the style sheet has the same. */
const width = 88;
const height = 116;
const itemHeight = height + 28;
/** Thumbnails kept at once; each takes at most 160 kB on a dense screen. */
const maxKept = 150;

type Kept = LRUCache<number, ImageBitmap>;

interface PdfPageListProps {
  reader: PdfReader;
  pages: number;
  current: number;
  rotation: number;
  devicePixelRatio: number;
  onPage(page: number): void;
}

/** Thumbnails of the pages, drawn as they come into view. */
export function PdfPageList({
  reader,
  pages,
  current,
  rotation,
  devicePixelRatio,
  onPage,
}: PdfPageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const kept = useKept(reader, rotation);
  const virtualizer = useVirtualizer({
    count: pages,
    getScrollElement: () => list.current,
    estimateSize: () => itemHeight,
    overscan: 1,
    initialRect: { width: 120, height: 600 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same in every render
  useEffect(() => virtualizer.scrollToIndex(current - 1, { align: 'auto' }), [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = current + step;
    if (step !== 0 && !event.altKey && next >= 1 && next <= pages) {
      event.preventDefault();
      onPage(next);
      virtualizer.scrollToIndex(next - 1, { align: 'auto' });
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLButtonElement>(`[data-thumbnail-of="${next}"]`)?.focus(),
      );
    }
  };
  return (
    <ol ref={list} className={classes.list} aria-label="Pages" onKeyDown={onKeyDown}>
      <li aria-hidden style={{ height: virtualizer.getTotalSize() }} />
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <li
          key={index}
          className={classes.item}
          style={{ top: start }}
          aria-posinset={index + 1}
          aria-setsize={pages}
        >
          <button
            type="button"
            className={classes.button}
            aria-label={`Page ${index + 1}`}
            aria-current={index + 1 === current ? 'page' : undefined}
            tabIndex={index + 1 === current ? 0 : -1}
            data-thumbnail-of={index + 1}
            onClick={() => onPage(index + 1)}
          >
            <PageThumbnail
              reader={reader}
              page={index + 1}
              rotation={rotation}
              devicePixelRatio={devicePixelRatio}
              kept={kept}
            />
            <span className={classes.number}>{index + 1}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Returns the thumbnails drawn while the document is open and its rotation stays the same. */
function useKept(reader: PdfReader, rotation: number): Kept {
  const [kept] = useState<Kept>(
    () => new LRUCache({ max: maxKept, dispose: (bitmap: ImageBitmap) => bitmap.close() }),
  );
  const of = useRef({ reader, rotation });
  if (of.current.reader !== reader || of.current.rotation !== rotation) {
    of.current = { reader, rotation };
    kept.clear();
  }
  useEffect(() => () => kept.clear(), [kept]);
  return kept;
}

interface PageThumbnailProps {
  reader: PdfReader;
  page: number;
  rotation: number;
  devicePixelRatio: number;
  kept: Kept;
}

function PageThumbnail({ reader, page, rotation, devicePixelRatio, kept }: PageThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const show = (bitmap: ImageBitmap) => {
      const element = canvas.current;
      if (element) {
        element.width = bitmap.width;
        element.height = bitmap.height;
        drawBitmap(element, bitmap);
        setDrawn(true);
      }
    };
    const ready = kept.get(page);
    if (ready) {
      show(ready);
      return;
    }
    const draw = async () => {
      const size = turnedSize(await reader.pageSize(page), rotation);
      const scale = Math.min(width / size.width, height / size.height);
      const { bitmap } = await reader.draw(
        page,
        { scale, rotation, devicePixelRatio },
        { order: drawingOrder.thumbnail, signal: ending.signal },
      );
      if (ending.signal.aborted) {
        bitmap.close();
        return;
      }
      kept.set(page, bitmap);
      show(bitmap);
    };
    // A page that cannot be drawn says so in the document.
    draw().catch(() => undefined);
    return () => ending.abort();
  }, [reader, page, rotation, devicePixelRatio, kept]);
  return (
    <span className={classes.picture}>
      <canvas ref={canvas} aria-hidden data-page-thumbnail={isDrawn} />
    </span>
  );
}
