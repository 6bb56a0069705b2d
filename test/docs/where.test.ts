import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureAreas } from '../../preload/contract/envelope.ts';

const root = join(import.meta.dirname, '..', '..');
const document = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
const section = document.split('## Where is …?')[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, question = '', file = '', names = ''] = line.split('|').map((cell) => cell.trim());
    return {
      question,
      file: file.replaceAll('`', ''),
      names: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    };
  });

test('the table answers the questions a newcomer asks first', () => {
  expect(rows.map(({ question }) => question)).toEqual(
    expect.arrayContaining([
      'a DELETE sent',
      'a field masked',
      'the access token cached',
      'a byte of a media file passed on',
      'a sentence about FINISHED made',
    ]),
  );
});

test.each(rows)('$question: $file', ({ file, names }) => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(source).toMatch(
      new RegExp(String.raw`(?:export (?:async )?(?:function|class|const) |^ *(?:async )?)${name}\b`, 'm'),
    );
  }
});

test('the folders it names exist', () => {
  for (const folder of section.match(/`[\w/-]+\/`/g) ?? []) {
    expect(existsSync(join(root, folder.replaceAll('`', ''))), folder).toBe(true);
  }
});

test('the table of errors has every area', () => {
  const table = document.split('## Errors')[1]?.split('## Where is …?')[0] ?? '';
  const areas = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, area]) => area);
  expect(areas).toEqual(Object.keys(failureAreas));
});
