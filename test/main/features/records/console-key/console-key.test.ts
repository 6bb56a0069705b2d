import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ConsoleKey,
  type ConsoleSignature,
  consoleKeyPath,
} from '../../../../../main/features/records/console-key/console-key.ts';
import { publicKeysText } from '../../../../../main/features/records/console-key/handlers.ts';
import { keychainFailure } from '../../../../../main/keychain/keychain-status.ts';

const bytes = Buffer.from('what was deleted, and when');

let dataDir: string;
let secrets: Map<string, string>;
let state: 'available' | 'absent' | 'locked';
let sessionOnly: boolean;
let refusesWrites: boolean;
let now: number;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-console-key-'));
  secrets = new Map();
  state = 'available';
  sessionOnly = false;
  refusesWrites = false;
  now = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function refusal() {
  return keychainFailure({ state: 'locked', message: 'The keychain is locked.' });
}

/** A console that starts anew on the same data directory. */
function started(): ConsoleKey {
  return new ConsoleKey({
    dataDir,
    keychain: {
      state: async () => ({ state }),
      get: async (account) => secrets.get(account),
      async set(account, secret) {
        if (refusesWrites) {
          throw refusal();
        }
        secrets.set(account, secret);
      },
    },
    isSessionOnly: () => sessionOnly,
    now: () => now,
    log: () => undefined,
  });
}

async function signed(consoleKey: ConsoleKey): Promise<ConsoleSignature> {
  return (await consoleKey.signer()).sign(bytes);
}

function isValid({ publicKey, signature }: Pick<ConsoleSignature, 'publicKey' | 'signature'>): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

describe('the key of the console', () => {
  test('signs, and its key is the same after a restart', async () => {
    const first = await signed(started());
    expect(first).toMatchObject({ algorithm: 'Ed25519', kept: 'keychain' });
    expect(isValid(first)).toBe(true);
    expect((await signed(started())).keyId).toBe(first.keyId);
  });

  test('stores the private key in the keychain only', async () => {
    await signed(started());
    const [secret = ''] = secrets.values();
    const { pkcs8 } = JSON.parse(secret) as { pkcs8: string };
    const file = readFileSync(consoleKeyPath(dataDir), 'utf8');
    // The last 32 bytes of the PKCS #8 structure are the private key.
    const privateKey = Buffer.from(pkcs8, 'base64').subarray(-32);
    expect(file).not.toContain(privateKey.toString('base64').slice(0, 40));
    expect(file).not.toContain(privateKey.toString('hex'));
    expect(file).not.toContain(pkcs8);
    expect(statSync(consoleKeyPath(dataDir)).mode & 0o777).toBe(0o600);
  });

  test('makes a new key where the keychain lost the former one, whose public key stays', async () => {
    const before = await signed(started());
    now += 1000;
    secrets.clear();
    const key = started();
    const after = await signed(key);
    const keys = key.publicKeys();
    expect(after.keyId).not.toBe(before.keyId);
    expect(keys.map(({ id }) => id)).toEqual([after.keyId, before.keyId]);
    expect(keys.map(({ retiredAt }) => retiredAt)).toEqual([undefined, '2026-01-01T00:00:01.000Z']);
    expect((await signed(started())).keyId).toBe(after.keyId);
    const former = keys[1]?.pem ?? '';
    expect(verify(null, bytes, former, Buffer.from(before.signature, 'base64'))).toBe(true);
    expect(verify(null, bytes, former, Buffer.from(after.signature, 'base64'))).toBe(false);
  });

  test.each(['absent', 'locked'] as const)(
    'signs for one session where the keychain is %s',
    async (found) => {
      state = found;
      const key = started();
      const first = await signed(key);
      expect(first.kept).toBe('session');
      expect(isValid(first)).toBe(true);
      expect((await signed(key)).keyId).toBe(first.keyId);
      expect((await signed(started())).keyId).not.toBe(first.keyId);
      expect(secrets.size).toBe(0);
      expect(key.publicKeys().map(({ id }) => id)).toContain(first.keyId);
    },
  );

  test('uses no keychain where secrets are kept for the session only', async () => {
    sessionOnly = true;
    expect((await signed(started())).kept).toBe('session');
    expect(secrets.size).toBe(0);
  });

  test('signs for one session where the keychain refuses to save the key', async () => {
    refusesWrites = true;
    const key = started();
    const signature = await signed(key);
    expect(signature.kept).toBe('session');
    expect(key.publicKeys().map(({ id }) => id)).toEqual([signature.keyId]);
  });

  test('uses the key of the keychain once that is unlocked, and retires the key of the session', async () => {
    const kept = await signed(started());
    state = 'locked';
    const key = started();
    const session = await signed(key);
    state = 'available';
    key.keychainChanged();
    expect((await signed(key)).keyId).toBe(kept.keyId);
    const keys = key.publicKeys();
    expect(keys.map(({ id }) => id)).toEqual([kept.keyId, session.keyId]);
    expect(keys.map(({ retiredAt }) => retiredAt === undefined)).toEqual([true, false]);
  });

  test('makes one key for signatures that are asked for at the same time', async () => {
    const key = started();
    const all = await Promise.all(Array.from({ length: 8 }, () => signed(key)));
    expect(new Set(all.map(({ keyId }) => keyId)).size).toBe(1);
    expect(key.publicKeys()).toHaveLength(1);
  });

  test('does not replace a damaged list of public keys', async () => {
    await signed(started());
    writeFileSync(consoleKeyPath(dataDir), '{"version":1');
    await expect(signed(started())).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(readFileSync(consoleKeyPath(dataDir), 'utf8')).toBe('{"version":1');
  });

  test('names a public key whose id is not its own as damage', async () => {
    const key = started();
    const { keyId } = await signed(key);
    const path = consoleKeyPath(dataDir);
    writeFileSync(path, readFileSync(path, 'utf8').replace(keyId, '0'.repeat(64)));
    expect(() => key.publicKeys()).toThrow('cannot be read');
  });

  test('exports public keys that openssl verifies with', async () => {
    const key = started();
    const { signature, keyId } = await signed(key);
    secrets.clear();
    const next = started();
    await signed(next);
    const text = publicKeysText(next.publicKeys());
    expect(text).toMatch(/^Public keys of an Assay console\.[^_]*verify-receipt FILE --keys/);
    const own = text.slice(text.indexOf(`Key ${keyId}`));
    writeFileSync(join(dataDir, 'key.pem'), own);
    writeFileSync(join(dataDir, 'bytes'), bytes);
    writeFileSync(join(dataDir, 'signature'), Buffer.from(signature, 'base64'));
    const args = 'pkeyutl -verify -pubin -inkey key.pem -rawin -in bytes -sigfile signature'.split(' ');
    expect(execFileSync('openssl', args, { cwd: dataDir, encoding: 'utf8' })).toContain('Verified');
  });
});
