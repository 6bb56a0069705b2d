import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { OpenedMedia } from '../../preload/contract/media.ts';
import type { MediaItem } from '../../preload/contract/service/metadata.ts';
import { useAction } from '../actions/use-action.ts';
import { Copyable } from '../ui/copyable.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { useRevealed } from '../ui/masked.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import { LoadingBar } from '../ui/waiting.tsx';
import { ImageView } from './image-view.tsx';
import classes from './media.module.css';
import { titleOf } from './media-titles.ts';
import { SaveProgress } from './save-progress.tsx';
import type { MediaState } from './store.ts';
import { VideoView } from './video-view.tsx';

// pdf.js is as large as the rest of the window's code and is loaded only when a PDF is opened.
const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then(({ PdfView: view }) => ({ default: view })));

const showShortcut = 'mod+shift+s';

interface MediaViewerProps {
  store: StoreApi<MediaState>;
  item: MediaItem;
}

/** One file: its title and ids, its content, and saving it. */
export function MediaViewer({ store, item }: MediaViewerProps) {
  const { opened, isCut, busy, failure, saving, save, open } = useStore(store);
  const { revealed, all, reveal, hide } = useRevealed('media');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (revealed) {
      void store.getState().open();
    }
  }, [store, revealed]);
  const title = titleOf(item);
  const running = saving !== undefined && saving.done === undefined;
  const startSaving = () => void save(item.id, title);
  const show = () => {
    // The button that was pressed is removed once it is shown.
    heading.current?.focus();
    reveal();
  };
  useAction({
    id: 'media.save',
    group: 'File',
    label: 'Save the file',
    shortcut: 'mod+s',
    disabled: running,
    run: startSaving,
  });
  useAction({
    id: 'media.show',
    group: 'File',
    label: revealed ? 'Mask the files' : 'Show the files',
    shortcut: showShortcut,
    disabled: all,
    run: revealed ? hide : show,
  });
  return (
    <article className={classes.medium} aria-label={title}>
      <header className={classes.head}>
        <div className={classes.headText}>
          <h2 className={classes.title} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <div className={classes.about}>
            <Copyable value={item.id} label="file id" />
            {opened && <span>{opened.foundType ?? opened.claimedType}</span>}
            {opened?.bytes !== undefined && <span>{formatBytes(opened.bytes)}</span>}
          </div>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          rightSection={<ShortcutHint shortcut="mod+s" />}
          disabled={running}
          onClick={startSaving}
        >
          Save…
        </Button>
        <LoadingBar busy={busy.open || running} />
      </header>
      <SaveProgress store={store} />
      {!revealed ? (
        <div className={classes.alone}>
          <EmptyState
            title="Masked"
            icon={<IconEyeOff size={22} />}
            actions={
              <Button
                leftSection={<IconEye size={14} />}
                rightSection={<ShortcutHint shortcut={showShortcut} />}
                onClick={show}
              >
                Show files
              </Button>
            }
          >
            Pictures of people and documents are shown only on request, and masked again after five minutes.
          </EmptyState>
        </div>
      ) : failure.open ? (
        <div className={classes.alone}>
          <FailureNotice failure={failure.open} onRetry={() => void open()} />
        </div>
      ) : opened ? (
        <Shown
          opened={opened}
          title={title}
          isCut={isCut}
          onLoaded={() => void store.getState().checkArrival()}
          onAgain={() => void open()}
        />
      ) : (
        <Table />
      )}
    </article>
  );
}

/** A placeholder for a file that is loading, with its toolbar. */
function Table() {
  return (
    <div className={classes.viewer} aria-busy>
      <div className={classes.bar} />
      <div className={classes.table} />
    </div>
  );
}

interface ShownProps {
  opened: OpenedMedia;
  title: string;
  isCut: boolean;
  onLoaded(): void;
  onAgain(): void;
}

function Shown({ opened, title, isCut, onLoaded, onAgain }: ShownProps) {
  const [broken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  if (opened.form === 'none' || opened.address === undefined) {
    return (
      <div className={classes.alone}>
        <EmptyState title="Not shown" icon={<IconEyeOff size={22} />}>
          {opened.reason} You can save it anyway. Open it with care.
        </EmptyState>
      </div>
    );
  }
  if (broken) {
    return (
      <div className={classes.alone}>
        <EmptyState
          title="Cannot be shown"
          icon={<IconEyeOff size={22} />}
          actions={
            <Button variant="default" onClick={onAgain}>
              Open again{' '}
            </Button>
          }
        >
          It looks like {opened.foundType}, but could not be displayed. It may be damaged or incomplete, or
          its address may have expired.
        </EmptyState>
      </div>
    );
  }
  const view = { address: opened.address, title, onBroken };
  if (opened.form === 'image') {
    return <ImageView {...view} isCut={isCut} onLoaded={onLoaded} />;
  }
  if (opened.form === 'video') {
    return <VideoView {...view} />;
  }
  return (
    <Suspense fallback={<Table />}>
      <PdfView address={opened.address} title={title} onAgain={onAgain} />
    </Suspense>
  );
}
