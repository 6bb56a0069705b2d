import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExpressions, findSlow } from '../support/expressions.ts';

const root = join(import.meta.dirname, '..', '..');

/** Expressions that need not be linear, with the reason; `source` is empty for one built at run time. */
const exceptions: { file: string; source: string; reason: string }[] = [
  {
    file: 'main/features/signatures/engine/json/escapes.ts',
    source: '',
    reason: 'One class of characters, made of the constants of that file: each match takes one character.',
  },
  {
    file: 'main/sandbox/server/routing.ts',
    source: '',
    reason: 'Made of the templates of the sandbox: each parameter takes one part of a path.',
  },
  {
    file: 'main/launch/test-results.mjs',
    source: '',
    reason: 'Colours in the output of tests, which nobody else writes; made of a constant.',
  },
];

describe('the regular expressions of the console', () => {
  test('take time linear in their input', { timeout: 300_000 }, async () => {
    const expressions = findExpressions(root, ['main', 'preload', 'renderer']);
    expect(expressions.length).toBeGreaterThan(200);
    const slow = await findSlow(expressions);
    const isKnown = (one: { file: string; source: string }) =>
      exceptions.some(({ file, source }) => file === one.file && source === one.source);
    expect(slow.filter((one) => !isKnown(one))).toEqual([]);
    // An unused exception could hide a later fault.
    const unused = exceptions.filter(
      ({ file, source }) => !slow.some((one) => one.file === file && one.source === source),
    );
    expect(unused).toEqual([]);
  });
});
