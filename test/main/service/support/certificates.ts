import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** Path of the authority's PEM file. */
  authorityFile: string;
  /** The authority's certificate itself. */
  authority: string;
  good: { key: string; cert: string };
  expired: { key: string; cert: string };
  otherName: { key: string; cert: string };
  /** Self-signed. */
  selfSigned: { key: string; cert: string };
  /** A client certificate signed by the authority. */
  client: { key: string; cert: string };
  /** The same as PKCS #12, with and without a passphrase, and its key as PEM with one. */
  clientFiles: { pfx: Buffer; openPfx: Buffer; encryptedKey: string; passphrase: string };
  remove(): void;
}

/** A separate authority and certificates, created for this run by openssl. */
export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'assay-certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30'],
    ...['-subj', '/CN=Assay test authority'],
  );
  const leaf = (name: string, names: string, days: number) => {
    openssl(
      ...['req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`],
      ...['-subj', `/CN=${name}.test`, '-addext', `subjectAltName=${names}`],
    );
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-days', String(days), '-copy_extensions', 'copy', '-out', `${name}.pem`],
    );
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  const client = leaf('console', 'DNS:console.test', 20);
  const passphrase = 'client-passphrase-4711';
  const both = ['-inkey', 'console.key', '-in', 'console.pem'];
  openssl('pkcs12', '-export', ...both, '-out', 'console.p12', '-passout', `pass:${passphrase}`);
  openssl('pkcs12', '-export', ...both, '-out', 'open.p12', '-passout', 'pass:');
  openssl(
    ...['pkcs8', '-topk8', '-in', 'console.key', '-out', 'console.enc', '-passout', `pass:${passphrase}`],
  );
  const here = 'DNS:localhost,IP:127.0.0.1';
  openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', '-days', '30'],
    ...['-subj', '/CN=self.test', '-addext', `subjectAltName=${here}`],
  );
  return {
    authorityFile: join(dir, 'ca.pem'),
    authority: read('ca.pem'),
    good: leaf('good', here, 20),
    expired: leaf('expired', here, -1),
    otherName: leaf('other', 'DNS:elsewhere.test', 20),
    selfSigned: { key: read('self.key'), cert: read('self.pem') },
    client,
    clientFiles: {
      pfx: readFileSync(join(dir, 'console.p12')),
      openPfx: readFileSync(join(dir, 'open.p12')),
      encryptedKey: read('console.enc'),
      passphrase,
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
