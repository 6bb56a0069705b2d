import { Box, Button } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff, IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useRevealed } from '../../ui/masked.tsx';
import { LoadingBar } from '../../ui/waiting.tsx';
import { FileSummary } from './file-facts.tsx';
import type { MediaState, Slot } from './media-state.ts';
import { titleOf } from './media-titles.ts';
import classes from './media-well.module.css';
import { OpenedFile } from './opened-file.tsx';
import { StillView } from './still-view.tsx';
import { Tool } from './tool.tsx';
import { useView } from './use-view.ts';

interface MediaWellProps {
  store: StoreApi<MediaState>;
  slot: Slot;
}

/** Shows one of the two viewers: its file with tools, or a way to choose one. */
export function MediaWell({ store, slot }: MediaWellProps) {
  const { list, facts, activeSlot, wells, saving, save, open, activate, clearWell } = useStore(store);
  const { mediumId, opened, isOpening, openings, failure, still } = wells[slot];
  const controls = useView(store, slot);
  const { revealed, reveal } = useRevealed('media');
  const heading = useRef<HTMLHeadingElement>(null);
  const item = list?.media.find(({ id }) => id === mediumId);
  const isListed = item !== undefined;
  const isActive = activeSlot === slot;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is opened too
  useEffect(() => {
    const well = store.getState().wells[slot];
    if (!revealed && well.opened) {
      store.getState().releaseAll();
      return;
    }
    if (revealed && isListed && !well.opened && !well.isOpening && !well.failure) {
      void store.getState().open(slot);
    }
  }, [store, slot, revealed, isListed, mediumId]);
  const side = slot === 'left' ? 'Left' : 'Right';
  if (still && revealed) {
    return (
      <article
        className={classes.well}
        aria-label={still.title}
        data-active={isActive}
        onPointerDown={() => activate(slot)}
        onFocus={() => activate(slot)}
      >
        <header className={classes.head}>
          <h2 className={classes.title}>{still.title}</h2>
          <Box component="span" flex="1" />
          <Tool
            id="clear"
            label="Close this view"
            shortcut="shift+escape"
            isActive={isActive}
            onClick={() => clearWell(slot)}
            icon={<IconX size={15} />}
          />
        </header>
        <StillView still={still.picture} title={still.title} controls={controls} />
      </article>
    );
  }
  if (!item) {
    return (
      <article
        className={classes.well}
        aria-label={`${side} file`}
        data-active={isActive}
        onPointerDown={() => activate(slot)}
      >
        <div className={classes.message}>
          <EmptyState title="No file" icon={<IconPhoto size={22} />}>
            Choose one from the strip: Shift and a click, or Shift and its number, shows it beside the other.
          </EmptyState>
        </div>
      </article>
    );
  }
  const title = titleOf(item);
  const isSaving = saving !== undefined && saving.done === undefined;
  const show = () => {
    // The pressed button is removed once the file is shown.
    heading.current?.focus();
    reveal();
  };
  return (
    <article
      className={classes.well}
      aria-label={title}
      data-file={item.id}
      data-active={isActive}
      onPointerDown={() => activate(slot)}
      onFocus={() => activate(slot)}
    >
      <header className={classes.head}>
        <h2 className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <FileSummary item={item} facts={facts.get(item.id)} />
        <Tool
          id="save"
          label="Save…"
          shortcut="mod+s"
          disabled={isSaving}
          isActive={isActive}
          onClick={() => void save(item.id, title)}
          icon={<IconDownload size={15} />}
        />
        {slot === 'right' && (
          <Tool
            id="clear"
            label="Close this file"
            shortcut="shift+escape"
            isActive={isActive}
            onClick={() => clearWell(slot)}
            icon={<IconX size={15} />}
          />
        )}
        <LoadingBar busy={isOpening} />
      </header>
      {!revealed ? (
        <div className={classes.message}>
          <EmptyState
            title="Masked"
            icon={<IconEyeOff size={22} />}
            actions={
              <Button variant="filled" leftSection={<IconEye size={14} />} onClick={show}>
                Show files
              </Button>
            }
          >
            Pictures of people and documents are shown only on request, and masked again after five minutes
            without use.
          </EmptyState>
        </div>
      ) : failure ? (
        <div className={classes.message}>
          <FailureNotice failure={failure} onRetry={() => void open(slot)} />
        </div>
      ) : opened ? (
        <OpenedFile key={`${item.id} ${openings}`} store={store} slot={slot} opened={opened} title={title} />
      ) : (
        <div className={classes.waiting} aria-busy />
      )}
    </article>
  );
}
