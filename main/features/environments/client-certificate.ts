import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ClientCertificateDetails } from '../../../preload/contract/environments.ts';
import { Failure } from '../../common/failure.ts';
import type { ClientIdentity } from '../../service/transport/authorities.ts';

export interface ReadCertificate {
  identity: ClientIdentity;
  facts: ClientCertificateDetails;
}

/**
 * Reads a client certificate and its key from one PKCS #12 file or from PEM files.
 * @throws Failure invalid-input, which quotes nothing from the files
 */
export function readCertificateFiles(files: readonly Uint8Array[], passphrase: string): ReadCertificate {
  const [only] = files;
  const text = files.map((file) => Buffer.from(file).toString('latin1')).join('\n');
  if (only !== undefined && files.length === 1 && !text.includes('-----BEGIN ')) {
    return readPkcs12(Buffer.from(only), passphrase);
  }
  return readPem(text, passphrase);
}

function readPkcs12(pfx: Buffer, passphrase: string): ReadCertificate {
  let certificate: X509Certificate | undefined;
  try {
    certificate = certificateOf(createSecureContext({ pfx, passphrase }));
  } catch (error) {
    throw notPkcs12(error instanceof Error ? error.message : '', passphrase);
  }
  if (certificate === undefined) {
    throw refusal(
      'The file contains no certificate with its key.',
      'Export the certificate again, together with its private key.',
    );
  }
  const identity: ClientIdentity = { form: 'pkcs12', pfx: pfx.toString('base64'), passphrase };
  return { identity, facts: factsOf(certificate) };
}

/** Returns the certificate that a connection would present; only a socket gives access to it. */
function certificateOf(secureContext: ReturnType<typeof createSecureContext>): X509Certificate | undefined {
  const socket = new TLSSocket(new PassThrough(), { secureContext, isServer: true });
  socket.on('error', () => {});
  try {
    return socket.getX509Certificate();
  } finally {
    socket.destroy();
  }
}

function notPkcs12(message: string, passphrase: string): Failure {
  // OpenSSL's words under Node, BoringSSL's under Electron.
  if (/mac verify|incorrect_password/i.test(message)) {
    return passphrase === ''
      ? refusal('The file is protected by a passphrase.', 'Enter the passphrase it was exported with.')
      : refusal('The passphrase is wrong.', 'Enter the one it was exported with.');
  }
  if (/unsupported/i.test(message)) {
    return refusal(
      'The file uses outdated encryption (such as RC2), which is not supported.',
      'Export it again with AES: openssl pkcs12 -legacy -in old.p12 -nodes | openssl pkcs12 -export -out new.p12',
    );
  }
  return refusal(
    'The file is neither PKCS #12 (.p12, .pfx) nor PEM.',
    'Choose the file your service gave you with the certificate and its private key.',
  );
}

function readPem(text: string, passphrase: string): ReadCertificate {
  const certificates = blocks(text, 'CERTIFICATE');
  const [key] = ['PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'].flatMap(
    (label) => blocks(text, label),
  );
  if (certificates.length === 0) {
    throw refusal(
      'There is no certificate in the chosen files.',
      'Choose the file with the certificate as well.',
    );
  }
  if (key === undefined) {
    throw refusal(
      'There is no private key in the chosen files.',
      'Choose the file with its private key as well.',
    );
  }
  const privateKey = keyOf(key, passphrase);
  const parts = certificates.map(certificateIn);
  const own = parts.find((certificate) => certificate.checkPrivateKey(privateKey));
  if (own === undefined) {
    throw refusal(
      'The private key does not belong to the certificate.',
      'Choose the certificate and the key that were made together.',
    );
  }
  const chain = [own, ...parts.filter((certificate) => certificate !== own)];
  const cert = chain.map((certificate) => certificate.toString()).join('\n');
  const plain = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { identity: { form: 'pem', cert, key: plain }, facts: factsOf(own) };
}

/** Returns the complete PEM blocks with a label, found in one pass (linear time). */
function blocks(text: string, label: string): string[] {
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  const blocks: string[] = [];
  for (let from = text.indexOf(begin); from !== -1; from = text.indexOf(begin, from + 1)) {
    const until = text.indexOf(end, from);
    if (until === -1) {
      break;
    }
    blocks.push(text.slice(from, until + end.length));
  }
  return blocks;
}

function keyOf(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    const isEncrypted = pem.includes('ENCRYPTED');
    if (!isEncrypted) {
      throw refusal(
        'The private key cannot be read.',
        'Get the file again; it may have been cut or changed.',
      );
    }
    throw passphrase === ''
      ? refusal('The private key is protected by a passphrase.', 'Enter its passphrase.')
      : refusal('The passphrase is wrong.', 'Enter the one it was made with.');
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw refusal('A certificate in the file cannot be read.', 'Get the file again; it may have been cut.');
  }
}

function factsOf(certificate: X509Certificate): ClientCertificateDetails {
  const until = certificate.validToDate;
  return {
    subject: ofSubject(certificate.subject),
    issuer: ofSubject(certificate.issuer),
    validUntil: Number.isNaN(until.getTime()) ? '' : until.toISOString(),
    fingerprint: certificate.fingerprint256,
  };
}

/** Returns the common name in a subject such as `C=PL\nO=Acme\nCN=console`, or the whole subject. */
function ofSubject(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n');
  const common = lines.find((line) => line.startsWith('CN='))?.slice('CN='.length);
  return (common ?? lines.join(', ')).slice(0, 200) || 'no name';
}

/** Warnings about a valid certificate, as sentences. */
export function certificateWarnings({ validUntil }: ClientCertificateDetails, now: Date): string[] {
  const days = Math.floor((Date.parse(validUntil) - now.getTime()) / 86_400_000);
  if (days < 0) {
    return ['This certificate has expired: services will refuse it. Ask for a new one.'];
  }
  return days < 30 ? [`This certificate expires in ${days} days. Ask for a new one in time.`] : [];
}

function refusal(message: string, hint: string): Failure {
  return new Failure({ code: 'invalid-input', message: `${message} Nothing was saved.`, hint });
}
