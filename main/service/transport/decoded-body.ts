import { type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Failure } from '../../common/failure.ts';
import type { ResponseReason } from '../messages/response.ts';
import type { Exchange } from './network-failure.ts';
import { unreadableResponse } from './unreadable-response.ts';

/** The most codings of a body; more have no use and cost time. */
const maxCodings = 2;
/** Up to this size a decompressed body may have any compression ratio, in bytes. */
const freeBytes = 16 * 1024 * 1024;
/** Above that, the highest compression ratio. JSON with repeated records stays below 50. */
const maxRatio = 200;

/** Returns the codings of a body (RFC 9110, 8.4), in the order they were applied; undefined when one is not supported. */
export function codingsOf(header: string | string[] | undefined): string[] | undefined {
  if (header === undefined) {
    return [];
  }
  const names = [header].flat().join(',').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  const isDecodable = codings.every((name) => Object.hasOwn(decoders, name));
  return isDecodable && codings.length <= maxCodings ? codings : undefined;
}

const decoders: Record<string, (first: Buffer) => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
  // Some servers send raw deflate without the zlib header.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/** Decompresses a body as fast as it is read, and stops when the ratio is too high. Its failures are `Failure`s. */
export function decodedBody(
  body: Readable,
  codings: readonly string[],
  exchange: Exchange,
  status: number,
): Readable {
  if (codings.length === 0) {
    return body;
  }
  const fail = (reason: ResponseReason) => {
    const encoding = codings.join(', ');
    const bytes = exchange.receivedBytes ?? 0;
    const details = { encoding, receivedBytes: bytes };
    const isBrokenOff = reason === 'truncated-coding';
    return unreadableResponse({ status, exchange }, reason, { encoding, bytes }, details, isBrokenOff);
  };
  const last = new GrowthLimit(exchange, fail);
  const stages: Transform[] = [];
  const end = () => {
    body.destroy();
    for (const stage of stages) {
      stage.destroy();
    }
  };
  // It may fail before it has a listener; a later reader still receives the failure.
  last.on('error', () => {}).on('close', end);
  body.on('error', (error) => last.destroy(error));
  // An empty body is empty, whatever its headers say.
  const endEmpty = () => last.end();
  body.once('end', endEmpty);
  body.once('readable', () => {
    const first: Buffer | null = body.read();
    if (first === null) {
      return;
    }
    body.off('end', endEmpty);
    body.unshift(first);
    let from: Readable = body;
    for (const [index, coding] of codings.toReversed().entries()) {
      // Inside a first coding the format is not known yet, and raw deflate is not sent there.
      const stage = decoders[coding]?.(index === 0 ? first : Buffer.of(8));
      if (stage === undefined) {
        continue;
      }
      const limit = index === codings.length - 1 ? last : new GrowthLimit(exchange, fail);
      stage.on('error', (error) => last.destroy(fail(reasonOf(error))));
      if (limit !== last) {
        limit.on('error', (error) => last.destroy(error));
        stages.push(limit);
      }
      stages.push(stage);
      from = from.pipe(stage).pipe(limit);
    }
  });
  return last;
}

class GrowthLimit extends Transform {
  readonly #exchange: Exchange;
  readonly #fail: (reason: ResponseReason) => Failure;
  #bytes = 0;

  constructor(exchange: Exchange, fail: (reason: ResponseReason) => Failure) {
    super({ highWaterMark: 256 * 1024 });
    this.#exchange = exchange;
    this.#fail = fail;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > freeBytes && this.#bytes > maxRatio * (this.#exchange.receivedBytes ?? 0)) {
      done(this.#fail('grows'));
    } else {
      done(null, chunk);
    }
  }
}

function reasonOf(error: Error): 'coding-broken' | 'truncated-coding' {
  return 'code' in error && error.code === 'Z_BUF_ERROR' ? 'truncated-coding' : 'coding-broken';
}
