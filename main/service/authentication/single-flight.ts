import { cancelledRequest } from '../../common/failure.ts';

interface Running<T> {
  result: Promise<T>;
  abort: AbortController;
  waiting: number;
}

/**
 * Concurrent callers share one run of `call`. A caller that cancels stops waiting; the run is cancelled with the last of
 * them.
 */
export function singleFlight<T>(
  call: (signal: AbortSignal) => Promise<T>,
): (signal?: AbortSignal) => Promise<T> {
  let running: Running<T> | undefined;

  return (signal) => {
    if (signal?.aborted) {
      return Promise.reject(cancelledRequest(false));
    }
    if (running === undefined) {
      const abort = new AbortController();
      const mine: Running<T> = { abort, waiting: 0, result: call(abort.signal) };
      running = mine;
      const over = () => {
        if (running === mine) {
          running = undefined;
        }
      };
      mine.result.then(over, over);
    }
    const joined = running;
    joined.waiting++;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        joined.waiting--;
        if (joined.waiting === 0) {
          joined.abort.abort();
          if (running === joined) {
            running = undefined;
          }
        }
        reject(cancelledRequest(false));
      };
      signal?.addEventListener('abort', leave, { once: true });
      joined.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  };
}
