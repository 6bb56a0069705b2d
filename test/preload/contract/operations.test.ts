import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../../preload/contract/operations.ts';

test('the window invokes every operation', () => {
  const directory = join(import.meta.dirname, '../../../renderer');
  const source = globSync('**/*.{ts,tsx}', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join();
  const unused = Object.keys(operations).filter((name) => !source.includes(`'${name}'`));
  expect(unused, 'Call each in renderer/, or remove it from the contract and its handler.').toEqual([]);
});

test('the search for secrets uses every operation', () => {
  const path = 'test/journeys/secret-canary.test.ts';
  const source = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const unused = Object.keys(operations).filter((name) => !source.includes(`use('${name}'`));
  expect(unused, `Add await use('…', input) for each to ${path}, beside its neighbours.`).toEqual([]);
});
