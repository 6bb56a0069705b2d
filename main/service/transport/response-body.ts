import { Readable } from 'node:stream';
import { cancelledRequest, type Failure } from '../../common/failure.ts';
import type { Deadline } from './deadline.ts';
import { type Exchange, networkFailure } from './network-failure.ts';
import { RequestStopped } from './reason.ts';

/** Returns a response body, streamed with backpressure. When it breaks off, the stream fails with an `Failure` or `cancelled`. */
export function responseBody(
  source: Readable,
  exchange: Exchange,
  deadline: Deadline,
  signal: AbortSignal,
): Readable {
  const body = new Readable({
    highWaterMark: 256 * 1024,
    read() {
      deadline.run();
      source.resume();
    },
    destroy(error, done) {
      deadline.end();
      source.destroy();
      done(error);
    },
  });
  // It may fail before it has a listener; a later reader still receives the failure.
  body.on('error', () => {});
  source.pause();
  deadline.pause();
  source.on('data', (chunk: Buffer) => {
    exchange.receivedBytes = (exchange.receivedBytes ?? 0) + chunk.length;
    deadline.noteBytes(chunk.length);
    if (!body.push(chunk)) {
      source.pause();
      deadline.pause();
    }
  });
  source.on('end', () => {
    deadline.end();
    body.push(null);
  });
  source.on('error', (error) => {
    deadline.end();
    body.destroy(endedBy(signal, error, exchange));
  });
  return body;
}

/** Returns why a request ended: cancelled by the caller, stopped by Assay, or a network failure. */
export function endedBy(signal: AbortSignal, error: unknown, exchange: Exchange): Failure {
  if (!signal.aborted) {
    return networkFailure(error, exchange);
  }
  const reason: unknown = signal.reason;
  if (reason instanceof RequestStopped) {
    return networkFailure(reason, exchange);
  }
  return cancelledRequest(exchange.requestSent);
}
