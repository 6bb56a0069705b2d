import { Box, Flex } from '@mantine/core';
import { IconDownload, IconEyeOff, IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { ShowData } from '../../ui/data-switch.tsx';
import layout from '../../ui/layout.module.css';
import { useShown } from '../../ui/masked.tsx';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { useRefusal } from '../../ui/policy.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { LoadingBar } from '../../ui/waiting.tsx';
import { FileSummary } from './file-facts.tsx';
import { StillView } from './image-view.tsx';
import classes from './media.module.css';
import type { MediaState, Slot } from './media-state.ts';
import { titleOf } from './media-titles.ts';
import { OpenedFile } from './opened-file.tsx';
import { Tool } from './tool.tsx';
import { useView } from './use-view.ts';
import { underline, WellMessage } from './well-parts.tsx';

interface MediaWellProps {
  store: StoreApi<MediaState>;
  slot: Slot;
}

/** Shows one of the two viewers: its file with tools, or a way to choose one. */
export function MediaWell({ store, slot }: MediaWellProps) {
  const exportRefusal = useRefusal('export');
  const { media, activeSlot, saving } = usePick(store, 'media', 'activeSlot', 'saving');
  const well = useStore(store, ({ wells }) => wells[slot]);
  const facts = useStore(store, ({ facts, wells }) => facts.get(wells[slot].mediumId ?? ''));
  const { save, open, activate, clearWell } = store.getState();
  const { mediumId, opened, isOpening, openings, failure } = well;
  const controls = useView(store, slot);
  const isRevealed = useShown();
  const announce = useAnnounce();
  const heading = useRef<HTMLHeadingElement>(null);
  const still = isRevealed ? well.still : undefined;
  const item = media.find(({ id }) => id === mediumId);
  const isListed = item !== undefined;
  const isActive = activeSlot === slot;
  const title = still?.title ?? (item && titleOf(item));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is opened too
  useEffect(() => {
    const well = store.getState().wells[slot];
    if (!isRevealed && well.opened) {
      store.getState().releaseAll();
      return;
    }
    if (isRevealed && isListed && !well.opened && !well.isOpening && !well.failure) {
      void store.getState().open(slot);
    }
  }, [store, slot, isRevealed, isListed, mediumId]);
  // The pressed button is removed once the file is shown.
  const focusHeading = () => heading.current?.focus();
  const isShown = isRevealed && (opened ?? still) !== undefined;
  useEffect(() => {
    if (isShown && title !== undefined) {
      announce(`Shown ${slot}: ${title}`);
    }
  }, [announce, isShown, slot, title]);
  const waiting = <Box flex="1" mih={0} bg="var(--surface-stage)" aria-busy />;
  return (
    <article
      className={classes.well}
      aria-label={title ?? `${slot === 'left' ? 'Left' : 'Right'} file`}
      data-file={item?.id}
      data-active={isActive}
      onPointerDown={() => activate(slot)}
      onFocus={() => title !== undefined && activate(slot)}
    >
      {title !== undefined && (
        <Flex
          component="header"
          pos="relative"
          align="center"
          gap={8}
          mih="2rem"
          pl={12}
          pr={8}
          style={underline}
        >
          <h2 className={`${layout.ellipsis} ${classes.title}`} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {item ? <FileSummary item={item} facts={facts} /> : <Box flex="1" />}
          {item && (
            <Tool
              id="save"
              label={exportRefusal === undefined ? 'Save…' : `Save… (${exportRefusal.by})`}
              shortcut="mod+s"
              disabled={exportRefusal !== undefined || (saving !== undefined && saving.done === undefined)}
              isActive={isActive}
              onClick={() => void save(item.id, title)}
              icon={<IconDownload size={15} />}
            />
          )}
          {(still || slot === 'right') && (
            <Tool
              id="clear"
              label={still ? 'Close this view' : 'Close this file'}
              shortcut="shift+escape"
              isActive={isActive}
              onClick={() => clearWell(slot)}
              icon={<IconX size={15} />}
            />
          )}
          <LoadingBar busy={isOpening} />
        </Flex>
      )}
      {still ? (
        <StillView still={still.picture} title={still.title} controls={controls} />
      ) : title === undefined && media.length > 0 ? (
        <WellMessage>
          <EmptyState title="No file" icon={<IconPhoto size={22} />}>
            Choose one from the strip: Shift and a click, or Shift and its number, shows it beside the other.
          </EmptyState>
        </WellMessage>
      ) : title === undefined ? (
        waiting
      ) : !isRevealed ? (
        <WellMessage>
          <EmptyState
            title="Masked"
            icon={<IconEyeOff size={22} />}
            actions={<ShowData variant="filled" onShown={focusHeading} />}
          >
            Pictures of people and documents are personal data.
          </EmptyState>
        </WellMessage>
      ) : failure ? (
        <WellMessage>
          <FailureNotice failure={failure} onRetry={() => void open(slot)} />
        </WellMessage>
      ) : opened ? (
        <OpenedFile key={`${mediumId} ${openings}`} store={store} slot={slot} opened={opened} title={title} />
      ) : (
        waiting
      )}
    </article>
  );
}
