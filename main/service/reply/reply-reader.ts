import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Redaction } from '../../common/redaction.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import { sanitizeForDisplay } from '../error-reply/sanitize-for-display.ts';
import { codeAndTexts } from '../messages/message.ts';
import { type ReplyDetails, type ReplyReason, replyMessages } from '../messages/reply.ts';
import type { Reading } from '../port.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { charsetOf } from './charset.ts';
import { collect, jsonLimit } from './collect.ts';
import { isHtml, isJsonType, mediaTypeOf } from './media-type.ts';
import { type ReplyName, type ReplyReading, type ReplyValue, readReply } from './read.ts';
import { scanJson } from './scan.ts';

/** Smaller replies are parsed in main's thread, in a few milliseconds; larger ones in a worker. */
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
export interface ReplyTask {
  name: ReplyName;
  bytes: Uint8Array<ArrayBuffer>;
  charset: string | undefined;
  /** Secrets to remove from the reply. */
  secrets: string[];
}

/** Parses replies of any size without blocking main's thread. */
export class ReplyReader {
  readonly #pool = new WorkerPool<ReplyTask, ReplyReading>({
    url: new URL('./worker.ts', import.meta.url),
    name: 'reply',
    concurrency: 2,
    queueLength: 16,
    timeoutMs: 10_000,
    heapMb: 512,
  });

  /**
   * Parses a successful reply by the schema of that name, without the secrets it repeats.
   * @throws Failure reply-empty, -html, -wrong-type, -not-json, -truncated, -too-large, cancelled, and network failures
   */
  async read<N extends ReplyName>(
    name: N,
    reply: TransportResponse,
    timing: RequestTiming,
  ): Promise<Reading<ReplyValue<N>>> {
    const mediaType = mediaTypeOf(reply.headers['content-type']);
    const encoding = String(reply.headers['content-encoding'] ?? '').toLowerCase();
    let bytes = 0;
    const failure = (reason: ReplyReason, kind = '') =>
      unreadable(reply, reason, { mediaType, encoding, bytes, kind }, timing.redaction);

    const length = Number(reply.headers['content-length']);
    const raw = length > jsonLimit ? undefined : await collect(reply.body, jsonLimit);
    if (raw === undefined) {
      reply.body.destroy();
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
    // A reply without a media type is accepted; one with another type is not.
    if (mediaType !== '' && !isJsonType(mediaType)) {
      throw failure('wrong-media-type');
    }
    const label = charsetOf(reply.headers['content-type']);
    const charset = label === undefined ? undefined : timing.redaction.text(label);
    const { redaction, signal } = timing;
    const reading = isSmall(raw)
      ? readReply(name, raw, charset, redaction)
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
        ...omitUndefined({ requestId: reply.requestId }),
        receivedAt: isoTime(timing.now()),
        bytes,
        ms: timing.tookMs(),
        attempts: timing.attempt,
      },
    };
  }

  async #readInWorker<N extends ReplyName>(
    name: N,
    bytes: Uint8Array,
    charset: string | undefined,
    redaction: Redaction,
    signal: AbortSignal | undefined,
  ): Promise<ReplyReading<N>> {
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
      return reading as ReplyReading<N>;
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

function unreadable(
  reply: TransportResponse,
  reason: ReplyReason,
  details: { mediaType: string; encoding: string; bytes: number; kind: string },
  redaction: Redaction,
): Failure {
  const safe = (text: string) =>
    redaction
      .text(text)
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, 100);
  const mediaType = safe(details.mediaType);
  return new Failure({
    ...codeAndTexts<ReplyDetails>(replyMessages[reason], {
      ...details,
      mediaType,
      encoding: safe(details.encoding),
      kind: sanitizeForDisplay(details.kind, redaction, []),
      status: reply.status,
      limit: jsonLimit,
    }),
    requestId: reply.requestId,
    details: {
      httpStatus: reply.status,
      host: reply.exchange.url.host,
      path: reply.exchange.path,
      bytes: details.bytes,
      ...(mediaType === '' ? {} : { mediaType }),
    },
    request: { performed: 'unknown', transient: false, status: reply.status, mediaType },
    retryable: true,
  });
}
