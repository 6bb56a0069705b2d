import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { fullTests } from '../../../support/full-tests.ts';
import { sign, signingKey, timestamp } from './vectors.ts';

/** A language’s own serializer, as a program that rewrites a body in several ways. */
interface Language {
  name: string;
  /** The command line, or undefined if a part is not installed on this machine. */
  command: string[] | undefined;
  /** It compiles its program first, or takes seconds of each processor itself: only in `npm run test:all`. */
  isSlow?: true;
}

const folder = join(import.meta.dirname, 'serializers');
const file = (name: string) => join(folder, name);
const runs = (program: string, ...probe: string[]) => spawnSync(program, probe).status === 0;

/** The newest jars of these artifacts in the local Maven repository, or undefined if one is missing. */
function jars(...artifacts: string[]): string | undefined {
  const paths = artifacts.map((artifact) => {
    const home = join(homedir(), '.m2', 'repository', artifact);
    if (!existsSync(home)) {
      return undefined;
    }
    return readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => /[/\\][a-z-]+-[\d.]+\.jar$/.test(path))
      .sort()
      .map((path) => join(home, path))
      .at(-1);
  });
  return paths.every((path) => path !== undefined) ? paths.join(':') : undefined;
}

const jackson = 'com/fasterxml/jackson/core';
const gsonJars = jars('com/google/code/gson/gson');
const jacksonJars = jars(
  `${jackson}/jackson-databind`,
  `${jackson}/jackson-core`,
  `${jackson}/jackson-annotations`,
);
const hasJava = fullTests && runs('java', '-version');
const hasGo = fullTests && runs('go', 'version');

const languages: Language[] = [
  { name: 'Python', command: runs('python3', '--version') ? ['python3', file('rewrite.py')] : undefined },
  { name: 'JavaScript', command: [process.execPath, file('rewrite.mjs')] },
  { name: 'PHP', command: runs('php', '--version') ? ['php', file('rewrite.php')] : undefined },
  { name: 'Ruby', command: runs('ruby', '-rjson', '-e', '0') ? ['ruby', file('rewrite.rb')] : undefined },
  { name: 'Go', command: hasGo ? ['go', 'run', file('rewrite.go')] : undefined, isSlow: true },
  {
    name: 'Perl',
    command: runs('perl', '-MJSON::PP', '-e', '0') ? ['perl', file('rewrite.pl')] : undefined,
    isSlow: true,
  },
  {
    name: 'Gson',
    command: hasJava && gsonJars ? ['java', '-cp', gsonJars, file('GsonRewrite.java')] : undefined,
    isSlow: true,
  },
  {
    name: 'Jackson',
    command: hasJava && jacksonJars ? ['java', '-cp', jacksonJars, file('JacksonRewrite.java')] : undefined,
    isSlow: true,
  },
];

/** As the service sends them: compact, in the interface’s order, with minimal escaping. */
const bodies: Record<string, string> = {
  'a finished conversation':
    '{"id":"5b0c7c2e-6a0d-4a1f-9a53-0f3f4f2f7c11","created":"2026-01-01T00:00:00.123Z","target":"CONVERSATION","event":"FINISHED","payload":{"conversation":{"id":"022e8eaf-b06d-44b9-a68f-45eef1353dbe","userKey":"u-1","url":"https://verify.example/c/022e8eaf?x=1&y=<2>+3","status":"FINISHED","result":{"identity":{"status":"FINISHED","user":{"person":{"name":{"firstName":"Łucja “Lu”","lastName":"Żółć-Núñez O\'Hara 😀"}}},"errors":[],"checks":[]},"verify":{"status":"FINISHED","reliability":1.0,"details":[]}}}}}',
  'an expired one':
    '{"id":"5b0c7c2e-6a0d-4a1f-9a53-0f3f4f2f7c12","created":"2026-01-01T00:00:00.123Z","target":"CONVERSATION","event":"EXPIRED","payload":{"conversation":{"id":"022e8eaf-b06d-44b9-a68f-45eef1353dbf","userKey":"u-2","url":"https://verify.example/c/022e8eaf","status":"EXPIRED","result":{"identity":{"status":"IN_PROGRESS","user":{}}}}}}',
  'new data with thirty lists': `{"id":"5b0c7c2e-6a0d-4a1f-9a53-0f3f4f2f7c13","created":"2026-01-01T00:00:00.123Z","target":"SUBSCRIPTION","event":"NEW_DATA","payload":{"conversation":{"id":"022e8eaf-b06d-44b9-a68f-45eef1353dc0","userKey":"ü-3","url":"https://verify.example/c/1","status":"FINISHED","result":{"aml":{"status":"FINISHED","found":[${Array.from({ length: 30 }, () => '"PEP"').join(',')}],"subscription":{"active":true,"lastChanged":"2026-01-01T00:00:00Z"}}}}}}`,
};

/** The others differ from the first in the length of a list and in letters. */
const used = Object.entries(bodies).slice(0, fullTests ? undefined : 1);

interface Rewritten {
  way: string;
  body: Buffer;
}

function rewritten([program = '', ...args]: string[], body: string): Rewritten[] {
  const { status, stdout, stderr } = spawnSync(program, args, { input: body, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(stderr);
  }
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [way = '', coded = ''] = line.split('\t');
      return { way, body: Buffer.from(coded, 'base64') };
    });
}

const languagesUsed = languages.filter(({ isSlow }) => fullTests || !isSlow);

describe.each(languagesUsed)('a callback parsed and serialized by $name', ({ name, command }) => {
  test.skipIf(command === undefined).each(used)(`${name}: %s`, { timeout: 120_000 }, async (_, signed) => {
    const ways = rewritten(command ?? [], signed);
    expect(ways.length).toBeGreaterThan(1);
    const unnamed: string[] = [];
    for (const { way, body } of ways) {
      if (body.toString() === signed) {
        continue;
      }
      const { findings } = await explainAll({ timestamp, signature: sign(signed), body, key: signingKey });
      if (
        !findings.some(({ code }) =>
          code.split('+').some((part) => part === 'reserialized' || part.startsWith('newline')),
        )
      ) {
        unnamed.push(`${way}: ${findings.map(({ code }) => code).join(' ') || 'no cause'}`);
      }
    }
    expect(unnamed).toEqual([]);
  });
});
