import { Flex } from '@mantine/core';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import boxes from '../../../ui/layout.module.css';
import { useUiServices } from '../../../ui/services.tsx';
import { useContentSize } from '../use-content-size.ts';
import { useDevicePixelRatio } from '../use-device-pixel-ratio.ts';
import { usePanZoom } from '../use-pan-zoom.ts';
import type { ViewControls } from '../use-view.ts';
import { boundedZoom, type Size, turnedSize, type Zoom } from '../view.ts';
import { plainKey, zoomKeys } from '../zoom-tools.tsx';
import { pdfLimits } from './limits.ts';
import type { PdfProblem } from './messages.ts';
import { layPages, PageSizes, pageGap } from './page-layout.ts';
import type { PdfTexts } from './page-texts.ts';
import { PdfBar } from './pdf-bar.tsx';
import { MissingImagesNotice, MorePagesNotice } from './pdf-notices.tsx';
import { type PageOutcome, PdfPage } from './pdf-page.tsx';
import { PdfPageList } from './pdf-page-list.tsx';
import type { PdfReader } from './pdf-reader.ts';
import { PdfSearchBar } from './pdf-search-bar.tsx';
import classes from './pdf-view.module.css';
import { usePageSizes } from './use-page-sizes.ts';
import { usePdfMatches } from './use-pdf-matches.ts';
import { usePdfScroll } from './use-pdf-scroll.ts';
import { useWasFocused } from './use-was-focused.ts';

/** Text is not read better above this. */
const widest = 1.5;
const noMatches: readonly never[] = [];

interface PdfDocumentProps {
  reader: PdfReader;
  texts: PdfTexts;
  /** The number of pages shown, and the number of further ones. */
  pages: number;
  morePages: number;
  title: string;
  controls: ViewControls;
  firstPage: number;
  /** Called with the page with the largest part in view. */
  onPlace(page: number): void;
  onEnded(): Promise<boolean>;
  /** Requests the file again. */
  onAgain(): void;
}

