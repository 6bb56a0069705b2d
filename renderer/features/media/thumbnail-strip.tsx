import { Box, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconLink, IconLinkOff, IconUsers } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { StoreApi } from 'zustand';
import type { FileMismatch } from '../../../preload/contract/cases.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import { IconTool } from '../../ui/icon-tool.tsx';
import { useShown } from '../../ui/masked.tsx';
import { usePick } from '../../ui/use-pick.ts';
import classes from './media.module.css';
import { fileKeys } from './media-actions.tsx';
import type { MediaState, Slot, Thumbnail } from './media-state.ts';
import { titleOf } from './media-titles.ts';
import { faceMatchShortcut, useFaceMatch } from './use-face-match.ts';
import { useChosenFiles } from './use-view.ts';
import { Bitmap, TypeIcon } from './well-parts.tsx';
import { otherSlot } from './wells.ts';

/** Pixels of a file and the gap after it; the style sheet says the same. */
const gap = 4;
const itemWidth = 120 + gap;

interface ThumbnailStripProps {
  store: StoreApi<MediaState>;
  /** The wells that are in the page. */
  openSlots: readonly Slot[];
  /** Files that are not what they claim to be, by their ids. */
  mismatches: ReadonlyMap<string, FileMismatch>;
  /** Reads the first bytes of the files. */
  onCheck(media: readonly MediaItem[]): void;
}

/** Shows all files as thumbnails, created when they become visible. A click shows a file in the active well, with Shift in the other one. */
export function ThumbnailStrip({ store, openSlots, mismatches, onCheck }: ThumbnailStripProps) {
  const { media, thumbnails, activeSlot, isLocked } = usePick(
    store,
    'media',
    'thumbnails',
    'activeSlot',
    'isLocked',
  );
  const { showInWell, setLocked } = store.getState();
  const chosen = useChosenFiles(store);
  const match = useFaceMatch(store);
  const isRevealed = useShown();
  const row = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isRevealed) {
      store.getState().forgetThumbnails();
    }
  }, [store, isRevealed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is checked once
  useEffect(() => onCheck(media), [media]);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: media.length,
    getScrollElement: () => row.current,
    estimateSize: () => itemWidth,
    overscan: 6,
    initialRect: { width: 1600, height: 100 },
  });
  // Keeps the file in use in view, also when it was chosen in the list or by its number.
  const activeId = chosen[activeSlot];
  const activeIndex = media.findIndex(({ id }) => id === activeId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same in every render
  useEffect(() => {
    if (activeIndex >= 0) {
      virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
    }
  }, [activeIndex]);
  const inView = virtualizer.getVirtualItems();
  const before = (inView[0]?.start ?? 0) - gap;
  const after = virtualizer.getTotalSize() - (inView.at(-1)?.end ?? 0) - gap;
  const choose = (id: string, beside: boolean) => showInWell(id, beside ? otherSlot(activeSlot) : activeSlot);
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
    if (step !== 0 && next && !event.altKey) {
      event.preventDefault();
      next.focus();
    }
  };
  return (
    <Flex component="nav" h="100%" miw={0} bg="var(--surface-panel)" aria-label="Thumbnails">
      <Flex direction="column" px={4} py={6} style={{ borderRight: '1px solid var(--line)' }}>
        <IconTool
          label="Zoom and turn the two files together"
          shortcut="y"
          aria-label="Zoom the two files together"
          aria-pressed={isLocked}
          disabled={chosen.left === undefined || chosen.right === undefined}
          onClick={() => setLocked(!isLocked)}
        >
          {isLocked ? <IconLink size={16} /> : <IconLinkOff size={16} />}
        </IconTool>
        <IconTool
          label={match.label}
          shortcut={faceMatchShortcut}
          aria-label="Match faces"
          aria-pressed={match.isMatched}
          disabled={!match.isPossible}
          onClick={match.toggle}
        >
          <IconUsers size={16} />
        </IconTool>
      </Flex>
      <Box
        component="ol"
        ref={row}
        display="flex"
        flex="1"
        miw={0}
        px={8}
        py={6}
        style={{ gap, overflowX: 'auto' }}
        onKeyDown={onKeyDown}
      >
        {before > 0 && <Box component="li" aria-hidden flex="none" w={before} />}
        {inView.map(({ index }) => {
          const item = media[index];
          return (
            item && (
              <StripItem
                key={item.id}
                store={store}
                item={item}
                number={index + 1}
                count={media.length}
                isRevealed={isRevealed}
                thumbnail={thumbnails.get(item.id)}
                isMismatch={mismatches.has(item.id)}
                shownIn={openSlots.filter((slot) => chosen[slot] === item.id)}
                onChoose={(beside) => choose(item.id, beside)}
              />
            )
          );
        })}
        {after > 0 && <Box component="li" aria-hidden flex="none" w={after} />}
      </Box>
    </Flex>
  );
}

interface StripItemProps {
  store: StoreApi<MediaState>;
  item: MediaItem;
  number: number;
  /** The number of all files: only those in view are in the page. */
  count: number;
  isRevealed: boolean;
  thumbnail: Thumbnail | undefined;
  isMismatch: boolean;
  shownIn: Slot[];
  onChoose(beside: boolean): void;
}

function StripItem({
  store,
  item,
  number,
  count,
  isRevealed,
  thumbnail,
  isMismatch,
  shownIn,
  onChoose,
}: StripItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { id } = item;
  useEffect(() => {
    if (!isRevealed || !button.current) {
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) {
          store.getState().wantThumbnail(id);
        } else {
          store.getState().dropThumbnail(id);
        }
      },
      { rootMargin: '100px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [store, id, isRevealed]);
  const title = titleOf(item);
  const where = shownIn.length === 2 ? 'shown left and right' : shownIn[0] && `shown ${shownIn[0]}`;
  return (
    <Box component="li" flex="none" mih={0} aria-posinset={number} aria-setsize={count}>
      <button
        ref={button}
        type="button"
        className={classes.thumbnail}
        aria-label={[`${number}`, title, isMismatch && 'not what it claims to be', where]
          .filter(Boolean)
          .join(', ')}
        data-mismatch={isMismatch}
        data-shown={shownIn.length > 0}
        onClick={(event) => onChoose(event.shiftKey)}
      >
        <span
          className={classes.thumbnailPicture}
          title={`${title}. Shift-click shows it beside the other file.`}
        >
          {typeof thumbnail === 'object' ? (
            <Bitmap bitmap={thumbnail} data-thumbnail aria-hidden />
          ) : isMismatch ? (
            <IconAlertTriangle size={22} aria-hidden />
          ) : (
            <TypeIcon item={item} size={22} />
          )}
        </span>
        <Flex component="span" gap={4} align="baseline" fz={11}>
          <Text component="kbd" ff="inherit" c="dimmed">
            {fileKeys(number)}
          </Text>
          <Text span truncate>
            {title}
          </Text>
        </Flex>
        {shownIn.length > 0 && (
          <span className={classes.place} aria-hidden>
            {shownIn.map((slot) => (slot === 'left' ? 'L' : 'R')).join(' ')}
          </span>
        )}
      </button>
    </Box>
  );
}
