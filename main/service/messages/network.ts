import type { FailureTexts, Message } from './message.ts';

export interface NetworkFailureDetails {
  /** The other side, such as `The service at api.example.com`. */
  peer: string;
  host: string;
  /** The time limit of the phase that timed out, in milliseconds. */
  limitMs: number;
  /** Bytes of the response received before it broke off. */
  receivedBytes: number;
  /** The operating system's error code, such as EHOSTUNREACH. */
  systemCode: string;
  /** The names in the certificate, when it is for other names. */
  certificateNames: string;
}

interface NetworkEntry extends FailureTexts<NetworkFailureDetails> {
  /** Another attempt may succeed without a change. */
  transient?: true;
}

const seconds = (ms: number) => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

const entries = {
  name: {
    code: 'name-not-found',
    message: ({ host }) => `The name ${host} does not exist in DNS, so nothing was sent.`,
    hint: 'Check the base address for typos. If it is right, ask whether this machine must be on a VPN or use a proxy.',
  },
  'name-later': {
    code: 'name-not-found',
    transient: true,
    message: ({ host }) =>
      `The name ${host} could not be looked up: the DNS server did not answer. Nothing was sent.`,
    hint: 'Check that this machine is online, then try again.',
  },
  refused: {
    code: 'connection-refused',
    transient: true,
    message: ({ peer }) =>
      `${peer} refused the connection: the machine is there, but nothing listens on that port. Nothing was sent.`,
    hint: 'Check the port in the address. If it is right, the service is down; try again later.',
  },
  unreachable: {
    code: 'unreachable',
    transient: true,
    message: ({ peer, systemCode }) =>
      `${peer} cannot be reached from this machine (${systemCode}). Nothing was sent.`,
    hint: 'Check that this machine is online, and whether a VPN or a proxy is needed.',
  },
  reset: {
    code: 'connection-reset',
    transient: true,
    message: ({ peer }) => `${peer} closed the connection before it answered.`,
    hint: 'Try again. If it happens each time, a firewall or proxy on the way may be cutting the connection.',
  },
  'reset-in-response': {
    code: 'connection-reset',
    transient: true,
    message: ({ peer, receivedBytes }) =>
      `The connection was lost in the middle of the response: ${peer.replace(/^The/, 'the')} closed it after ${receivedBytes.toLocaleString('en')} bytes.`,
    hint: 'Try again. If it always breaks at the same place, send the request id to the service’s support.',
  },
  'connect-timeout': {
    code: 'timeout-connect',
    transient: true,
    message: ({ peer, limitMs }) =>
      `${peer} did not accept the connection within ${seconds(limitMs)}. Nothing was sent.`,
    hint: 'A firewall may be blocking the connection without a response, or a proxy may be needed. The limit can be raised in the environment.',
  },
  'headers-timeout': {
    code: 'timeout-headers',
    message: ({ peer, limitMs }) =>
      `${peer} received the request but did not start to answer within ${seconds(limitMs)}.`,
    hint: 'Try again in a while. If the service is known to be slow, raise the limit in the environment.',
  },
  'idle-timeout': {
    code: 'timeout-idle',
    message: ({ peer, limitMs, receivedBytes }) =>
      `${peer} started to answer, then sent nothing for ${seconds(limitMs)}, after ${receivedBytes.toLocaleString('en')} bytes.`,
    hint: 'Try again. If the connection is slow, raise the Idle limit in the environment.',
  },
  'total-timeout': {
    code: 'timeout-total',
    message: ({ peer, limitMs, receivedBytes }) =>
      `${peer} did not finish its answer within ${seconds(limitMs)}, the limit for one request (${receivedBytes.toLocaleString('en')} bytes received).`,
    hint: 'Try again in a while. If the service is known to be that slow, raise the limit for the whole request in the environment.',
  },
  'interim-responses': {
    code: 'unexpected-status',
    message: ({ peer }) =>
      `${peer} kept sending interim responses (1xx) without a final answer, so the request was stopped.`,
    hint: 'Something between this machine and the service may be broken. Contact the service’s operator.',
  },
  'tls-untrusted': {
    code: 'tls-untrusted',
    message: ({ peer, systemCode }) =>
      `${peer} presented a certificate that this machine does not trust (${systemCode}). Nothing was sent.`,
    hint: 'If your organisation inspects traffic or runs its own certificate authority, choose its PEM file in the environment. Otherwise do not continue: this may not be the service.',
  },
  'tls-expired': {
    code: 'tls-expired',
    message: ({ peer }) => `${peer} presented a certificate that has expired. Nothing was sent.`,
    hint: 'Check this machine’s clock first. If it is right, the service’s operator must renew the certificate.',
  },
  'tls-not-yet': {
    code: 'tls-expired',
    message: ({ peer }) => `${peer} presented a certificate that is not valid yet. Nothing was sent.`,
    hint: 'This machine’s clock is most likely behind: set it right and try again.',
  },
  'tls-name': {
    code: 'tls-untrusted',
    message: ({ peer, host, certificateNames }) =>
      `${peer} presented a certificate issued for another name${certificateNames ? ` (${certificateNames})` : ''}, not for ${host}. Nothing was sent.`,
    hint: 'Use the name the certificate was issued for, or ask the service’s operator. Otherwise do not continue: this may not be the service.',
  },
  'tls-broken': {
    code: 'tls-failed',
    message: ({ peer, systemCode }) =>
      `No encrypted connection (TLS) could be set up: ${peer.replace(/^The/, 'the')} stopped the handshake (${systemCode}). Nothing was sent.`,
    hint: 'The port may not use https, or it may require another TLS version or for a client certificate (see the environment). Check address and port.',
  },
  'certificate-wanted': {
    code: 'tls-failed',
    message: ({ peer }) =>
      `${peer} asks for a client certificate, and this environment has none. Nothing was read or changed.`,
    hint: 'Choose the certificate and its key in the environment (Settings), or ask the service’s operator for one.',
  },
  'certificate-refused': {
    code: 'tls-failed',
    message: ({ peer, systemCode }) =>
      `${peer} does not accept the client certificate of this environment (${systemCode}). Nothing was read or changed.`,
    hint: 'Check in Settings that it has not expired and was issued for this environment. Otherwise ask the service’s operator.',
  },
  'not-http': {
    code: 'reply-wrong-type',
    message: ({ peer }) => `${peer} answered with something that is not HTTP.`,
    hint: 'Check the address and its port, and whether it must be https instead of http.',
  },
  'headers-too-large': {
    code: 'reply-too-large',
    message: ({ peer }) => `${peer} answered with more headers than the console accepts.`,
    hint: 'A proxy or gateway on the way may be adding headers. Contact your network administrator or the service’s operator.',
  },
  closing: {
    code: 'cancelled',
    message:
      'Stopped: the environment was changed or removed, or the console is closing, while the call was running.',
    hint: 'Try again if it is still needed.',
  },
  other: {
    code: 'unreachable',
    message: ({ peer, systemCode }) =>
      `${peer} could not be reached; the network reported ${systemCode || 'no further details'}.`,
    hint: 'Use “Check connection” in the environment: it tests the connection step by step.',
  },
} satisfies Record<string, NetworkEntry>;

