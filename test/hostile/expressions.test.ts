import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExpressions, findSlow } from '../support/expressions.ts';

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
