import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
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

const steps = [...document.matchAll(/`([\w.]+)`\s\(`([\w/-]+\.tsx?)`/g)].map(([, name = '', file = '']) => ({
  name: name.replace(/^.*\./, ''),
  file,
}));

test.each(steps)('the path of a request passes $name in $file', ({ name, file }) => {
  const sources = globSync([file, `{main,preload,renderer}/**/${file}`], { cwd: root });
  const declaration = new RegExp(
    String.raw`(?:function |const |^ *(?:async )?)(?:'[\w.]+\.)?${name}\b'?(?: = |[(<:])`,
    'm',
  );
  const declares = sources.some((path) => declaration.test(readFileSync(join(root, path), 'utf8')));
  expect(declares, `docs/architecture.md names ${name} in ${file}, which declares none`).toBe(true);
});

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...globSync(['docs/{architecture,glossary,measured,security,team,accessibility}.md', 'main/**/README.md'], {
    cwd: root,
  }),
];

test.each(documents)('%s names folders, files and scripts that exist', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const named = [...text.matchAll(/`((?:main|preload|renderer|test|docs|build)\/[\w.*{},/-]+)`/g)];
  expect(
    named.map(([, name = '']) => name).filter((name) => globSync(name, { cwd: root }).length === 0),
  ).toEqual([]);
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => to);
  expect(linked.filter((to) => !existsSync(join(root, path, '..', to)))).toEqual([]);
  const scripts = [...text.matchAll(/npm run (?:--silent )?(?!--)([\w:-]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
});

test('the table of errors has every area', () => {
  const table = document.split('## Errors')[1]?.split('## Where is …?')[0] ?? '';
  const areas = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, area]) => area);
  expect(areas).toEqual(Object.keys(failureAreas));
});
