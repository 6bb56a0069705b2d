import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  truth,
  utf8String,
} from './der.ts';

/** A certificate and its private key, both PEM. */
export interface Certificate {
  certificate: string;
  key: string;
}

const dayMs = 24 * 3600 * 1000;
const validDays = 90;

const identifiers = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const;

/**
 * A certificate authority that exists in memory only and ends with the process. It issues certificates for receivers of
 * callbacks, which the sandbox then trusts.
 */
export class Authority {
  /** The authority's own certificate (PEM): what a client must trust. */
  readonly certificate: string;
  readonly #pair = keyPair();
  readonly #name: Buffer;

  /** `now` in milliseconds since the epoch, by the system's clock: certificates are checked against that. */
  constructor(now: number) {
    // The random part keeps the names of two sandboxes apart, so that trusting both works.
    this.#name = nameOf(`Assay sandbox authority ${randomBytes(4).toString('hex')}`);
    this.certificate = this.#sign({
      now,
      subject: this.#name,
      publicKey: this.#pair.publicKey,
      extensions: [
        extension(identifiers.basicConstraints, sequence(truth(), integer(Buffer.from([0]))), 'critical'),
        // keyCertSign and cRLSign.
        extension(identifiers.keyUsage, bitString(Buffer.from([0b0000_0110]), 1), 'critical'),
      ],
    });
  }

  /** Returns a server certificate for these host names and IP addresses, of which there must be one at least. */
  issue(names: readonly string[], now: number): Certificate {
    const { publicKey, privateKey } = keyPair();
    const certificate = this.#sign({
      now,
      subject: nameOf(names[0] ?? ''),
      publicKey,
      extensions: [
        extension(identifiers.basicConstraints, sequence(), 'critical'),
        // digitalSignature.
        extension(identifiers.keyUsage, bitString(Buffer.from([0b1000_0000]), 7), 'critical'),
        extension(identifiers.extendedKeyUsage, sequence(objectIdentifier(identifiers.serverAuth))),
        extension(identifiers.subjectAltName, sequence(...names.map(generalName))),
      ],
    });
    return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  }

  #sign(about: {
    now: number;
    subject: Buffer;
    publicKey: KeyObject;
    extensions: readonly Buffer[];
  }): string {
    const { now, subject, publicKey, extensions } = about;
    const algorithm = sequence(objectIdentifier(identifiers.ecdsaWithSha256));
    const authorityKey = element(0x80, keyIdentifier(this.#pair.publicKey));
    const content = sequence(
      element(0xa0, integer(Buffer.from([2]))),
      // The first bits keep it above zero and of one length.
      integer(Buffer.concat([Buffer.of(0x40), randomBytes(16)])),
      algorithm,
      this.#name,
      // An hour back, for a receiver whose clock is a little behind.
      sequence(time(new Date(now - 3_600_000)), time(new Date(now + validDays * dayMs))),
      subject,
      publicKey.export({ type: 'spki', format: 'der' }),
      element(
        0xa3,
        sequence(
          ...extensions,
          extension(identifiers.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
          extension(identifiers.authorityKeyIdentifier, sequence(authorityKey)),
        ),
      ),
    );
    const signature = sign('sha256', content, this.#pair.privateKey);
    const base64 = sequence(content, algorithm, bitString(signature)).toString('base64');
    return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
  }
}

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function nameOf(commonName: string): Buffer {
  return sequence(
    set(sequence(objectIdentifier(identifiers.commonName), utf8String(commonName.slice(0, 64)))),
  );
}

function extension(identifier: string, value: Buffer, critical?: 'critical'): Buffer {
  const flag = critical === undefined ? [] : [truth()];
  return sequence(objectIdentifier(identifier), ...flag, octetString(value));
}

function generalName(name: string): Buffer {
  return isIP(name) === 0 ? element(0x82, Buffer.from(name)) : element(0x87, addressBytes(name));
}

/** Returns the 4 or 16 bytes of an IP address. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) {
    return Buffer.from(address.split('.').map(Number));
  }
  // URL writes an embedded IPv4 address as two groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groupsOf(head);
  const after = groupsOf(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** SHA-1 of the public key, as RFC 5280 4.2.1.2 names a key. */
function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }).subarray(-65))
    .digest();
}
