import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importable } from '../../preload/wording/imports.ts';

test('the guide names everything that a callback can be imported from', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/callbacks.md'), 'utf8');
  expect(guide).toContain(importable);
});
