import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../common/failure.ts';
import { sanitizeForDisplay } from './error-reply/sanitize-for-display.ts';
import { codeAndTexts } from './messages/message.ts';
import { replyMessages } from './messages/reply.ts';
import type { MediaReply } from './port.ts';
import { isHtml, mediaTypeOf } from './reply/media-type.ts';
import type { RequestTiming } from './reply/reply-reader.ts';
import type { TransportResponse } from './transport/transport.ts';

const unknown = { encoding: '', bytes: 0, limit: 0, kind: '' };

/**
 * Returns the response of a medium whose body is still arriving, unread (interface 4.5).
 * @throws Failure reply-html for a web page
 */
export async function mediaReply(
  reply: TransportResponse,
  { redaction }: Pick<RequestTiming, 'redaction'>,
): Promise<MediaReply> {
  const { headers } = reply;
  const mediaType = mediaTypeOf(headers['content-type']);
  // A medium has a file name (interface 4.5); a gateway's page has none and must never be taken for a document.
  if (isHtml(mediaType, new Uint8Array()) && headers['content-disposition'] === undefined) {
    reply.body.destroy();
    throw new Failure({
      ...codeAndTexts(replyMessages.html, { ...unknown, status: reply.status, mediaType }),
      requestId: reply.requestId,
      details: {
        httpStatus: reply.status,
        host: reply.exchange.url.host,
        path: reply.exchange.path,
        mediaType,
      },
      request: { performed: 'unknown', transient: false, status: reply.status },
    });
  }
  const coding = headers['content-encoding'] !== undefined;
  // Part of a compressed file cannot be decompressed.
  if (coding || (reply.decoded && reply.status === 206)) {
    reply.body.destroy();
    const encoding = String(headers['content-encoding'] ?? 'a part of a compressed file');
    throw new Failure({
      ...codeAndTexts(replyMessages['unknown-coding'], {
        ...unknown,
        status: reply.status,
        mediaType,
        encoding: sanitizeForDisplay(encoding, redaction, []),
      }),
      requestId: reply.requestId,
      details: { httpStatus: reply.status, host: reply.exchange.url.host, path: reply.exchange.path },
      request: { performed: 'unknown', transient: false, status: reply.status },
    });
  }
  const one = (name: string) => [headers[name]].flat()[0];
  const disposition = one('content-disposition');
  const range = one('content-range');
  const length = one('content-length');
  const bytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  return {
    status: reply.status,
    contentType: one('content-type') ?? 'application/octet-stream',
    ...omitUndefined({ contentDisposition: disposition, contentRange: range }),
    acceptRanges:
      !reply.decoded && (reply.status === 206 || one('accept-ranges')?.trim().toLowerCase() === 'bytes'),
    ...omitUndefined({ bytes, requestId: reply.requestId }),
    body: reply.body,
  };
}
