import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { waitingText } from '../ui/waiting-for-service.tsx';
import classes from './awaited-notice.module.css';

/** Requests to the service that take more than two seconds: what is awaited, the attempt, the maximum time, and Stop. */
export function AwaitedNotice() {
  const { awaitedRequests } = useStores();
  const { requests } = useStore(awaitedRequests);
  // Several files open at once; only the oldest request of a kind is shown.
  const shown = requests.filter(
    ({ what }, index) => requests.findIndex((one) => one.what === what) === index,
  );
  return (
    <div className={classes.place} role="status">
      {shown.map(({ id, what, progress }) => (
        <div key={id} className={classes.notice}>
          <span>{waitingText(what, progress)}</span>
          <Button
            size="compact-sm"
            onClick={() => {
              for (const request of requests.filter((one) => one.what === what)) {
                request.stop();
              }
            }}
          >
            Stop
          </Button>
        </div>
      ))}
    </div>
  );
}
