import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { LoadingBar } from '../../ui/waiting.tsx';
import classes from './waiting-file.module.css';

/** A wait shorter than this needs no words (design, "Waiting"), in milliseconds. */
const quietMs = 2000;

/** While a file arrives: a bar, and after two seconds words and a way to stop. */
export function WaitingFile({ onStop }: { onStop(): void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.place} role="status">
      <LoadingBar busy />
      {isLong && (
        <p className={classes.words}>
          Waiting for the file: the service has not sent all of it yet.
          <Button size="compact-sm" onClick={onStop}>
            Stop
          </Button>
        </p>
      )}
    </div>
  );
}
