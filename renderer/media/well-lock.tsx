import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { MediaState } from './store.ts';
import { Tool } from './tool.tsx';
import classes from './well-lock.module.css';

/** Locks the two wells together or frees them. */
export function WellLock({ store }: { store: StoreApi<MediaState> }) {
  const { isLocked, setLocked } = useStore(store);
  return (
    <div className={classes.lock}>
      <Tool
        id="lock"
        label={isLocked ? 'Zoom separately' : 'Zoom together'}
        shortcut="y"
        pressed={isLocked}
        isActive
        onClick={() => setLocked(!isLocked)}
        icon={isLocked ? <IconLink size={15} /> : <IconLinkOff size={15} />}
      />
    </div>
  );
}
