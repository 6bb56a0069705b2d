import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../preload/contract/operations.ts';
import { OpenKeychain, sandbox, startConsole } from '../main/features/cases/cases-harness.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const security = read('docs/security.md');

const limits = security
  .split('\n')
  .filter((line) => /^\| [^|]+ \| [\d,]+(?: \w+)? \| `main\//.test(line))
  .map((line) => {
    const [, limit = '', value = '', file = '', constant = ''] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { limit, value, file, constant };
  });

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, KiB: 1024, MiB: 1024 ** 2 };

/** The number of a limit: milliseconds, bytes, or a count. */
function numberOf(value: string): number {
  const [count = '', unit] = value.split(' ');
  return Number(count.replaceAll(',', '')) * (unit === undefined ? 1 : (units[unit] ?? Number.NaN));
}

/** The number a constant has in a source, where it may be a product. */
function constantIn(source: string, name: string): number | undefined {
  const [, product] = new RegExp(String.raw`\b${name}(?: =|:) ([\d_ *]+)[;,} ]`).exec(source) ?? [];
  return product
    ?.replaceAll('_', '')
    .split('*')
    .reduce((all, factor) => all * Number(factor), 1);
}

const unnamed = (names: readonly string[]) =>
  names.filter((name) => !security.includes(`\`${name}\``) && !security.includes(`\`${name}/\``));

test('the limits are listed', () => {
  expect(limits.length).toBeGreaterThan(12);
});

test.each(limits)('$limit: $value', ({ value, file, constant }) => {
  expect(constantIn(read(file), constant)).toBe(numberOf(value));
});

test('every file that the sources put into the data directory is named', () => {
  const names = globSync('main/**/*.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/join\((?:dataDir|directory), '([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  expect(names).toContain('deletions.json');
  expect(unnamed(names)).toEqual([]);
});

test('every file of a console that was used is named', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-named-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { bridge, samples, close } = await startConsole(dataDir, new OpenKeychain());
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await bridge.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text: 'a note' });
  const names = readdirSync(dataDir).map((name) =>
    name.replace(/-(?:wal|shm|journal)$/, '').replace(/^(.+\.sqlite)\..+$/, '$1'),
  );
  await close();
  expect(names).toContain('cases.sqlite');
  expect(unnamed(names)).toEqual([]);
});

test('the bindings of operations have the names that the architecture gives them', () => {
  const bindings = new Set(Object.values(operations).map(({ environmentBinding }) => environmentBinding));
  bindings.delete('none');
  for (const binding of bindings) {
    expect(read('docs/architecture.md')).toContain(`\`${binding}\``);
  }
});
