import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { operations } from '../../../preload/contract/operations.ts';

test('the window invokes every operation', () => {
  const directory = join(import.meta.dirname, '../../../renderer');
  const source = globSync('**/*.{ts,tsx}', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join();
  const unused = Object.keys(operations).filter((name) => !source.includes(`'${name}'`));
  if (unused.length > 0) {
    throw new Error(
      `No component invokes ${unused.join(', ')}: use it in renderer/ (useBridgeQuery, useBridgeAction), or remove it from preload/contract and its handler.`,
    );
  }
});

test('the search for secrets uses every operation', () => {
  const path = 'test/journeys/secret-canary.test.ts';
  const source = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const unused = Object.keys(operations).filter((name) => !source.includes(`use('${name}'`));
  if (unused.length > 0) {
    throw new Error(
      `${path} lacks ${unused.map((name) => `await use('${name}', input)`).join(', ')}: add it beside its neighbours.`,
    );
  }
});
