import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Name parts that were used as metaphors or with several meanings, and what to use. */
const replaced: Readonly<Record<string, string>> = {
  dear: 'expensive',
  door: 'the name of the page or port',
  doomed: 'toRemove',
  edges: 'deps',
  lane: 'pool',
  mend: 'fix',
  mending: 'fix',
  nobody: 'none',
  outlet: 'eventBus',
  rooms: 'pages',
  shelf: 'store',
  told: 'reported',
  touchy: 'needsEscape',
  whoever: 'anyone',
};

/** Dependencies of a class or function end in `Deps`; details are named for what they are. */
const typeEndings: readonly [ending: RegExp, instead: string][] = [
  [/(?:^|[a-z])Parts$/, 'Deps'],
  [/(?:^|[a-z])Facts$/, 'Details'],
  [/(?:^|[a-z])Edges$/, 'Deps'],
  [/RoomProps$/, 'PageProps'],
];

const boundPrefix = /^(?:most|longest)[A-Z]/;

test('names use one word for each meaning', () => {
  const problems = sources().flatMap(({ file, names, types }) => [
    ...names.flatMap((name) => {
      const part = partsOf(name).find((one) => Object.hasOwn(replaced, one));
      return part === undefined ? [] : [`${file}: ${name} (use ${replaced[part]})`];
    }),
    ...types.flatMap((name) =>
      typeEndings.flatMap(([ending, instead]) =>
        ending.test(name) ? [`${file}: ${name} (use ${instead})`] : [],
      ),
    ),
    ...names.filter((name) => boundPrefix.test(name)).map((name) => `${file}: ${name} (use max…)`),
  ]);
  expect(problems).toEqual([]);
});

test('the check finds declared names of every kind', () => {
  const { names, types } = namesIn(
    'interface OneParts { two: number }\nclass A { #three = 1; four(five: string) { const { six } = this; } }\n',
    false,
  );
  expect(types).toEqual(['OneParts', 'A']);
  expect(names).toEqual(expect.arrayContaining(['two', 'three', 'four', 'five', 'six']));
});

function sources() {
  return execFileSync('git', ['ls-files', '-z', '--', 'main', 'preload', 'renderer'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, ...namesIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x')) }));
}

/** The names a source declares: types, functions, variables, parameters and members. */
function namesIn(source: string, tsx: boolean) {
  const names: string[] = [];
  const types: string[] = [];
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'es2022' }), (node) => {
    const { type, id, identifier, key, pat } = node as unknown as Record<string, Named | undefined> & {
      type: string;
    };
    if (/^(?:TsInterface|TsTypeAlias)Declaration$/.test(type)) {
      types.push(...textOf(id));
    } else if (type === 'ClassDeclaration') {
      types.push(...textOf(identifier));
    } else {
      names.push(...[id, identifier, key, pat].flatMap(textOf));
    }
  });
  return { names, types };
}

interface Named {
  type?: string;
  value?: unknown;
  id?: Named;
}

function textOf(node: Named | undefined): string[] {
  if (node?.type === 'Identifier' && typeof node.value === 'string') {
    return [node.value];
  }
  return node?.type === 'PrivateName' ? textOf(node.id ?? { ...node, type: 'Identifier' }) : [];
}

/** The words of a camel-case name, in lower case. */
function partsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|[\d_]+/).map((part) => part.toLowerCase());
}

function visit(node: object, see: (node: Node) => void): void {
  if ('type' in node) {
    see(node as Node);
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) {
      visit(child, see);
    }
  }
}
