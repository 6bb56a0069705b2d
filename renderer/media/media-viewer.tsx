import { Button } from '@mantine/core';
import { IconDownload, IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { OpenedMedia } from '../../preload/contract/media.ts';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { Copyable } from '../ui/copyable.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useRevealed } from '../ui/masked.tsx';
import { QuietBar } from '../ui/waiting.tsx';
import { ImageView } from './image-view.tsx';
import classes from './media.module.css';
import type { MediaState } from './store.ts';
import { VideoView } from './video-view.tsx';
import { titleOf } from './words.ts';

// pdf.js is as large as the rest of the interface together and is had only when a PDF is looked at.
const PdfView = lazy(() => import('./pdf-view.tsx').then(({ PdfView: view }) => ({ default: view })));

interface MediaViewerProps {
  store: StoreApi<MediaState>;
  item: MediaItem;
}

/** One medium: what it is, what proves it, the medium itself, and saving it. */
export function MediaViewer({ store, item }: MediaViewerProps) {
  const { opened, busy, failure, saving, save, open, stopSaving } = useStore(store);
  const { revealed, reveal } = useRevealed('media');
  useEffect(() => {
    if (revealed) void store.getState().open();
  }, [store, revealed]);
  const mine = saving?.mediaId === item.id ? saving : undefined;
  const running = mine !== undefined && mine.done === undefined;
  return (
    <article className={classes.medium} aria-label={titleOf(item)}>
      <header className={classes.head}>
        <div className={classes.headText}>
          <h2 className={classes.title}>{titleOf(item)}</h2>
          <div className={classes.about}>
            <Copyable value={item.id} label="media id" />
            {opened && <span>{opened.foundType ?? opened.claimedType}</span>}
            {opened?.bytes !== undefined && <span>{size(opened.bytes)}</span>}
          </div>
        </div>
        {running && (
          <Button variant="default" onClick={stopSaving}>
            Stop ({size(mine.bytes)}
            {mine.total === undefined ? '' : ` of ${size(mine.total)}`})
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          disabled={running}
          onClick={() => void save(item.id)}
        >
          Save…
        </Button>
        <QuietBar busy={busy.open || running} />
      </header>
      <div role="status" className={classes.saved} data-bad={mine?.done?.bad}>
        {mine?.done?.words}
      </div>
      {!revealed ? (
        <EmptyState
          title="Masked"
          icon={<IconEyeOff size={22} />}
          actions={<Button onClick={reveal}>Show the media</Button>}
        >
          Pictures of people and their documents show only when asked for, and are masked again after five
          minutes.
        </EmptyState>
      ) : failure.open ? (
        <div className={classes.alone}>
          <FailureNotice failure={failure.open} onRetry={() => void open()} />
        </div>
      ) : opened ? (
        <Shown opened={opened} title={titleOf(item)} onAgain={() => void open()} />
      ) : (
        <div className={classes.table} aria-busy />
      )}
    </article>
  );
}

interface ShownProps {
  opened: OpenedMedia;
  title: string;
  onAgain(): void;
}

function Shown({ opened, title, onAgain }: ShownProps) {
  const [broken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  if (opened.form === 'none' || opened.address === undefined) {
    return (
      <EmptyState title="Not shown" icon={<IconEyeOff size={22} />}>
        {opened.reason} It can still be saved, with care.
      </EmptyState>
    );
  }
  if (broken) {
    return (
      <EmptyState
        title="Cannot be shown"
        icon={<IconEyeOff size={22} />}
        actions={
          <Button variant="default" onClick={onAgain}>
            Open it again
          </Button>
        }
      >
        It begins like {opened.foundType}, but could not be drawn: it is damaged, it did not arrive whole, or
        its address expired.
      </EmptyState>
    );
  }
  const view = { address: opened.address, title, onBroken };
  if (opened.form === 'image') return <ImageView {...view} />;
  if (opened.form === 'video') return <VideoView {...view} />;
  return (
    <Suspense fallback={<div className={classes.table} aria-busy />}>
      <PdfView {...view} />
    </Suspense>
  );
}

const units = ['B', 'kB', 'MB', 'GB'];

function size(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}
