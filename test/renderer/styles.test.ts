import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../renderer');

/** Rules that components of every feature use; it has no component of its own. */
const sharedLayout = join('ui', 'layout.module.css');

interface Rule {
  selector: string;
  declarations: string[];
  /** Inside a media query or another at-rule. */
  nested: boolean;
}

interface Sheet {
  path: string;
  rules: Rule[];
}

/** The rules of a style sheet, without nesting other than in at-rules. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  let depth = 0;
  for (const [, before = '', sign] of text.matchAll(/([^{}]*)([{}])/g)) {
    if (sign === '{') {
      depth += 1;
      const selector = before.trim().replaceAll(/\s+/g, ' ');
      if (!selector.startsWith('@')) {
        rules.push({ selector, declarations: [], nested: depth > 1 });
      }
      continue;
    }
    depth -= 1;
    const declarations = before
      .split(';')
      .map((one) => one.trim().replaceAll(/\s+/g, ' '))
      .filter(Boolean);
    const last = rules.at(-1);
    if (last && declarations.length > 0) {
      last.declarations = declarations;
    }
  }
  return rules;
}

const sheets: Sheet[] = globSync('**/*.css', { cwd: renderer }).map((path) => ({
  path,
  rules: rulesOf(readFileSync(join(renderer, path), 'utf8')),
}));
const sources = globSync('**/*.{ts,tsx}', { cwd: renderer }).map((path) => ({
  path,
  text: readFileSync(join(renderer, path), 'utf8'),
}));

const isSpacing = (declaration: string) => /^(margin|padding|gap|row-gap|column-gap)\b/.test(declaration);
const hasLength = (declaration: string) => /\d(px|rem|em)\b/.test(declaration);

describe('the style sheets', () => {
  test('are found, with their rules', () => {
    expect(sheets.length).toBeGreaterThan(30);
    expect(rulesOf('@media (x) { .a { gap: 1px } } .b{margin:0;\npadding: 2px}')).toEqual([
      { selector: '.a', declarations: ['gap: 1px'], nested: true },
      { selector: '.b', declarations: ['margin:0', 'padding: 2px'], nested: false },
    ]);
  });

  test('take margins, paddings and gaps from the scale in theme.css', () => {
    const literal = sheets.flatMap(({ path, rules }) =>
      rules.flatMap(({ selector, declarations }) =>
        declarations
          .filter(isSpacing)
          .filter(hasLength)
          .map((one) => `${path} ${selector} { ${one} }`),
      ),
    );
    expect(literal).toEqual([]);
  });

  test('use only existing steps of the scale', () => {
    const scale = sheets
      .find(({ path }) => path === 'theme.css')
      ?.rules.flatMap(({ declarations }) => declarations.map((one) => /^(--space-\d+):/.exec(one)?.[1]));
    const used = sheets.flatMap(({ rules }) =>
      rules.flatMap(({ declarations }) =>
        declarations.flatMap((one) => one.match(/--space-\w+(?=\))/g) ?? []),
      ),
    );
    expect(new Set(used).size).toBeGreaterThan(5);
    expect([...new Set(used)].filter((name) => !scale?.includes(name))).toEqual([]);
  });

  test('have the same scale as the gaps, margins and paddings that components name in pixels', () => {
    const scale = sheets
      .find(({ path }) => path === 'theme.css')
      ?.rules.flatMap(({ declarations }) => declarations.map((one) => /^--space-(\d+):/.exec(one)?.[1]));
    const used = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\s(?:gap|[mp][xytblrse]?)=\{-?(\d+)\}/g)].map(([prop, step = '']) => ({
        step,
        where: `${path}${prop}`,
      })),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ step }) => step !== '0' && !scale?.includes(step))).toEqual([]);
  });

  test('do not define the same class in two files', () => {
    const seen = new Map<string, string[]>();
    for (const { path, rules } of sheets) {
      for (const { selector, declarations, nested } of rules) {
        const body = [...declarations].sort().join('; ');
        // Up to four declarations may be equal by chance, such as a row with a gap.
        if (!nested && declarations.length > 4) {
          seen.set(body, [...(seen.get(body) ?? []), `${path} ${selector}`]);
        }
      }
    }
    expect([...seen.values()].filter((where) => where.length > 1)).toEqual([]);
  });

  test('have every class that a component names', () => {
    const unknown = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/import (\w+) from '([^']+\.module\.css)';/g)].flatMap(([, name, file = '']) => {
        const sheet = sheets.find((one) => one.path === join(dirname(path), file));
        const known = sheet?.rules.map(({ selector }) => selector).join(' ') ?? '';
        return [...text.matchAll(new RegExp(`(?<![\\w/-])${name}\\.(\\w+)\\b(?!\\()`, 'g'))]
          .map(([, used = '']) => used)
          .filter((used) => !new RegExp(`\\.${used}(?!\\w)`).test(known))
          .map((used) => `${path}: ${used} is not in ${file}`);
      }),
    );
    expect(unknown).toEqual([]);
  });

  test('are next to the component that imports them, and contain no unused class', () => {
    const faults: string[] = [];
    for (const { path, rules } of sheets.filter((sheet) => sheet.path.endsWith('.module.css'))) {
      const importing = sources.filter(({ text }) => text.includes(`/${basename(path)}'`));
      if (path !== sharedLayout && !importing.some((source) => dirname(source.path) === dirname(path))) {
        faults.push(`${path} is imported by no file beside it`);
      }
      const classes = new Set(
        rules.flatMap(({ selector }) => [...selector.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name)),
      );
      for (const name of classes) {
        if (!importing.some(({ text }) => text.includes(`.${name}`))) {
          faults.push(`${path} .${name} is not used`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
