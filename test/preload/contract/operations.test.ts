import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../../preload/contract/operations.ts';

/** The deletion of one conversation is a run for the window. Its former operations are to go with `main/features/deletion/deletions.ts`. */
const former = ['preview', 'run', 'list', 'check', 'stopChecking', 'acknowledge', 'dismiss'];

test('the window invokes every operation', () => {
  const directory = join(import.meta.dirname, '../../../renderer');
  const source = globSync('**/*.{ts,tsx}', { cwd: directory })
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join();
  const unused = Object.keys(operations).filter((name) => !source.includes(`'${name}'`));
  expect(unused, 'Call each in renderer/, or remove it from the contract and its handler.').toEqual(
    former.map((name) => `deletion.${name}`),
  );
});

test('the search for secrets uses every operation', () => {
  const path = 'test/journeys/secret-canary.test.ts';
  const source = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const unused = Object.keys(operations).filter((name) => !source.includes(`use('${name}'`));
  expect(unused, `Add await use('…', input) for each to ${path}, beside its neighbours.`).toEqual([]);
});
