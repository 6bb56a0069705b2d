import type { JsonValue } from '../../../preload/contract/json.ts';
import { Failure } from '../../common/failure.ts';
import { codeAndTexts } from '../messages/message.ts';
import { type ResponseDetails, type ResponseReason, responseMessages } from '../messages/response.ts';
import type { Exchange } from './network-failure.ts';

/** Returns the failure of a response that arrived and cannot be read; `found` is safe to show. */
export function unreadableResponse(
  { status, exchange }: { status: number; exchange: Exchange },
  reason: ResponseReason,
  found: Partial<ResponseDetails>,
  details: Record<string, JsonValue>,
  retryable = false,
): Failure {
  const { mediaType = '', encoding = '', bytes = 0, limit = 0, kind = '' } = found;
  return new Failure({
    ...codeAndTexts<ResponseDetails>(responseMessages[reason], {
      status,
      mediaType,
      encoding,
      bytes,
      limit,
      kind,
    }),
    requestId: exchange.requestId,
    details: { httpStatus: status, host: exchange.url.host, path: exchange.path, ...details },
    request: { performed: 'unknown', transient: false, status, mediaType },
    retryable,
  });
}
