import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExpressions, findSlow } from '../support/expressions.ts';

const root = join(import.meta.dirname, '..', '..');

/** Expressions that need not be linear, with the reason; `source` is empty for one built at run time. */
const exceptions: { file: string; source: string; reason: string }[] = [
  {
    file: 'main/signatures/engine/json/escapes.ts',
    source: '',
    reason: 'One class of characters, made of the constants of that file: each match takes one character.',
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

describe('the check of regular expressions', () => {
  test.each([
    ['an exponential one', 'export const bad = (text: string) => /^(?:<!--.*?-->\\s*)*<svg/s.test(text);', 1],
    ['a run before an end', "export const bad = (text: string) => text.replace(/[.\\s]+$/, '');", 1],
    [
      'line ends by two ways',
      'export const bad = (text: string) => /(?:\\r\\n|\\n|\\r){2,}$/.test(text);',
      1,
    ],
    ['one made of a text', "export const bad = (text: string) => new RegExp(text).test('a');", 1],
    ['one hidden in a string method', "export const bad = (text: string) => text.match('(a+)+$');", 1],
    ['one inside JSX', 'export const Bad = ({ text }: { text: string }) => <p>{/(a*)*b/.test(text)}</p>;', 1],
    ['a linear one', 'export const good = (text: string) => /^[a-z]+$/.test(text);', 0],
  ])('finds %s', { timeout: 60_000 }, async (_, source, count) => {
    const folder = mkdtempSync(join(tmpdir(), 'expressions-'));
    try {
      writeFileSync(join(folder, 'planted.tsx'), source);
      const found = findExpressions(folder, ['.']);
      expect(found).toHaveLength(1);
      expect(await findSlow(found)).toHaveLength(count);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
