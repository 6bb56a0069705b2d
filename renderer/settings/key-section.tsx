import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { RecordsFailure } from './records-failure.tsx';
import type { RecordsState } from './records-store.ts';
import classes from './settings.module.css';

/** Replaces the key that seals the list, with progress and result. */
export function KeySection({ store }: { store: StoreApi<RecordsState> }) {
  const { busy, files, rotation, rotated, rotateKey } = useStore(store);
  const announce = useAnnounce();
  const [isAsked, setAsked] = useState(false);
  const isRunning = busy === 'key';
  const start = async () => {
    setAsked(false);
    if (await rotateKey()) {
      announce('Key replaced');
    }
  };
  return (
    <Section title="Key of the stored cases">
      <div className={classes.stack}>
        <p className={classes.text}>
          User keys, notes, labels, saved reads and the journal’s details are encrypted with a key in the
          keychain. Replacing it encrypts them again with a new key, in the copies too, and deletes the old
          key.
        </p>
        {!isAsked && !isRunning && (
          <Button disabled={files === undefined || files.storage === 'memory'} onClick={() => setAsked(true)}>
            Replace the key…
          </Button>
        )}
        {isAsked && (
          <>
            <p className={classes.text} role="alert">
              You can continue working. If it is interrupted, it continues at the next start. Copies that are
              damaged cannot be encrypted again, so their data can then no longer be read.
            </p>
            <div className={classes.row}>
              <Button variant="filled" onClick={() => void start()}>
                Replace the key
              </Button>
              <Button autoFocus onClick={() => setAsked(false)}>
                Cancel
              </Button>
            </div>
          </>
        )}
        {isRunning && (
          <div className={`${classes.stack} ${classes.wide}`}>
            <Progress
              className={classes.wide}
              aria-label="Replacing the key"
              value={rotation && rotation.total > 0 ? (rotation.done / rotation.total) * 100 : 0}
            />
            <p className={classes.text}>
              {rotation
                ? `${rotation.done.toLocaleString('en')} of ${rotation.total.toLocaleString('en')} values encrypted again`
                : 'Creating a key…'}
            </p>
          </div>
        )}
        <p className={classes.text} role="status">
          {rotated === undefined || isRunning ? '' : rotatedText(rotated)}
        </p>
        <RecordsFailure store={store} part="key" />
      </div>
    </Section>
  );
}

export function rotatedText({ resealed, unreadable }: NonNullable<RecordsState['rotated']>): string {
  const done = `The key was replaced. ${resealed === 1 ? '1 value is' : `${resealed.toLocaleString('en')} values are`} encrypted with the new one.`;
  return unreadable.length === 0
    ? done
    : `${done} These copies are damaged and could not be encrypted again: ${unreadable.join(', ')}.`;
}