/** Shows the pages of an open PDF with their tools. */
export function PdfDocument(props: PdfDocumentProps) {
  const { reader, texts, pages, morePages, title, controls, firstPage, onPlace, onEnded, onAgain } = props;
  const viewer = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLElement>(null);
  const available = useContentSize(area);
  const devicePixelRatio = useDevicePixelRatio();
  const { clipboard, announce } = useUiServices();
  const { rotation, zoom, hasPageList } = controls.view;

  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, PageOutcome>>(new Map());
  const onOutcome = useCallback(
    async (page: number, outcome: PageOutcome | undefined) => {
      if (outcome?.problem === 'unreachable' && (await onEnded())) {
        return;
      }
      setOutcomes((before) => withOutcome(before, page, outcome));
    },
    [onEnded],
  );
  const { sizes, want, forget } = usePageSizes(reader, pages, (page, problem) =>
    onOutcome(page, { problem, missingImages: 0 }),
  );
  const fitted = useFittedPage(zoom, rotation);
  const own = sizes.get(fitted.page) ?? sizes.get(1);
  const wanted = own ? factorFor(zoom, turnedSize(own, rotation), available) : 1;
  const layout = useMemo(
    () =>
      sizes.size > 0 && available.width > 0
        ? layPages(new PageSizes(sizes, pages, rotation), wanted, pdfLimits.documentHeight)
        : undefined,
    [sizes, pages, rotation, wanted, available.width],
  );
  const scroll = usePdfScroll(area, layout, available);
  const { current, near, visible, toPage, toPointOfPage } = scroll;
  fitted.current.current = current;
  const factor = layout?.factor ?? wanted;
  useEffect(() => want(near), [want, near]);
  useEffect(() => onPlace(current), [onPlace, current]);
  const isLaid = layout !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there are pages to scroll to
  useEffect(() => {
    if (isLaid && firstPage > 1) {
      toPage(firstPage);
    }
  }, [isLaid]);

  const search = usePdfMatches({ texts, pages, from: current, sizes, rotation, factor, toPointOfPage });
  const hasSearchKey = useWasFocused(viewer);
  usePanZoom(area, {
    isScrolled: true,
    isDragged: ({ target }) => !(target instanceof Element && target.closest('[data-page-text] > span')),
    panBy: ({ x, y }) => scroll.scrollBy({ x: -x, y: -y }),
    zoomBy: (by, { x, y }) => {
      scroll.holdAt({ x: x + available.width / 2, y: y + available.height / 2 });
      controls.to(boundedZoom(factor * by));
    },
  });
  /** Turns the page; one that is larger than the area is read to its end first. */
  const turn = (by: 1 | -1) => {
    const element = area.current;
    if (!element || !layout) {
      return;
    }
    const [top, bottom] = [layout.tops[current - 1] ?? 0, (layout.tops[current] ?? 0) - pageGap];
    const { scrollTop, clientHeight } = element;
    const readsOn = by > 0 ? bottom > scrollTop + clientHeight + 1 : top < scrollTop - 1;
    if (readsOn) {
      scroll.scrollBy({ x: 0, y: by * 0.9 * clientHeight });
    } else {
      toPage(Math.min(pages, Math.max(1, current + by)));
    }
  };
  const keys: Record<string, () => void> = {
    ...zoomKeys(controls, factor),
    pagedown: () => turn(1),
    pageup: () => turn(-1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = plainKey(event);
    const run = key === undefined ? undefined : keys[key];
    if (run) {
      event.preventDefault();
      event.stopPropagation();
      run();
    }
  };
  const closeSearch = () => {
    search.close();
    area.current?.focus();
  };
  const onCopy = (event: ClipboardEvent) => {
    const text = getSelection()?.toString() ?? '';
    if (text === '') {
      return;
    }
    event.preventDefault();
    clipboard.copy(text, { clearAfterMs: clearCopiesAfter }).then(
      () => announce('Copied. The clipboard is cleared in 60 seconds'),
      () => announce('The text could not be copied'),
    );
  };
  const onRetry = useCallback(
    (page: number, problem: PdfProblem) => {
      if (problem === 'unreachable') {
        onAgain();
        return;
      }
      onOutcome(page, undefined);
      forget(page);
      want([page]);
    },
    [onAgain, onOutcome, forget, want],
  );
  return (
    <div className={boxes.fillingColumn} ref={viewer}>
      <PdfBar
        controls={controls}
        factor={factor}
        page={current}
        pages={pages}
        onPage={toPage}
        isSearching={search.isOpen}
        hasSearchKey={hasSearchKey}
        onSearch={search.open}
      />
      {search.isOpen && <PdfSearchBar {...search.bar} pages={pages} onClose={closeSearch} />}
      <MissingImagesNotice count={outcomes.get(current)?.missingImages ?? 0} />
      <MorePagesNotice shown={pages} more={morePages} />
      <Flex flex="1" mih={0} miw={0}>
        {hasPageList && (
          <PdfPageList
            reader={reader}
            pages={pages}
            current={current}
            rotation={rotation}
            devicePixelRatio={devicePixelRatio}
            onPage={toPage}
          />
        )}
        <section
          ref={area}
          className={classes.area}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          onKeyDown={onKeyDown}
          onScroll={scroll.onScroll}
          onCopy={onCopy}
        >
          {layout && (
            <div
              className={classes.pages}
              style={{ height: layout.height, width: Math.max(layout.width, available.width) }}
            >
              {near.map((number) => {
                const size = sizes.get(number);
                const { width, height } = turnedSize(size ?? own ?? { width: 1, height: 1 }, rotation);
                return (
                  <PdfPage
                    key={number}
                    reader={reader}
                    texts={texts}
                    title={title}
                    number={number}
                    size={size}
                    width={Math.floor(width * factor)}
                    height={Math.floor(height * factor)}
                    top={layout.tops[number - 1] ?? 0}
                    factor={factor}
                    rotation={rotation}
                    devicePixelRatio={devicePixelRatio}
                    isInView={visible.includes(number)}
                    outcome={outcomes.get(number)}
                    matches={search.byPage.get(number) ?? noMatches}
                    current={search.bar.current?.page === number ? search.bar.current : undefined}
                    onOutcome={onOutcome}
                    onRetry={onRetry}
                  />
                );
              })}
            </div>
          )}
        </section>
      </Flex>
    </div>
  );
}

/** Returns the page that is fitted into the area: the one in view when fitting was requested. */
function useFittedPage(zoom: Zoom, rotation: number): { page: number; current: RefObject<number> } {
  const current = useRef(1);
  const [page, setPage] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => setPage(current.current), [zoom, rotation]);
  return { page, current };
}

function factorFor(zoom: Zoom, page: Size, area: Size): number {
  const across = Math.min(widest, Math.max(1, area.width - 2 * pageGap) / page.width);
  const whole = Math.min(across, Math.max(1, area.height - 2 * pageGap) / page.height);
  return zoom === 'fit' ? whole : zoom === 'width' ? across : zoom;
}

function withOutcome(
  before: ReadonlyMap<number, PageOutcome>,
  page: number,
  outcome: PageOutcome | undefined,
): ReadonlyMap<number, PageOutcome> {
  const known = before.get(page);
  // A page that is drawn once more reports only what it draws anew.
  const missingImages = Math.max(known?.missingImages ?? 0, outcome?.missingImages ?? 0);
  if (known && outcome && known.problem === outcome.problem && known.missingImages === missingImages) {
    return before;
  }
  const after = new Map(before);
  if (outcome) {
    after.set(page, { ...outcome, missingImages });
  } else {
    after.delete(page);
  }
  return after;
}
