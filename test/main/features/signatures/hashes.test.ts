import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  algorithmChanges,
  hashAlgorithm,
  hashNames,
  runtimeHashes,
} from '../../../../main/features/signatures/engine/changes/algorithms.ts';

/** As in Electron, whose BoringSSL has no SHA-3. */
const withoutSha3 = new Set([...runtimeHashes()].filter((name) => !name.startsWith('sha3-')));

describe('SHA-3 if the runtime has none', () => {
  test.each(['sha3-256', 'sha3-512'])("%s equals OpenSSL's result", (id) => {
    const own = hashAlgorithm(id, withoutSha3);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (key, message) => {
        const hash = own?.hash();
        hash?.update(message.subarray(0, 7));
        hash?.update(message.subarray(7));
        expect(Buffer.from(hash?.digest() ?? [])).toEqual(createHash(id).update(message).digest());
        const mac = own?.hmac(key);
        mac?.update(message);
        expect(Buffer.from(mac?.digest() ?? [])).toEqual(createHmac(id, key).update(message).digest());
      }),
    );
  });

  test('is tried like every other algorithm', () => {
    const message = [Buffer.from('1700000000000:'), Buffer.from('{}')];
    const key = Buffer.from('a key');
    const results = (available: ReadonlySet<string>) =>
      algorithmChanges(available).map(({ change, compute }) => [
        change.variant,
        compute(key, message).toString('hex'),
      ]);
    expect(results(withoutSha3)).toEqual(results(runtimeHashes()));
    expect(hashNames(withoutSha3)).toEqual({ tried: expect.arrayContaining(['SHA3-256']), missing: [] });
  });

  test('algorithms that are not available are listed as not tried', () => {
    const withoutMd5 = new Set([...runtimeHashes()].filter((name) => name !== 'md5'));
    expect(hashNames(withoutMd5).missing).toEqual(['MD5']);
    expect(algorithmChanges(withoutMd5).some(({ change }) => change.code === 'md5')).toBe(false);
  });
});
