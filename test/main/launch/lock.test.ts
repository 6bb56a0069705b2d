import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; link?: boolean }>;
}

/** The lock entries that npm would install without checking a hash. */
function unverified({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path !== '' && !link && !isStrong(integrity))
    .map(([path, { version }]) => `${path}@${version}`);
}

/** At least one SHA-512 (Subresource Integrity, 64 bytes in Base64). */
function isStrong(integrity: string | undefined): boolean {
  return integrity !== undefined && /(^|\s)sha512-[A-Za-z0-9+/]{86}==(\s|$)/.test(integrity);
}

const lock: Lock = JSON.parse(await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8'));

describe('package-lock.json', () => {
  test('contains a SHA-512 of every package, including those of other platforms', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(unverified(lock)).toEqual([]);
  });

  test.each([undefined, '', 'sha1-4a9bJMTX0nUSn2XwCJYz3oQoYkY=', 'sha512-short'])(
    'is refused if an entry has the integrity %j',
    (integrity) => {
      const packages = { ...lock.packages, 'node_modules/zod': { version: '1.0.0', integrity } };
      expect(unverified({ packages: packages as Lock['packages'] })).toEqual(['node_modules/zod@1.0.0']);
    },
  );

  test('contains the native packages of Windows, macOS and Linux for every tool that has them', () => {
    const native = Object.keys(lock.packages).join('\n');
    for (const family of ['@biomejs/cli', '@swc/core', '@oxc-parser/binding', '@rolldown/binding']) {
      for (const platform of ['win32-x64', 'darwin-arm64', 'linux-x64']) {
        expect(native).toContain(`node_modules/${family}-${platform}`);
      }
    }
  });
});
