import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Failure } from '../../common/failure.ts';
import { UnfitFile } from '../../common/read-bounded-file.ts';
import { authorityFileMessages, credentialMessages } from '../messages/settings.ts';

/**
 * Returns the trusted certificate authorities: the runtime's, the system's, and those in the environment's PEM file.
 * @throws Failure file-unreadable when the PEM file cannot be read or has no certificate
 */
export async function trustedAuthorities(
  extraCaFile: string,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<string[]> {
  const extra = extraCaFile === '' ? [] : await certificatesIn(extraCaFile, readFile);
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra])];
}

/** A client certificate with its key. `pfx` is a PKCS #12 file in Base64. */
export type ClientIdentity =
  | { form: 'pkcs12'; pfx: string; passphrase: string }
  | { form: 'pem'; cert: string; key: string };

/** @throws Failure credentials-missing when the saved certificate cannot be used */
export function contextFor(ca: string[], identity: ClientIdentity | undefined): SecureContext {
  if (identity === undefined) {
    return createSecureContext({ ca });
  }
  try {
    return identity.form === 'pem'
      ? createSecureContext({ ca, cert: identity.cert, key: identity.key })
      : createSecureContext({
          ca,
          pfx: Buffer.from(identity.pfx, 'base64'),
          passphrase: identity.passphrase,
        });
  } catch {
    throw new Failure({ code: 'credentials-missing', ...credentialMessages.badCertificate() });
  }
}

async function certificatesIn(
  path: string,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<string[]> {
  let text: string;
  try {
    text = new TextDecoder().decode(await readFile(path));
  } catch (error) {
    throw fileFailure(
      error instanceof UnfitFile
        ? authorityFileMessages.unfit(path, error.problem)
        : authorityFileMessages.unreadable(path),
    );
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) {
    throw fileFailure(authorityFileMessages.empty(path));
  }
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw fileFailure(authorityFileMessages.broken(path));
    }
  }
  return certificates;
}

function fileFailure(texts: { message: string; hint: string }): Failure {
  return new Failure({ code: 'file-unreadable', ...texts });
}
