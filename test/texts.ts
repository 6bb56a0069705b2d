import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync } from '@swc/core';

/**
 * `npm run texts`: every text of the console as one Markdown table made from the source, for a review of the texts alone. Finds JSX
 * texts, and strings of at least two words, in everything that is displayed or printed.
 */

const root = join(import.meta.dirname, '..');

interface Text {
  line: number;
  text: string;
}

/** Attributes whose values are never displayed. */
const silentAttributes = new Set([
  'className',
  'key',
  'id',
  'href',
  'viewBox',
  'd',
  'role',
  'type',
  'data-state',
]);

function textsOf(source: string, tsx: boolean): Text[] {
  const found: Text[] = [];
  // The parser's positions continue from one file to the next, so an extra first statement marks the start of this file.
  const marked = `0;${source}`;
  const bytes = Buffer.from(marked);
  const module = parseSync(marked, { syntax: 'typescript', tsx, target: 'es2022' });
  const lineAt = (position: number) =>
    bytes
      .subarray(0, position - module.span.start)
      .toString('utf8')
      .split('\n').length;
  visit(module, (node, parent) => {
    const text = readable(node, parent);
    if (text !== undefined) {
      found.push({ line: lineAt((node as unknown as { span: { start: number } }).span.start), text });
    }
  });
  return found;
}

function readable(node: Node, parent: Node | undefined): string | undefined {
  const raw = node as unknown as { value?: unknown; quasis?: { raw: string }[]; name?: { value?: string } };
  const owner = parent as unknown as { type?: string; name?: { value?: string }; source?: Node } | undefined;
  if (owner?.type === 'JSXAttribute' && silentAttributes.has(owner.name?.value ?? '')) {
    return undefined;
  }
  if (owner?.source === node) {
    return undefined;
  }
  if (node.type === 'JSXText') {
    const text = String(raw.value).replaceAll(/\s+/g, ' ').trim();
    return /\p{L}/u.test(text) ? text : undefined;
  }
  if (node.type === 'StringLiteral' && typeof raw.value === 'string') {
    const shown = owner?.type === 'JSXAttribute' ? /\p{L}/u : /\p{L}\S* \S*\p{L}/u;
    return shown.test(raw.value) ? raw.value : undefined;
  }
  if (node.type === 'TemplateLiteral') {
    const text = (raw.quasis ?? []).map((part) => part.raw).join('{…}');
    return /\p{L}\S* \S*\p{L}/u.test(text) ? text : undefined;
  }
  return undefined;
}

function visit(node: object, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  const isNode = 'type' in node && typeof node.type === 'string';
  if (isNode) {
    see(node as Node, parent);
  }
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) {
      visit(child, see, isNode ? (node as Node) : parent);
    }
  }
}

const files = execFileSync('git', ['ls-files', '-z', '--', 'main', 'preload', 'renderer'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('main/sandbox/'));

process.stdout.write('| where | text |\n| --- | --- |\n');
for (const file of files) {
  for (const { line, text } of textsOf(readFileSync(join(root, file), 'utf8'), file.endsWith('x'))) {
    process.stdout.write(`| ${file}:${line} | ${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |\n`);
  }
}
