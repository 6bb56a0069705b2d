import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Redaction } from '../../common/redaction.ts';
import { sanitizeForDisplay } from '../error-reply/sanitize-for-display.ts';
import { codeAndTexts } from '../messages/message.ts';
import { type ReplyDetails, type ReplyReason, replyMessages } from '../messages/reply.ts';
import type { Reading } from '../port.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { charsetOf } from './charset.ts';
import { collect, jsonLimit } from './collect.ts';
import { isHtml, isJsonType, mediaTypeOf } from './media-type.ts';
import type { ReplyName, ReplyValue } from './read.ts';
import type { ReplyReader } from './reply-reader.ts';

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

/**
 * Parses a successful reply.
 * @throws Failure reply-empty, -html, -wrong-type, -not-json, -truncated, -too-large, and network failures
 */
export async function readJsonReply<N extends ReplyName>(
  name: N,
  reply: TransportResponse,
  timing: RequestTiming,
  reader: Pick<ReplyReader, 'read'>,
): Promise<Reading<ReplyValue<N>>> {
  const mediaType = mediaTypeOf(reply.headers['content-type']);
  const encoding = String(reply.headers['content-encoding'] ?? '').toLowerCase();
  let bytes = 0;
  const failed = (reason: ReplyReason, kind = '') =>
    unreadable(reply, reason, { mediaType, encoding, bytes, kind }, timing.redaction);

  const declared = Number(reply.headers['content-length']);
  const raw = declared > jsonLimit ? undefined : await collect(reply.body, jsonLimit);
  if (raw === undefined) {
    reply.body.destroy();
    throw failed('too-large');
  }
  bytes = raw.length;
  if (bytes === 0) {
    throw failed('empty');
  }
  if (encoding !== '') {
    throw failed('unknown-coding');
  }
  if (isHtml(mediaType, raw)) {
    throw failed('html');
  }
  // A reply without a media type is accepted; one with another type is not.
  if (mediaType !== '' && !isJsonType(mediaType)) {
    throw failed('wrong-media-type');
  }
  const named = charsetOf(reply.headers['content-type']);
  const charset = named === undefined ? undefined : timing.redaction.text(named);
  const reading = await reader.read(name, raw, charset, timing.redaction, timing.signal);
  if (!reading.ok) {
    const untyped = mediaType === '' && reading.reason === 'not-json';
    throw failed(untyped ? 'no-media-type' : reading.reason, reading.kind);
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
