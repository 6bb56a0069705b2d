import { Box, Flex } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { normalizeUnicode } from 'pdfjs-dist';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import boxes from '../../../ui/layout.module.css';
import { useCopy } from '../../../ui/use-copy.ts';
import { useContentSize } from '../use-content-size.ts';
import { usePanZoom } from '../use-pan-zoom.ts';
import type { ViewControls } from '../use-view.ts';
import { boundedZoom, type Point } from '../view.ts';
import { WellMessage } from '../well-parts.tsx';
import { runKey, zoomKeys } from '../zoom-tools.tsx';
import { PdfBar } from './pdf-bar.tsx';
import { PageNotices, PdfPasswordForm, PdfProblemNotice } from './pdf-notices.tsx';
import { PdfPageList } from './pdf-page-list.tsx';
import { PdfSearchBar } from './pdf-search-bar.tsx';
import './pdf-pages.css';
import classes from './pdf-view.module.css';
import { newPdfState, PdfViewing } from './pdf-viewing.ts';

interface PdfViewProps {
  address: string;
  title: string;
  controls: ViewControls;
  /** Called when the file cannot be loaded any more. Returns true if its address had ended and another one is given. */
  onEnded(): Promise<boolean>;
  /** Requests the file again, under a new address. */
  onAgain(): void;
}

const notOpen = newPdfState();

/** Shows a PDF: all its pages below one another, parsed and drawn in workers by pdf.js as they come into view. */
export function PdfView({ address, title, controls, onEnded, onAgain }: PdfViewProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [viewing, setViewing] = useState<PdfViewing>();
  const { pages, page, factor, passwordRequest, problem, openings } = useStore(viewing?.store ?? notOpen);
  // The page that was read, for a document that is opened again.
  const place = useRef(1);
  place.current = pages === undefined ? place.current : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the file anew
  useEffect(() => {
    const opened = new PdfViewing(area.current as HTMLDivElement, address, place.current);
    setViewing(opened);
    return () => opened.close();
  }, [address, attempt]);
  // Undefined until it is known whether the address had ended.
  const [isLost, setLost] = useState<boolean>();
  useEffect(() => {
    setLost(undefined);
    if (problem === 'unreachable') {
      void onEnded().then((isRenewed) => setLost(!isRenewed));
    }
  }, [problem, onEnded]);

  const { zoom, rotation, hasPageList } = controls.view;
  const available = useContentSize(area);
  const zoomPoint = useRef<Point>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a zoom that follows the area changes with it
  useEffect(() => {
    const box = area.current?.getBoundingClientRect();
    if (viewing && box && openings > 0) {
      viewing.rotateTo(rotation);
      viewing.zoomTo(zoom, zoomPoint.current ?? { x: box.width / 2, y: box.height / 2 });
      zoomPoint.current = undefined;
    }
  }, [viewing, openings, zoom, rotation, available.width, available.height]);
  usePanZoom(area, {
    isScrolled: true,
    isDragged: ({ target }) => !(target instanceof Element && target.closest('.textLayer span, button')),
    panBy: ({ x, y }) => area.current?.scrollBy({ left: -x, top: -y }),
    zoomBy: (by, { x, y }) => {
      const box = area.current?.getBoundingClientRect();
      zoomPoint.current = box && { x: x + box.width / 2, y: y + box.height / 2 };
      controls.to(boundedZoom(factor * by));
    },
  });
  const keys: Record<string, () => void> = {
    ...zoomKeys(controls, factor),
    pagedown: () => viewing?.turn(1),
    pageup: () => viewing?.turn(-1),
  };
  const { copy } = useCopy();
  const onCopy = (event: ClipboardEvent) => {
    const text = normalizeUnicode(getSelection()?.toString() ?? '');
    if (text === '') {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    void copy(text, { clearAfterMs: clearCopiesAfter });
  };
  const [isSearching, setSearching] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const hasSearchKey = useWasFocused(viewer);
  const isShown = viewing !== undefined && pages !== undefined && !passwordRequest && problem === undefined;
  return (
    <div className={boxes.fillingColumn} ref={viewer}>
      {passwordRequest && (
        <WellMessage>
          <PdfPasswordForm
            wasWrong={passwordRequest.wasWrong}
            onPassword={(password) => viewing?.unlock(password)}
          />
        </WellMessage>
      )}
      {problem !== undefined && (problem !== 'unreachable' || isLost) && (
        <WellMessage>
          <PdfProblemNotice
            problem={problem}
            page={undefined}
            onRetry={() => (problem === 'unreachable' ? onAgain() : setAttempt(attempt + 1))}
          />
        </WellMessage>
      )}
      {isShown && (
        <PdfBar
          controls={controls}
          viewing={viewing}
          isSearching={isSearching}
          hasSearchKey={hasSearchKey}
          onSearch={() => {
            setSearching(true);
            search.current?.select();
          }}
        />
      )}
      {isShown && isSearching && (
        <PdfSearchBar
          field={search}
          viewing={viewing}
          onClose={() => {
            setSearching(false);
            area.current?.focus();
          }}
        />
      )}
      {isShown && <PageNotices session={viewing.session} page={page} />}
      <Flex flex="1" mih={0} miw={0} display={passwordRequest || problem ? 'none' : 'flex'}>
        {isShown && hasPageList && <PdfPageList viewing={viewing} rotation={rotation} />}
        <Box pos="relative" flex="1" miw={0}>
          {/* biome-ignore lint/a11y/useSemanticElements: the library takes a div only */}
          <div
            ref={area}
            className={classes.area}
            role="region"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            aria-label={title}
            aria-busy={!isShown}
            onKeyDown={(event) => runKey(event, keys)}
            onCopyCapture={onCopy}
          >
            <div className="pdfViewer" />
            {isShown && <PageProblems viewing={viewing} />}
          </div>
        </Box>
      </Flex>
    </div>
  );
}

/** Covers the pages that cannot be drawn with the reason; the library removes what is put into a page. */
function PageProblems({ viewing }: { viewing: PdfViewing }) {
  return [...viewing.session.problems].map(([page, problem]) => {
    const place = viewing.pageElement(page);
    return (
      place && (
        <Box
          key={page}
          className={classes.problem}
          style={{
            top: place.offsetTop,
            left: place.offsetLeft,
            width: place.offsetWidth,
            height: place.offsetHeight,
          }}
        >
          <PdfProblemNotice problem={problem} page={page} onRetry={() => viewing.retry(page)} />
        </Box>
      )
    );
  });
}

/**
 * Returns whether the user works in an element: true until the focus goes to another part of the work area. The palette, dialogs and the
 * bar at the top do not count, since they act on the element used before.
 */
function useWasFocused(element: React.RefObject<HTMLElement | null>): boolean {
  const [was, setWas] = useState(true);
  useWindowEvent('focusin', ({ target }) => {
    if (target instanceof Node && element.current?.contains(target)) {
      setWas(true);
    } else if (target instanceof Node && document.getElementById('work')?.contains(target)) {
      setWas(false);
    }
  });
  return was;
}
