import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Section numbers that have a heading or are an item of a numbered list, such as `4.3` and `6.4` and `7.3.5`. */
function sectionsOf(markdown: string): Set<string> {
  const sections = new Set<string>();
  let current = '';
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,3} (\d{1,2}(?:\.\d{1,2})?)\.? /.exec(line);
    if (heading?.[1] !== undefined) {
      current = heading[1];
      sections.add(current);
    }
    const item = /^(\d{1,2})\. /.exec(line);
    if (item?.[1] !== undefined && current !== '') {
      sections.add(`${current}.${item[1]}`);
    }
  }
  return sections;
}

/** Section numbers cited in a text: `interface 4.3`, `interface 3.3, 4.3`, `interface 6.1 to 6.4`, `interface 7.1 and 7.2`. */
function citationsIn(text: string): string[] {
  const citations: string[] = [];
  for (const [, list = ''] of text.matchAll(/\binterface ((?:\d[\d.]{0,6}(?:, | and | to )?){1,8})/gi)) {
    for (const [number] of list.matchAll(/\d{1,2}(?:\.\d{1,2}){0,2}/g)) {
      citations.push(number);
    }
  }
  return citations;
}

const sections = sectionsOf(readFileSync(join(root, 'docs', 'interface.md'), 'utf8'));
const files = execFileSync(
  'git',
  [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    'main',
    'preload',
    'renderer',
    'test',
    'docs',
    '*.md',
  ],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => /\.(?:tsx?|mjs|cjs|md)$/.test(file));

describe('Citations of the interface', () => {
  test('finds the sections and the citations it is meant to check', () => {
    expect([...sectionsOf('## 4. Operations\n### 4.3 Delete\n1. First\n')]).toEqual(['4', '4.3', '4.3.1']);
    expect(citationsIn('as interface 3.3, 4.3 says; interface 6.1 to 6.4')).toEqual([
      '3.3',
      '4.3',
      '6.1',
      '6.4',
    ]);
    expect(sections.size).toBeGreaterThan(60);
  });

  test('resolve to a section of docs/interface.md', () => {
    const cited = files.flatMap((file) => {
      if (file === 'test/docs/citations.test.ts') {
        return [];
      }
      return citationsIn(readFileSync(join(root, file), 'utf8')).map((section) => ({ file, section }));
    });
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
  });

  test('name no design document that is not in the project', () => {
    const outside = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return file !== 'test/docs/citations.test.ts' && /shared\/(?:design|spec)|experience\.md/.test(text);
    });
    expect(outside).toEqual([]);
  });
});
