import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AttemptProgress } from '../../preload/contract/attempt.ts';
import { waitText } from '../../preload/wording/terms.ts';
import classes from './waiting.module.css';

/** Milliseconds after which waiting is put into words. */
const textAfterMs = 2000;

interface WaitingForServiceProps {
  /** The awaited thing, such as "the conversation". */
  what: string;
  progress: AttemptProgress | undefined;
  onStop(): void;
}

/** Shows after two seconds what is awaited, the attempt of how many, how long it may take, and a way to stop. */
export function WaitingForService({ what, progress, onStop }: WaitingForServiceProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), textAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.service}>
      {isShown && (
        <>
          <span role="status">{waitingText(what, progress)}</span>
          <Button size="compact-sm" onClick={onStop}>
            Stop
          </Button>
        </>
      )}
    </div>
  );
}

/** Returns a text such as "Waiting for the service to send the file. Attempt 2 of 4, at most 30 s." */
export function waitingText(what: string, progress: AttemptProgress | undefined): string {
  if (progress === undefined) {
    return `Waiting for ${what}.`;
  }
  const { attempt, attempts, limitMs, beginsInMs } = progress;
  const which = `Attempt ${attempt} of ${attempts}`;
  return beginsInMs === undefined
    ? `Waiting for the service to send ${what}. ${which}, at most ${waitText(limitMs / 1000)}.`
    : `The service could not send ${what}. ${which} begins in ${waitText(beginsInMs / 1000)}.`;
}
