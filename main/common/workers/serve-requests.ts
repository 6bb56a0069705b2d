import { type MessagePort, parentPort } from 'node:worker_threads';
import { Failure } from '../failure.ts';
import type { RequestMessage, RequestReply, Requests } from './request-worker.ts';

/**
 * Answers the requests of a `RequestWorker`, each as soon as it is done: one after the other where no handler waits for something else.
 * @param setNow receives the time that a request says, before it is answered
 */
export function serveRequests<R extends Requests<R>>(handlers: R, setNow?: (now: number) => void): void {
  const port = parentPort as MessagePort;
  port.on('message', async ({ id, name, input, now }: RequestMessage) => {
    try {
      setNow?.(now ?? Date.now());
      // The message was made by the typed method of `RequestWorker`.
      const handler = handlers[name as keyof R] as unknown as (input: unknown) => unknown;
      post(port, { id, type: 'done', output: await handler.call(handlers, input) });
    } catch (error) {
      post(port, failed(id, error));
    }
  });
}

function post(port: MessagePort, reply: RequestReply): void {
  try {
    port.postMessage(reply);
  } catch (error) {
    port.postMessage({ id: reply.id, type: 'failed', error: String(error) } satisfies RequestReply);
  }
}

function failed(id: number, error: unknown): RequestReply {
  return error instanceof Failure
    ? { id, type: 'refused', failure: error.view() }
    : { id, type: 'failed', error };
}

/** Requests that the methods of the same names answer. `run` performs each, such as within a transaction. */
export function forward<T extends object, N extends keyof T & string>(
  part: () => T,
  names: readonly N[],
  run: (answer: () => unknown) => unknown = (answer) => answer(),
): Pick<T, N> {
  const methods = part as () => Record<string, (input: unknown) => unknown>;
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown) => run(() => methods()[name]?.(input))]),
  ) as Pick<T, N>;
}