/** Reasons of network failures. */
export type NetworkReason = keyof typeof entries;

export const network: Record<NetworkReason, NetworkEntry> = entries;

/** The same reasons for a proxy. */
export const proxyReasons: Record<NetworkReason, string> = {
  name: 'its name does not exist in DNS',
  'name-later': 'its name could not be looked up, the DNS server did not answer',
  refused: 'nothing listens on that port',
  unreachable: 'it cannot be reached from this machine',
  reset: 'it closed the connection',
  'reset-in-response': 'it closed the connection',
  'connect-timeout': 'it did not answer in time',
  'headers-timeout': 'it did not answer in time',
  'idle-timeout': 'it did not answer in time',
  'total-timeout': 'it did not answer in time',
  'interim-responses': 'it sent interim responses and no answer',
  'tls-untrusted': 'its certificate is not trusted by this machine',
  'tls-expired': 'its certificate has expired',
  'tls-not-yet': 'its certificate is not valid yet',
  'tls-name': 'its certificate was issued for another name',
  'tls-broken': 'no encrypted connection could be set up',
  'certificate-wanted': 'it asks for a client certificate',
  'certificate-refused': 'it does not accept a client certificate',
  'not-http': 'it does not use HTTP',
  'headers-too-large': 'it answered with too many headers',
  closing: 'the call was stopped',
  other: 'the network reported an error',
};

export const proxyMessages = {
  unusable: (proxy: string, reason: NetworkReason): Message => ({
    message: `The proxy ${proxy} could not be used: ${proxyReasons[reason]}. Nothing was sent to the service.`,
    hint: 'Check the proxy in the environment (system, none or its own address).',
  }),
  /** `who` begins a sentence, such as `The proxy http://proxy.example:3128`; `schemes` as offered by the proxy. */
  wantsLogin: (who: string, loginSent: boolean, schemes: string): Message => {
    if (schemes !== '' && !/\bbasic\b/i.test(schemes)) {
      return {
        message: `${who} asks for a login using ${schemes} (407); this console supports only Basic authentication. Nothing was sent to the service.`,
        hint: 'Ask your network administrator to allow Basic for this machine, to provide a proxy without a login, or to make an exception for this service.',
      };
    }
    return loginSent
      ? {
          message: `${who} does not accept the login (407). Nothing was sent to the service.`,
          hint: 'Enter the proxy login again in the environment; its password may have changed.',
        }
      : {
          message: `${who} asks for a login (407), and the environment has none for it. Nothing was sent to the service.`,
          hint: 'Enter the proxy login in the environment (Settings). A login that was entered for another proxy is not used.',
        };
  },
  tunnelRefused: (proxy: string, status: number, host: string): Message => ({
    message: `The proxy ${proxy} refused to connect to ${host} (it answered ${status}). Nothing was sent to the service.`,
    hint:
      status === 403
        ? 'The proxy forbids this address: ask your network administrator to allow it.'
        : 'The proxy may not be able to reach the service. Try again, or ask your network administrator.',
  }),
  unresolved: (): Message => ({
    message: 'This machine’s own proxy settings could not be read. Nothing was sent.',
    hint: 'Choose “none” or set a proxy in the environment.',
  }),
  badAddress: (): Message => ({
    message: 'The console cannot use the system’s proxy address. Nothing was sent.',
    hint: 'Only http and https proxies can be used. Choose “none” or set a proxy in the environment.',
  }),
};
