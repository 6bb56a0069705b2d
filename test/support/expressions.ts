import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { check } from 'recheck';

/** A regular expression of a source file. */
export interface Expression {
  /** Relative to the root that was searched, with forward slashes. */
  file: string;
  /** Between the slashes; of one that is put together while the program runs, empty. */
  source: string;
  flags: string;
  /** Made with `RegExp(…)` or from a string, so that it cannot be read here. */
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

/** `RegExp(…)` of something else than a literal, or a string method that makes an expression of a text. */
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

/** Steps are counted, not time, so that a busy machine judges as an idle one does. Milliseconds. */
const checkLimits = { timeout: 300_000, attackTimeout: null, incubationTimeout: null };

/**
 * The expressions that are not linear. What recheck proves by automata is certain; of look-behinds, back-references and
 * large counted repetitions it says "safe" when its search for a slow input finds none. Judgements are kept in `cacheFile`.
 */
export async function findSlow(expressions: readonly Expression[], cacheFile?: string): Promise<Slow[]> {
  const cache = new Verdicts(cacheFile);
  const distinct = new Map(
    expressions.filter(({ built }) => !built).map((one) => [`/${one.source}/${one.flags}`, one]),
  );
  const reasons = new Map<string, string | undefined>();
  const waiting = [...distinct];
  const judge = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, { source, flags }] = next;
      if (!cache.isSafe(name)) {
        const verdict = await check(source, flags, checkLimits);
        if (verdict.status === 'safe') {
          cache.keep(name);
        } else if (verdict.status === 'vulnerable') {
          reasons.set(name, `${verdict.complexity.summary}, for example with ${verdict.attack.pattern}`);
        } else {
          reasons.set(name, `recheck cannot tell (${verdict.error.kind})`);
        }
      }
    }
  };
  await Promise.all([judge(), judge()]);
  cache.save();
  return expressions.flatMap((one) => {
    const why = one.built
      ? 'it is put together while the program runs'
      : reasons.get(`/${one.source}/${one.flags}`);
    return why === undefined ? [] : [{ ...one, why }];
  });
}

/** Expressions that were judged safe by this version of recheck with these limits. */
class Verdicts {
  readonly #file: string | undefined;
  readonly #key: string;
  readonly #safe = new Set<string>();

  constructor(file: string | undefined) {
    this.#file = file;
    const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };
    this.#key = createHash('sha256')
      .update(JSON.stringify([version, checkLimits]))
      .digest('hex');
    if (file === undefined) {
      return;
    }
    try {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as { key: string; safe: string[] };
      if (kept.key === this.#key) {
        for (const name of kept.safe) {
          this.#safe.add(name);
        }
      }
    } catch {
      // There is no cache yet, or it is damaged: everything is judged anew.
    }
  }

  isSafe(name: string): boolean {
    return this.#safe.has(name);
  }

  keep(name: string): void {
    this.#safe.add(name);
  }

  save(): void {
    if (this.#file === undefined) {
      return;
    }
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ key: this.#key, safe: [...this.#safe].sort() }));
  }
}
