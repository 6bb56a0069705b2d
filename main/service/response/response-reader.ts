import { omitUndefined } from '../../../preload/contract/objects.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Redaction } from '../../common/redaction.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import { sanitizeForDisplay } from '../error-response/sanitize-for-display.ts';
import type { ResponseReason } from '../messages/response.ts';
import type { Reading } from '../port.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { unreadableResponse } from '../transport/unreadable-response.ts';
import { charsetOf } from './charset.ts';
import { collect, jsonLimit } from './collect.ts';
import { isHtml, isJsonType, mediaTypeOf } from './media-type.ts';
import { type ResponseName, type ResponseReading, type ResponseValue, readResponse } from './read.ts';
import { scanJson } from './scan.ts';

/** Smaller responses are parsed in main's thread, in a few milliseconds; larger ones in a worker. */
const small = { bytes: 256 * 1024, values: 5000, depth: 200 };

/** When a read began and how often it was attempted. */
export interface RequestTiming {
  signal: AbortSignal | undefined;
  attempt: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since the read began. */
  tookMs(): number;
  redaction: Redaction;
}

/** The worker's input; `bytes` are transferred. */
export interface ResponseTask {
  name: ResponseName;
  bytes: Uint8Array<ArrayBuffer>;
  charset: string | undefined;
  /** Secrets to remove from the response. */
  secrets: string[];
}

/** Parses responses of any size without blocking main's thread. */
export class ResponseReader {
  readonly #pool = new WorkerPool<ResponseTask, ResponseReading>({
    url: new URL('./worker.ts', import.meta.url),
    name: 'response',
    concurrency: 2,
    queueLength: 16,
    timeoutMs: 10_000,
    heapMb: 512,
  });

  /**
   * Parses a successful response by the schema of that name, without the secrets it repeats.
   * @throws Failure reply-empty, -html, -wrong-type, -not-json, -truncated, -too-large, cancelled, and network failures
   */
  async read<N extends ResponseName>(
    name: N,
    response: TransportResponse,
    timing: RequestTiming,
  ): Promise<Reading<ResponseValue<N>>> {
    const mediaType = mediaTypeOf(response.headers['content-type']);
    const encoding = String(response.headers['content-encoding'] ?? '').toLowerCase();
    const { redaction, signal } = timing;
    let bytes = 0;
    const failure = (reason: ResponseReason, kind = '') => {
      const type = shortly(mediaType, redaction);
      const found = {
        mediaType: type,
        encoding: shortly(encoding, redaction),
        bytes,
        kind: sanitizeForDisplay(kind, redaction, []),
        limit: jsonLimit,
      };
      const details = { bytes, ...(type === '' ? {} : { mediaType: type }) };
      return unreadableResponse(response, reason, found, details, true);
    };

    const length = Number(response.headers['content-length']);
    const raw = length > jsonLimit ? undefined : await collect(response.body, jsonLimit);
    if (raw === undefined) {
      response.body.destroy();
      throw failure('too-large');
    }
    bytes = raw.length;
    if (bytes === 0) {
      throw failure('empty');
    }
    if (encoding !== '') {
      throw failure('unknown-coding');
    }
    if (isHtml(mediaType, raw)) {
      throw failure('html');
    }
    // A response without a media type is accepted; one with another type is not.
    if (mediaType !== '' && !isJsonType(mediaType)) {
      throw failure('wrong-media-type');
    }
    const label = charsetOf(response.headers['content-type']);
    const charset = label === undefined ? undefined : redaction.text(label);
    const reading = isSmall(raw)
      ? readResponse(name, raw, charset, redaction)
      : await this.#readInWorker(name, raw, charset, redaction, signal);
    if (!reading.ok) {
      const hasNoType = mediaType === '' && reading.reason === 'not-json';
      throw failure(hasNoType ? 'no-media-type' : reading.reason, reading.kind);
    }
    return {
      value: reading.value,
      raw: reading.utf8,
      notes: {
        ...reading.notes,
        ...omitUndefined({ requestId: response.requestId }),
        receivedAt: isoTime(timing.now()),
        bytes,
        ms: timing.tookMs(),
        attempts: timing.attempt,
      },
    };
  }

  async #readInWorker<N extends ResponseName>(
    name: N,
    bytes: Uint8Array,
    charset: string | undefined,
    redaction: Redaction,
    signal: AbortSignal | undefined,
  ): Promise<ResponseReading<N>> {
    try {
      const reading = await this.#pool.run(
        () => {
          const own = ownBytes(bytes);
          return {
            input: { name, bytes: own, charset, secrets: redaction.secrets() },
            transfer: [own.buffer],
          };
        },
        { signal },
      );
      return reading as ResponseReading<N>;
    } catch (error) {
      if (error instanceof WorkerLimit) {
        return { ok: false, reason: error.kind, kind: '' };
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function isSmall(bytes: Uint8Array): boolean {
  if (bytes.length > small.bytes) {
    return false;
  }
  // A value needs at least one byte and a separator.
  if (bytes.length <= 2 * small.values) {
    return true;
  }
  const scan = scanJson(bytes, small);
  return scan.values <= small.values && scan.depth <= small.depth;
}

function shortly(text: string, redaction: Redaction): string {
  return redaction
    .text(text)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 100);
}
