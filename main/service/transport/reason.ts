import type { NetworkReason } from '../messages/network.ts';

const reasons: Record<string, NetworkReason> = {
  ENOTFOUND: 'name',
  ENODATA: 'name',
  EAI_NONAME: 'name',
  EAI_AGAIN: 'name-later',
  EAI_FAIL: 'name-later',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EINVAL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'headers-timeout',
  UND_ERR_BODY_TIMEOUT: 'idle-timeout',
  ASSAY_TOTAL_TIMEOUT: 'total-timeout',
  ASSAY_INTERIM_RESPONSES: 'interim-responses',
  UND_ERR_HEADERS_OVERFLOW: 'headers-too-large',
  UND_ERR_DESTROYED: 'closing',
  UND_ERR_CLOSED: 'closing',
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-not-yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-name',
  HOSTNAME_MISMATCH: 'tls-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-untrusted',
  CERT_SIGNATURE_FAILURE: 'tls-untrusted',
  CERT_UNTRUSTED: 'tls-untrusted',
  CERT_REJECTED: 'tls-untrusted',
  CERT_REVOKED: 'tls-untrusted',
  CERT_CHAIN_TOO_LONG: 'tls-untrusted',
  PATH_LENGTH_EXCEEDED: 'tls-untrusted',
  INVALID_CA: 'tls-untrusted',
  INVALID_PURPOSE: 'tls-untrusted',
  EPROTO: 'tls-broken',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'certificate-wanted',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'certificate-refused',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'certificate-refused',
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: 'certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'certificate-refused',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'certificate-refused',
};

/** Assay itself ended a request; its code is one of those above. */
export class RequestStopped extends Error {
  readonly code: 'ASSAY_TOTAL_TIMEOUT' | 'ASSAY_INTERIM_RESPONSES';

  constructor(code: RequestStopped['code']) {
    super('The request was stopped');
    this.name = 'RequestStopped';
    this.code = code;
  }
}

/** Returns the reason for an error of a socket or the network library, and the system's error code. */
export function reasonOf(error: unknown): { reason: NetworkReason; systemCode: string } {
  const systemCode = codeOf(error);
  // The network library's parser does not always give a code.
  if (systemCode === '' && error instanceof Error && error.name === 'HTTPParserError') {
    return { reason: 'not-http', systemCode };
  }
  const reason = Object.hasOwn(reasons, systemCode) ? reasons[systemCode] : undefined;
  if (reason) {
    return { reason, systemCode };
  }
  if (systemCode.startsWith('HPE_HEADER_OVERFLOW')) {
    return { reason: 'headers-too-large', systemCode };
  }
  if (systemCode.startsWith('HPE_')) {
    return { reason: 'not-http', systemCode };
  }
  if (/^ERR_(SSL|TLS|OSSL)/.test(systemCode)) {
    return { reason: 'tls-broken', systemCode };
  }
  return { reason: 'other', systemCode };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return '';
  }
  if ('code' in error && typeof error.code === 'string' && error.code !== '') {
    return error.code;
  }
  // Several addresses failed: the first error is used.
  if (error instanceof AggregateError) {
    return codeOf(error.errors[0]);
  }
  return '';
}

/** Returns the names in a certificate, from the error that says ours is not among them; they are public. */
export function namesInCertificate(error: unknown): string {
  if (!(error instanceof Error) || !('cert' in error)) {
    return '';
  }
  const certificate = error.cert;
  if (typeof certificate !== 'object' || certificate === null) {
    return '';
  }
  if (!('subjectaltname' in certificate) || typeof certificate.subjectaltname !== 'string') {
    return '';
  }
  return certificate.subjectaltname.replaceAll(/DNS:|IP Address:/g, '').slice(0, 200);
}
