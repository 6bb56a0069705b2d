import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Failure } from '../../failure.ts';
import { authorityFileWords } from '../words/settings.ts';

/**
 * Whom to trust: the authorities the runtime brings, the system's own, and those in the environment's PEM file.
 *
 * @throws Failure file-unreadable when the PEM file cannot be read or holds no certificate.
 */
export async function trustedContext(
  extraCaFile: string,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<SecureContext> {
  const extra = extraCaFile === '' ? [] : await certificatesIn(extraCaFile, readFile);
  const ca = new Set([...getCACertificates('default'), ...getCACertificates('system'), ...extra]);
  return createSecureContext({ ca: [...ca] });
}

async function certificatesIn(
  path: string,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<string[]> {
  let text: string;
  try {
    text = new TextDecoder().decode(await readFile(path));
  } catch {
    throw fileFailure(authorityFileWords.unreadable(path));
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw fileFailure(authorityFileWords.empty(path));
  for (const certificate of found) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw fileFailure(authorityFileWords.broken(path));
    }
  }
  return found;
}

function fileFailure(words: { message: string; hint: string }): Failure {
  return new Failure({ code: 'file-unreadable', ...words });
}
