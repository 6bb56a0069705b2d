import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { OpenedMedia } from '../../preload/contract/media.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ImageView } from './image-view.tsx';
import type { MediaState, Slot } from './media-state.ts';
import classes from './media-well.module.css';
import { useView } from './use-view.ts';
import { VideoView } from './video-view.tsx';

// pdf.js is as large as the rest of the window's code and is loaded only when a PDF is opened.
const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then(({ PdfView: view }) => ({ default: view })));

interface OpenedFileProps {
  store: StoreApi<MediaState>;
  slot: Slot;
  opened: OpenedMedia;
  title: string;
}

/** The content of a file, shown by what was found in its first bytes. */
export function OpenedFile({ store, slot, opened, title }: OpenedFileProps) {
  const isCut = useStore(store, ({ wells }) => wells[slot].isCut);
  const controls = useView(store, slot);
  const [isBroken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  const openAgain = () => void store.getState().open(slot);
  if (opened.form === 'none' || opened.address === undefined) {
    return (
      <div className={classes.message}>
        <EmptyState title="Not shown" icon={<IconEyeOff size={22} />}>
          {opened.reason} You can save it anyway. Open it with care.
        </EmptyState>
      </div>
    );
  }
  if (isBroken) {
    return (
      <div className={classes.message}>
        <EmptyState
          title="Cannot be shown"
          icon={<IconEyeOff size={22} />}
          actions={
            <Button variant="default" onClick={openAgain}>
              Open again
            </Button>
          }
        >
          It looks like {opened.foundType}, but could not be displayed. It may be damaged or incomplete, or
          its address may have expired.
        </EmptyState>
      </div>
    );
  }
  const { address, form } = opened;
  if (form === 'image') {
    return (
      <ImageView
        address={address}
        title={title}
        controls={controls}
        isCut={isCut}
        onLoaded={() => void store.getState().checkArrival(slot)}
        onBroken={onBroken}
      />
    );
  }
  if (form === 'video') {
    return <VideoView address={address} title={title} onBroken={onBroken} />;
  }
  return (
    <Suspense fallback={<div className={classes.waiting} aria-busy />}>
      <PdfView address={address} title={title} controls={controls} onAgain={openAgain} />
    </Suspense>
  );
}
