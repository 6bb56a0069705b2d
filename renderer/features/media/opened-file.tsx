import { Box, Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { OpenedMedia } from '../../../preload/contract/media.ts';
import { EmptyState } from '../../ui/notices.tsx';
import { HiddenFile } from './hidden-file.tsx';
import { ImageView } from './image-view.tsx';
import type { MediaState, Slot } from './media-state.ts';
import { useView } from './use-view.ts';
import { VideoView } from './video-view.tsx';
import { WellMessage } from './well-parts.tsx';
import { otherSlot } from './wells.ts';

// pdf.js is as large as the rest of the window's code and is loaded only when a PDF is opened.
const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then(({ PdfView: view }) => ({ default: view })));

interface OpenedFileProps {
  store: StoreApi<MediaState>;
  slot: Slot;
  opened: OpenedMedia;
  title: string;
}

/** Shows the content of a file, displayed by its detected type. */
export function OpenedFile({ store, slot, opened, title }: OpenedFileProps) {
  const arrival = useStore(store, ({ wells }) => wells[slot].arrival);
  const controls = useView(store, slot);
  const [ended, setEnded] = useState<'broken' | 'stopped'>();
  const renewEnded = useCallback(() => store.getState().renewEnded(slot), [store, slot]);
  const onBroken = useCallback(() => {
    // An address ends after five minutes; that is no fault of the file.
    void renewEnded().then((isRenewed) => isRenewed || setEnded('broken'));
  }, [renewEnded]);
  const openAgain = useCallback(() => void store.getState().open(slot, true), [store, slot]);
  if (opened.form === 'none' || opened.address === undefined) {
    const { wells, save } = store.getState();
    const id = wells[slot].mediumId;
    return <HiddenFile opened={opened} onSave={() => id !== undefined && void save(id, title)} />;
  }
  if (ended !== undefined) {
    return (
      <WellMessage>
        <EmptyState
          title={ended === 'stopped' ? 'Stopped' : 'Cannot be shown'}
          icon={<IconEyeOff size={22} />}
          actions={<Button onClick={openAgain}>Open again</Button>}
        >
          {ended === 'stopped'
            ? 'The file has not arrived.'
            : (arrival?.problem?.message ??
              `It looks like ${opened.foundType}, but could not be displayed. It may be damaged or incomplete.`)}
        </EmptyState>
      </WellMessage>
    );
  }
  const { address, form } = opened;
  if (form === 'image') {
    return (
      <ImageView
        address={address}
        title={title}
        controls={controls}
        isCut={arrival?.isCut === true}
        onBroken={onBroken}
        onStop={() => setEnded('stopped')}
      />
    );
  }
  if (form === 'video') {
    return (
      <VideoView
        address={address}
        title={title}
        isActive={controls.isActive}
        isAudio={opened.foundType?.startsWith('audio/') === true}
        problem={arrival?.problem?.message}
        onContinue={() => void store.getState().continueFile(slot)}
        onBroken={onBroken}
        onStill={(still, name) => store.getState().showStill(still, name, otherSlot(slot))}
      />
    );
  }
  return (
    <Suspense fallback={<Box flex="1" mih={0} bg="var(--surface-stage)" aria-busy />}>
      <PdfView address={address} title={title} controls={controls} onEnded={renewEnded} onAgain={openAgain} />
    </Suspense>
  );
}
