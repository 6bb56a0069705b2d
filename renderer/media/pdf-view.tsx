import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDensity } from './density.ts';
import { useHand } from './hand.ts';
import classes from './media.module.css';
import { drawPage, openPdf, type PdfDocument, type PdfPage } from './pdf-document.ts';
import { useRoomSize } from './room-size.ts';
import { usePose } from './zoom.ts';
import { Tool, ZoomBar, zoomKeys } from './zoom-bar.tsx';

interface PdfViewProps {
  address: string;
  title: string;
  onBroken(): void;
}

/** Text is not read better above this. */
const widest = 1.5;

/** A PDF, page by page, drawn by pdf.js inside the sandboxed renderer. */
export function PdfView({ address, title, onBroken }: PdfViewProps) {
  const [document, setDocument] = useState<PdfDocument>();
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PdfPage>();
  const [text, setText] = useState('');
  const [drawn, setDrawn] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const table = useRef<HTMLElement>(null);
  const { width, height } = useRoomSize(table);
  const density = useDensity();
  const posing = usePose('width');
  const { zoom, turn } = posing.pose;

  useEffect(() => {
    const opening = openPdf(address);
    let left = false;
    opening.document.then(
      (opened) => !left && setDocument(opened),
      () => !left && onBroken(),
    );
    return () => {
      left = true;
      opening.close();
    };
  }, [address, onBroken]);

  useEffect(() => {
    let left = false;
    void document?.getPage(number).then(async (found) => {
      const content = await found.getTextContent();
      if (left) return;
      setPage(found);
      setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
      table.current?.scrollTo({ top: 0 });
    }, onBroken);
    return () => {
      left = true;
    };
  }, [document, number, onBroken]);

  const own = page?.getViewport({ scale: 1, rotation: ((page?.rotate ?? 0) + turn) % 360 });
  const across = own && width > 0 ? Math.min(widest, width / own.width) : 1;
  const whole = own && height > 0 ? Math.min(across, height / own.height) : 1;
  const factor = zoom === 'fit' ? whole : zoom === 'width' ? across : zoom;
  useHand(table, { zoomIn: () => posing.zoomIn(factor), zoomOut: () => posing.zoomOut(factor) });

  useEffect(() => {
    if (!page || !canvas.current) return;
    const drawing = drawPage(page, canvas.current, { scale: factor, rotation: turn, density });
    // A drawing that was stopped for the next one rejects; that is no failure.
    drawing.done.then(
      () => setDrawn(true),
      () => undefined,
    );
    return drawing.stop;
  }, [page, factor, turn, density]);

  const last = document?.numPages ?? 1;
  const next = () => number < last && setNumber(number + 1);
  const previous = () => number > 1 && setNumber(number - 1);
  const keys = zoomKeys(posing, factor);
  const onKeyDown = (event: KeyboardEvent) => {
    const element = table.current;
    if (!element || (event.key !== 'PageDown' && event.key !== 'PageUp')) return keys(event);
    // A page larger than the table is read to its end first; then the same key turns it.
    const isDown = event.key === 'PageDown';
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    const readsOn = isDown ? below > 1 : element.scrollTop > 0;
    if (readsOn) element.scrollBy({ top: (isDown ? 0.9 : -0.9) * element.clientHeight });
    else if (isDown) next();
    else previous();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <ZoomBar posing={posing} factor={factor}>
          <Tool
            id="previous-page"
            label="Previous page"
            shortcut="pageup"
            disabled={number <= 1}
            onClick={previous}
            icon={<IconChevronLeft size={16} />}
          />
          <span className={classes.number} aria-live="polite">
            Page {number} of {last}
          </span>
          <Tool
            id="next-page"
            label="Next page"
            shortcut="pagedown"
            disabled={number >= last}
            onClick={next}
            icon={<IconChevronRight size={16} />}
          />
          <span className={classes.divider} aria-hidden />
        </ZoomBar>
      </div>
      <section
        ref={table}
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          className={classes.page}
          role="img"
          aria-label={`${title}, page ${number}: ${text}`}
          data-drawn={drawn}
        />
      </section>
    </div>
  );
}
