import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from '../media.module.css';
import { Tool, ToolDivider } from '../tool.tsx';
import { useContentSize } from '../use-content-size.ts';
import { useDevicePixelRatio } from '../use-device-pixel-ratio.ts';
import { usePanZoom } from '../use-pan-zoom.ts';
import type { ViewControls } from '../use-view.ts';
import { boundedZoom } from '../view.ts';
import { WellBar } from '../well-bar.tsx';
import { plainKey, ZoomTools, zoomKeys } from '../zoom-tools.tsx';
import { PdfPasswordForm, PdfProblemNotice } from './pdf-notices.tsx';
import { useDrawing, usePageText, usePdf, usePdfPage } from './use-pdf.ts';

interface PdfViewProps {
  address: string;
  title: string;
  controls: ViewControls;
  /** Asks the service for the file again, under a new address. */
  onAgain(): void;
}

/** Text is not read better above this. */
const widest = 1.5;

/** A PDF, page by page, drawn in workers by pdf.js. */
export function PdfView({ address, title, controls, onAgain }: PdfViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [number, setNumber] = useState(1);
  const pdf = usePdf(address, attempt);
  const [page, changePage] = usePdfPage(pdf, number);
  const canvas = useRef<HTMLCanvasElement>(null);
  const table = useRef<HTMLElement>(null);
  const { width, height } = useContentSize(table);
  const density = useDevicePixelRatio();
  const { rotation, zoom } = controls.view;

  const isLying = rotation % 180 !== 0;
  const own = page.size && {
    width: isLying ? page.size.height : page.size.width,
    height: isLying ? page.size.width : page.size.height,
  };
  const across = own && width > 0 ? Math.min(widest, width / own.width) : 1;
  const whole = own && height > 0 ? Math.min(across, height / own.height) : 1;
  const factor = zoom === 'fit' ? whole : zoom === 'width' ? across : zoom;
  usePanZoom(table, {
    isScrolled: true,
    panBy: ({ x, y }) => table.current?.scrollBy({ left: -x, top: -y }),
    zoomBy: (by) => controls.to(boundedZoom(factor * by)),
  });
  const { reader } = pdf;
  const drawn = { reader, page: number, size: page.size, canvas, change: changePage };
  useDrawing({ ...drawn, scale: factor, rotation: rotation, density });
  usePageText(reader, number, page.isDrawn, changePage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is read from its top
  useEffect(() => {
    table.current?.scrollTo({ top: 0 });
  }, [number]);

  const last = pdf.pages ?? 1;
  const next = () => number < last && setNumber(number + 1);
  const previous = () => number > 1 && setNumber(number - 1);
  const keys = zoomKeys(controls, factor);
  const onKeyDown = (event: KeyboardEvent) => {
    const element = table.current;
    if (!element || (event.key !== 'PageDown' && event.key !== 'PageUp')) {
      const key = plainKey(event);
      const run = key === undefined ? undefined : keys[key];
      if (run) {
        event.preventDefault();
        event.stopPropagation();
        run();
      }
      return;
    }
    // A page larger than the table is read to its end first; then the same key turns it.
    const isDown = event.key === 'PageDown';
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    const readsOn = isDown ? below > 1 : element.scrollTop > 0;
    if (readsOn) {
      element.scrollBy({ top: (isDown ? 0.9 : -0.9) * element.clientHeight });
    } else if (isDown) {
      next();
    } else {
      previous();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const problem = pdf.problem ?? page.problem;
  const retry = () => (problem === 'unreachable' ? onAgain() : setAttempt(attempt + 1));
  return (
    <div className={classes.viewer}>
      {pdf.locked || pdf.problem ? undefined : (
        <WellBar>
          <Tool
            id="previous-page"
            label="Previous page"
            shortcut="pageup"
            disabled={number <= 1}
            isActive={controls.isActive}
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
            isActive={controls.isActive}
            onClick={next}
            icon={<IconChevronRight size={16} />}
          />
          <ToolDivider />
          <ZoomTools controls={controls} factor={factor} />
        </WellBar>
      )}
      {page.missingImages > 0 && (
        <p className={classes.flag} role="status">
          <IconAlertTriangle size={15} aria-hidden />
          {page.missingImages === 1
            ? '1 image on this page could not be drawn.'
            : `${page.missingImages} images on this page could not be drawn.`}{' '}
          Save the file to see it in another program.
        </p>
      )}
      {(pdf.locked || problem) && (
        <div className={classes.alone}>
          {pdf.locked && <PdfPasswordForm wasWrong={pdf.locked.wasWrong} onPassword={pdf.unlock} />}
          {problem && (
            <PdfProblemNotice problem={problem} page={pdf.problem ? undefined : number} onRetry={retry} />
          )}
        </div>
      )}
      <section
        ref={table}
        className={classes.table}
        hidden={problem !== undefined || pdf.locked !== undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        aria-busy={!page.isDrawn}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          className={classes.page}
          role="img"
          aria-label={`${title}, page ${number}`}
          data-drawn={page.isDrawn}
          style={own && { width: Math.floor(own.width * factor), height: Math.floor(own.height * factor) }}
        />
        {page.text !== undefined && page.text !== '' && (
          <VisuallyHidden data-page-text={number}>{page.text}</VisuallyHidden>
        )}
      </section>
    </div>
  );
}
