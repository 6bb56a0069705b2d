import { createCipheriv, createDecipheriv, createDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import type { BusArgument, BusValue } from './dbus-codec.ts';
import { BusRefusal, type SessionBus } from './session-bus.ts';

/**
 * How secrets are encrypted on the bus, so that programs that monitor it cannot read them (Secret Service API 0.2,
 * "Transfer of Secrets").
 */
export interface SecretSession {
  /** Its object path. */
  path: string;
  /** As the argument of type `(oayays)`. */
  seal(secret: string): BusArgument;
  /** From the value of that type. @throws Error when it cannot be opened */
  open(sealed: BusValue | undefined): string;
}

const service = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
  member: 'OpenSession',
};
const encrypted = 'dh-ietf1024-sha256-aes128-cbc-pkcs7';
const primeBytes = 128;
/** RFC 2409, 6.2 (Second Oakley Group): the only group of the specification. */
const prime = Buffer.from(
  'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff',
  'hex',
);

/** Opens a session, encrypted when both ends support it. */
export async function openSecretSession(bus: SessionBus): Promise<SecretSession> {
  try {
    return await openEncrypted(bus);
  } catch (error) {
    if (!(error instanceof BusRefusal) || !error.errorName.endsWith('.NotSupported')) {
      throw error;
    }
  }
  const args = ['plain', { signature: 's', value: '' }];
  const [, path] = await bus.call({ ...service, signature: 'sv', args });
  return sessionAt(String(path), undefined);
}

async function openEncrypted(bus: SessionBus): Promise<SecretSession> {
  const exchange = createDiffieHellman(prime, 2);
  const args = [encrypted, { signature: 'ay', value: new Uint8Array(exchange.generateKeys()) }];
  const [theirs, path] = await bus.call({ ...service, signature: 'sv', args });
  if (!(theirs instanceof Uint8Array)) {
    throw new Error('The secret service sent no key.');
  }
  const shared = exchange.computeSecret(theirs);
  const padded = Buffer.concat([Buffer.alloc(primeBytes - shared.length), shared]);
  return sessionAt(String(path), Buffer.from(hkdfSync('sha256', padded, '', '', 16)));
}

function sessionAt(path: string, key: Buffer | undefined): SecretSession {
  return {
    path,
    seal(secret) {
      const bytes = Buffer.from(secret);
      if (key === undefined) {
        return [path, new Uint8Array(), new Uint8Array(bytes), 'text/plain'];
      }
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return [path, new Uint8Array(iv), new Uint8Array(sealed), 'text/plain'];
    },
    open(value) {
      const [, parameters, sealed] = Array.isArray(value) ? value : [];
      if (!(parameters instanceof Uint8Array) || !(sealed instanceof Uint8Array)) {
        throw new Error('The secret service sent no secret.');
      }
      if (key === undefined) {
        return Buffer.from(sealed).toString('utf8');
      }
      const decipher = createDecipheriv('aes-128-cbc', key, parameters);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    },
  };
}
