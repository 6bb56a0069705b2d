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
