import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { policySource, readPolicyFile } from '../../../../main/features/policy/policy-file.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-policy-'));
  chmodSync(directory, 0o755);
  path = join(directory, 'policy.json');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const uid = process.getuid?.() ?? 0;
const isRoot = uid === 0;
const right = '{ "version": 1, "company": "Acme" }';
const write = (text: string | Uint8Array = right, mode = 0o644) => {
  writeFileSync(path, text);
  chmodSync(path, mode);
};
const read = (administrator: number | undefined = uid) =>
  readPolicyFile({ path, ...(administrator !== undefined && { administrator }) });
const problem = async (administrator?: number) => (await read(administrator))?.problems[0]?.message;

test('the place is named by the system alone', () => {
  expect(['linux', 'darwin', 'win32'].map((platform) => policySource(platform as NodeJS.Platform))).toEqual([
    { path: '/etc/assay/policy.json', administrator: 0 },
    { path: '/Library/Application Support/Assay/policy.json', administrator: 0 },
    { path: 'C:\\ProgramData\\Assay\\policy.json' },
  ]);
});

test('a computer without the file has no policy', async () => {
  expect(await read()).toBeUndefined();
});

test('the file of the administrator is read', async () => {
  write();
  expect(await read()).toMatchObject({ company: 'Acme', file: path, problems: [], isBlocked: false });
});

test('a file of somebody else is refused, and nothing but the sandbox can be used', async () => {
  write();
  expect(await read(uid + 1)).toMatchObject({
    isBlocked: true,
    export: false,
    problems: [{ message: 'It cannot be used: it does not belong to the administrator.' }],
  });
});

test.runIf(isRoot)('a file that was given to a user is refused', async () => {
  write();
  chownSync(path, 12_345, 12_345);
  expect(await problem()).toBe('It cannot be used: it does not belong to the administrator.');
});

test.each([0o664, 0o646])('a file that others may write is refused: %o', async (mode) => {
  write(right, mode);
  expect(await problem()).toBe('It cannot be used: it can be changed by others than the administrator.');
});

test('a file in a folder that others may write is refused', async () => {
  write();
  chmodSync(directory, 0o777);
  expect(await problem()).toBe(
    'It cannot be used: its folder can be changed by others than the administrator.',
  );
});

test('a path without a file, a file too long or one without text is refused', async () => {
  mkdirSync(path);
  expect(await problem()).toContain('it is not a regular file');
  rmSync(path, { recursive: true });
  write('x'.repeat(300_000));
  expect(await problem()).toContain('it has more than 262,144 bytes');
  write(new Uint8Array([0x7b, 0xff, 0x7d]));
  expect(await problem()).toContain('it is not UTF-8 text');
});

test('a link counts as the file that it leads to', async () => {
  symlinkSync('/dev/null', path);
  expect(await problem()).toContain('it ');
});

test('a file that the user can write is refused if the system has no such owner', async () => {
  write();
  expect((await readPolicyFile({ path }))?.problems[0]?.message).toBe(
    'It cannot be used: it can be changed by whoever uses this console.',
  );
});

test.skipIf(isRoot)(
  'a file that the user can only read is used if the system has no such owner',
  async () => {
    write(right, 0o444);
    expect(await readPolicyFile({ path })).toMatchObject({ company: 'Acme', problems: [] });
  },
);
