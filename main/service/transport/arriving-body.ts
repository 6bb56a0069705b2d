import { Readable } from 'node:stream';
import { cancelledAttempt } from '../attempt-failure.ts';
import { type Exchange, networkFailure } from './network-failure.ts';

/**
 * A reply's body as it comes, no faster than it is read and never held whole. Where it breaks, the stream fails with the
 * console's own words (an `AttemptFailure`, or `cancelled`).
 */
export function arrivingBody(
  source: Readable,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): Readable {
  const body = new Readable({
    highWaterMark: 256 * 1024,
    read() {
      source.resume();
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  // It may break before anybody listens; whoever reads it later still gets the failure.
  body.on('error', () => {});
  source.pause();
  source.on('data', (chunk: Buffer) => {
    exchange.received = (exchange.received ?? 0) + chunk.length;
    if (!body.push(chunk)) source.pause();
  });
  source.on('end', () => body.push(null));
  source.on('error', (error) => {
    body.destroy(signal?.aborted ? cancelledAttempt(true) : networkFailure(error, exchange));
  });
  return body;
}
