import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

/** A regular expression of a source file. */
export interface Expression {
  /** Relative to the root that was searched, with forward slashes. */
  file: string;
  /** The text between the slashes; empty for an expression built at run time. */
  source: string;
  flags: string;
  /** Built with `RegExp(…)` or from a string, so that it cannot be checked here. */
  built: boolean;
}

/** An expression whose time may grow faster than its input, and an input that shows it. */
export interface Slow extends Expression {
  why: string;
}

interface Node {
  type: string;
  [member: string]: unknown;
}

/** Every regular expression of the TypeScript and JavaScript files in these folders of `root`. */
export function findExpressions(root: string, folders: readonly string[]): Expression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|js|mjs|cjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .flatMap((path) => expressionsIn(path, relative(root, path).replaceAll('\\', '/'))),
  );
}

function expressionsIn(path: string, file: string): Expression[] {
  const typescript = /\.m?tsx?$/.test(path);
  const module = parseSync(readFileSync(path, 'utf8'), {
    target: 'esnext',
    ...(typescript
      ? { syntax: 'typescript', tsx: path.endsWith('x') }
      : { syntax: 'ecmascript', jsx: path.endsWith('x') }),
  });
  const found: Expression[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      if (node.type === 'RegExpLiteral') {
        found.push({ file, source: String(node.pattern), flags: String(node.flags), built: false });
      } else if (isBuilt(node)) {
        found.push({ file, source: '', flags: '', built: true });
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(module.body);
  return found;
}

/** `RegExp(…)` of anything but a literal, or a string method that creates an expression from a text. */
function isBuilt(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') {
    return false;
  }
  const callee = node.callee as Node;
  const [first] = (node.arguments ?? []) as { expression: Node }[];
  if (callee.type === 'Identifier') {
    return callee.value === 'RegExp' && first?.expression.type !== 'RegExpLiteral';
  }
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const name = (callee.property as Node).value;
  const ofText = first?.expression.type === 'StringLiteral' || first?.expression.type === 'TemplateLiteral';
  return (name === 'match' || name === 'matchAll') && ofText;
}

/**
 * The search for an attack counts steps, so that a busy machine judges as an idle one does. The time of a whole check, in milliseconds,
 * only stops what would never end: of the console's own expressions the most expensive takes 2 s of the processor.
 */
const checkLimits = { timeout: 90_000, attackTimeout: null, incubationTimeout: null };

/**
 * Returns the expressions that are not linear. A proof of recheck by automata is certain; of look-behinds, back-references and
 * large counted repetitions it says "safe" when its search for a slow input finds none. Nothing is kept between two runs: all of them
 * together take about 10 s.
 */
export async function findSlow(expressions: readonly Expression[]): Promise<Slow[]> {
  const waiting = [...new Map(expressions.filter(({ built }) => !built).map((one) => [nameOf(one), one]))];
  const reasons = new Map<string, string>();
  const checkNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, { source, flags }] = next;
      const verdict = await check(source, flags, checkLimits);
      if (verdict.status === 'vulnerable') {
        reasons.set(name, `${verdict.complexity.summary}, for example with ${verdict.attack.pattern}`);
      } else if (verdict.status === 'unknown') {
        reasons.set(
          name,
          `recheck cannot tell (${verdict.error.kind}); without a counted repetition, such as {0,80}, it often can`,
        );
      }
    }
  };
  await Promise.all([checkNext(), checkNext()]);
  return expressions.flatMap((one) => {
    const why = one.built ? 'it is put together while the program runs' : reasons.get(nameOf(one));
    return why === undefined ? [] : [{ ...one, why }];
  });
}

/** As in the source: between slashes, with its flags. */
function nameOf({ source, flags }: Expression): string {
  return `/${source}/${flags}`;
}
