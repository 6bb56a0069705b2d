import { Box, Flex, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { LRUCache } from 'lru-cache';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { usePick } from '../../../ui/use-pick.ts';
import { drawPage } from './first-page.ts';
import classes from './pdf-view.module.css';
import type { PdfViewing } from './pdf-viewing.ts';

/** The size of a thumbnail, in pixels. */
const size = { width: 88, height: 116 };
const itemHeight = size.height + 28;
/** Thumbnails kept at once; each takes at most 160 kB on a dense screen. */
const maxKept = 150;

interface PdfPageListProps {
  viewing: PdfViewing;
  rotation: number;
}

/** Thumbnails of the pages, drawn as they come into view. */
export function PdfPageList({ viewing, rotation }: PdfPageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { page: current, pages = 0 } = usePick(viewing.store, 'page', 'pages');
  const [thumbnails] = useState(() => new LRUCache<string, HTMLCanvasElement>({ max: maxKept }));
  const virtualizer = useVirtualizer({
    count: pages,
    getScrollElement: () => list.current,
    estimateSize: () => itemHeight,
    overscan: 1,
    initialRect: { width: 120, height: 600 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same in every render
  useEffect(() => virtualizer.scrollToIndex(current - 1, { align: 'auto' }), [current]);
  const toPage = (page: number) => {
    viewing.viewer.currentPageNumber = page;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = current + step;
    if (step !== 0 && !event.altKey && next >= 1 && next <= pages) {
      event.preventDefault();
      toPage(next);
      virtualizer.scrollToIndex(next - 1, { align: 'auto' });
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLButtonElement>(`[aria-label="Page ${next}"]`)?.focus(),
      );
    }
  };
  return (
    <Box
      component="ol"
      ref={list}
      pos="relative"
      flex="none"
      w="7.5rem"
      m={0}
      p={0}
      bg="var(--surface-panel)"
      style={{ overflowY: 'auto', borderRight: '1px solid var(--line)', listStyle: 'none' }}
      aria-label="Pages"
      onKeyDown={onKeyDown}
    >
      <li aria-hidden style={{ height: virtualizer.getTotalSize() }} />
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <Flex
          component="li"
          key={index}
          pos="absolute"
          left={0}
          right={0}
          top={start}
          justify="center"
          aria-posinset={index + 1}
          aria-setsize={pages}
        >
          <UnstyledButton
            p={4}
            c="dimmed"
            fz="0.6875rem"
            ta="center"
            className={classes.thumbnail ?? ''}
            aria-label={`Page ${index + 1}`}
            aria-current={index + 1 === current ? 'page' : undefined}
            tabIndex={index + 1 === current ? 0 : -1}
            onClick={() => toPage(index + 1)}
          >
            <PageThumbnail viewing={viewing} page={index + 1} rotation={rotation} thumbnails={thumbnails} />
            {index + 1}
          </UnstyledButton>
        </Flex>
      ))}
    </Box>
  );
}

interface PageThumbnailProps extends PdfPageListProps {
  page: number;
  thumbnails: LRUCache<string, HTMLCanvasElement>;
}

function PageThumbnail({ viewing, page, rotation, thumbnails }: PageThumbnailProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const key = `${page} ${rotation}`;
    const show = (canvas: HTMLCanvasElement) => {
      thumbnails.set(key, canvas);
      place.current?.replaceChildren(canvas);
    };
    const draw = async () => {
      const ratio = window.devicePixelRatio || 1;
      const read = await viewing.viewer.pdfDocument?.getPage(page);
      if (read && place.current) {
        show(await drawPage(read, { width: size.width * ratio, height: size.height * ratio }, rotation));
      }
    };
    const ready = thumbnails.get(key);
    if (ready) {
      show(ready);
    } else {
      // A page that cannot be drawn says so in the document.
      draw().catch(() => undefined);
    }
  }, [viewing, page, rotation, thumbnails]);
  return <Flex ref={place} w={size.width} h={size.height} align="center" justify="center" aria-hidden />;
}
