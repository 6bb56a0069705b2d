import type { JsonValue } from '../../../preload/contract/json.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { codeAndTexts } from '../messages/message.ts';
import { network, proxyMessages } from '../messages/network.ts';
import { ConnectFault } from './connect-fault.ts';
import { namesInCertificate, reasonOf } from './reason.ts';

/** The facts of one exchange for its failure. */
export interface Exchange {
  /** The other side, such as `The service`. */
  peer: string;
  url: URL;
  /** The path as in the interface, without ids. */
  path: string;
  proxy: URL | undefined;
  /** True if a login was sent to the proxy. */
  proxyLogin?: boolean;
  /** True if the request may have been sent. */
  requestSent: boolean;
  /** Bytes of the response so far; undefined before its first line. */
  receivedBytes: number | undefined;
  timeouts: { connectMs: number; headersMs: number; idleMs: number; totalMs: number };
  requestId?: string | undefined;
}

/** Returns the failure for a network error. The error itself is dropped: it can hold request headers. */
export function networkFailure(error: unknown, exchange: Exchange): Failure {
  const fault = error instanceof ConnectFault ? error : undefined;
  const { reason: cause, systemCode } = reasonOf(fault ? fault.socketError : error);
  // Under TLS 1.3 the request may have been sent before the other side judged the client certificate; it is not read
  // then.
  const isUnread = cause === 'certificate-wanted' || cause === 'certificate-refused';
  const isSent = fault === undefined && exchange.requestSent && !isUnread;
  const performed = isSent ? 'unknown' : 'no';
  const host = exchange.url.hostname;
  const base: Record<string, JsonValue> = { host: exchange.url.host, path: exchange.path };
  if (fault && fault.stage !== 'peer' && exchange.proxy) {
    const proxy = exchange.proxy.origin;
    const details = { ...base, proxy, phase: 'proxy' };
    if (fault.stage === 'tunnel') {
      return tunnelFailure(fault, exchange.proxyLogin === true, proxy, host, details);
    }
    return new Failure({
      code: 'proxy-failed',
      ...proxyMessages.unusable(proxy, cause),
      details: { ...details, systemCode },
      request: { performed: 'no', transient: network[cause].transient === true },
    });
  }
  // A reset during the handshake proves that nothing was sent.
  const inHandshake = fault !== undefined && cause === 'reset' && exchange.url.protocol === 'https:';
  const inResponse = cause === 'reset' && exchange.receivedBytes !== undefined;
  const reason = inHandshake ? 'tls-broken' : inResponse ? 'reset-in-response' : cause;
  const entry = network[reason];
  const phase = fault ? 'connect' : exchange.receivedBytes === undefined ? 'headers' : 'body';
  return new Failure({
    ...codeAndTexts(entry, {
      peer: `${exchange.peer} at ${exchange.url.host}`,
      host,
      limitMs: limitOf(reason, exchange.timeouts),
      receivedBytes: exchange.receivedBytes ?? 0,
      systemCode,
      certificateNames: namesInCertificate(fault?.socketError),
    }),
    requestId: exchange.requestId,
    details: {
      ...base,
      phase,
      ...(systemCode === '' || systemCode.startsWith('ASSAY_') ? {} : { systemCode }),
      ...omitUndefined({ receivedBytes: exchange.receivedBytes }),
    },
    request: { performed, transient: entry.transient === true },
    retryable: entry.transient || mayPass.has(reason),
  });
}

function tunnelFailure(
  { proxyStatus: status = 0, loginSchemes }: ConnectFault,
  loginSent: boolean,
  proxy: string,
  host: string,
  details: Record<string, JsonValue>,
): Failure {
  return new Failure({
    code: 'proxy-failed',
    ...(status === 407
      ? proxyMessages.wantsLogin(`The proxy ${proxy}`, loginSent, loginSchemes)
      : proxyMessages.tunnelRefused(proxy, status, host)),
    details: { ...details, httpStatus: status },
    request: { performed: 'no', transient: status === 502 || status === 503 || status === 504, status },
  });
}

/** Reasons that a retry does not fix at once, but time or the user may. */
const mayPass: ReadonlySet<string> = new Set([
  'name',
  'headers-timeout',
  'idle-timeout',
  'total-timeout',
  'closing',
  'other',
]);

function limitOf(reason: string, timeouts: Exchange['timeouts']): number {
  if (reason === 'total-timeout') {
    return timeouts.totalMs;
  }
  if (reason === 'headers-timeout') {
    return timeouts.headersMs;
  }
  return reason === 'idle-timeout' ? timeouts.idleMs : timeouts.connectMs;
}
