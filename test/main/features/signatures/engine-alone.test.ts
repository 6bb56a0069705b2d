import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const engine = new URL('../../../../main/features/signatures/engine', import.meta.url).pathname;

test('the engine imports only Node, two hash functions and itself, so that a receiver’s tests can use it', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const allowed = new Set([
    ...['node:buffer', 'node:crypto', 'node:timers/promises', 'node:zlib'],
    ...['@noble/hashes/hmac.js', '@noble/hashes/sha3.js'],
  ]);
  for (const name of files) {
    const path = join(engine, name);
    for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)[^;]*? from '([^']+)';$/gm,
    )) {
      if (from.startsWith('.')) {
        expect(relative(engine, resolve(dirname(path), from)), `${name} imports ${from}`).not.toMatch(
          /^\.\./,
        );
      } else {
        expect(allowed, `${name} imports ${from}`).toContain(from);
      }
    }
  }
});
