import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConsoleKey } from '../../../../../main/features/records/console-key/console-key.ts';
import { publicKeysText } from '../../../../../main/features/records/console-key/handlers.ts';
import {
  type ReceiptDraft,
  type StoredReceipt,
  signReceipt,
} from '../../../../../main/features/records/receipts/receipt.ts';
import {
  howToVerify,
  receiptFile,
  reportFile,
  wholeFile,
} from '../../../../../main/features/records/receipts/receipt-file.ts';
import { verifyReceiptFile } from '../../../../../main/features/records/receipts/receipt-verification.ts';
import { verifyReceiptCommand } from '../../../../../main/features/records/receipts/verify-command.ts';

let dataDir: string;
let key: ConsoleKey;
let secrets: Map<string, string>;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-receipts-'));
  secrets = new Map();
  key = new ConsoleKey({
    dataDir,
    keychain: {
      get: async (account) => secrets.get(account),
      set: async (account, secret) => void secrets.set(account, secret),
      state: async () => ({ state: 'available' }),
    },
    isSessionOnly: () => false,
    now: () => 0,
    log: () => undefined,
  });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function draft(number: number): ReceiptDraft {
  return {
    itemId: number,
    at: 1000,
    receiptId: `receipt-${number}`,
    environment: { id: 'acme', name: 'Acme “live”', kind: 'production', baseUrl: 'https://acme.example/' },
    conversationId: `conversation-${number}`,
    userKeyHash: 'aa:bb',
    mode: 'DELETE_DATA',
    steps: ['DELETE_DATA'],
    reason: 'data-subject-request',
    ticket: 'SUP-4821',
    runId: 'run-1',
    askedAt: '2026-01-01T10:00:00.000Z',
    acceptedAt: '2026-01-01T10:00:01.000Z',
    httpStatus: 202,
    requestId: 'request-1',
    outcome: 'confirmed',
    read: { at: '2026-01-01T10:00:02.000Z', found: 'gone' },
    user: 'operator',
  };
}

async function receipts(count: number): Promise<StoredReceipt[]> {
  const signer = await key.signer();
  const made: StoredReceipt[] = [];
  for (let number = 1; number <= count; number++) {
    made.push(signReceipt(draft(number), made.at(-1), signer));
  }
  return made;
}

async function report(made: readonly StoredReceipt[]): Promise<string> {
  const signer = await key.signer();
  const items = made.map(({ conversationId }) => JSON.stringify({ conversationId, outcome: 'confirmed' }));
  return text(
    Readable.from(
      reportFile({
        items: (async function* () {
          yield* items;
        })(),
        receipts: (async function* () {
          yield* made;
        })(),
        signer,
        summary: () => ({ format: 'assay-report-1' }),
      }),
    ),
  );
}

function keyIds(): Set<string> {
  return new Set(key.publicKeys().map(({ id }) => id));
}

function problemsOf(file: string): string[] {
  return verifyReceiptFile(file, keyIds()).problems.map(({ where, message }) => `${where}: ${message}`);
}

/** The file with the signed bytes of the first receipt changed, and what can be read with them. */
function withChangedContent(file: string): string {
  const parsed = JSON.parse(file);
  const [entry] = parsed.receipts;
  entry.receipt.outcome = 'refused';
  entry.content = Buffer.from(JSON.stringify(entry.receipt)).toString('base64');
  return JSON.stringify(parsed);
}

describe('a receipt file', () => {
  test('verifies, also after the key was lost and replaced', async () => {
    const [receipt] = await receipts(1);
    secrets.clear();
    key.keychainChanged();
    await key.signer();
    const file = receiptFile(receipt as StoredReceipt);
    expect(JSON.parse(file).receipts[0].receipt).toMatchObject({ ticket: 'SUP-4821', outcome: 'confirmed' });
    expect(verifyReceiptFile(file, keyIds())).toMatchObject({ receipts: 1, keysChecked: true, problems: [] });
  });

  test('verifies with the commands that stand in it, and not after a change', async () => {
    const [first, second] = await receipts(2);
    const file = await report([first as StoredReceipt, second as StoredReceipt]);
    const path = join(dataDir, 'FILE');
    const commands = (JSON.parse(file).howToVerify as string[]).filter((line) =>
      /^(awk|openssl pkeyutl)/.test(line),
    );
    expect(commands).toHaveLength(4);
    const run = (which: string) =>
      spawnSync('sh', ['-ec', commands.join('\n').replaceAll('1p', which)], {
        cwd: dataDir,
        encoding: 'utf8',
      });
    writeFileSync(path, file);
    for (const [which, says] of [
      ['1p', '"number":1'],
      ['2p', '"number":2'],
      ['3p', 'assay-report-1'],
    ] as const) {
      const { status, stdout } = run(which);
      expect(status).toBe(0);
      expect(stdout).toContain('Signature Verified Successfully');
      expect(readFileSync(join(dataDir, 'content'), 'utf8')).toContain(says);
    }
    const keyId = execFileSync('openssl', ['dgst', '-sha256', 'key'], { cwd: dataDir, encoding: 'utf8' });
    expect(keyId).toContain(key.publicKeys()[0]?.id);
    // One character of the base64 of the first content.
    writeFileSync(
      path,
      file.replace(/("content": "[^"]{40})./, (_whole, start) => `${start}X`),
    );
    expect(run('1p').status).not.toBe(0);
  });

  test('names the member that can be read and is not what was signed', async () => {
    const file = receiptFile((await receipts(1))[0] as StoredReceipt);
    expect(problemsOf(file.replace('"reason":"data-subject-request"', '"reason":"test-data"'))).toEqual([
      'Receipt 1: The readable text differs from the signed content: reason was changed.',
    ]);
  });

  test('names a change of what was signed, of the signature and of the key', async () => {
    const made = await receipts(1);
    const file = receiptFile(made[0] as StoredReceipt);
    expect(problemsOf(withChangedContent(file))).toEqual([
      'Receipt 1: The signature does not match: what was signed, the signature or the key was changed.',
    ]);
    const parsed = JSON.parse(file);
    parsed.receipts[0].signature = Buffer.alloc(64).toString('base64');
    expect(problemsOf(JSON.stringify(parsed))).toHaveLength(1);
    const other = JSON.parse(file);
    other.receipts[0].publicKey = 'AAAA';
    expect(problemsOf(JSON.stringify(other)).join(' ')).toContain('not an Ed25519 key');
    const renamed = JSON.parse(file);
    renamed.receipts[0].keyId = '0'.repeat(64);
    expect(problemsOf(JSON.stringify(renamed)).join(' ')).toContain(
      'The key id is not that of the public key.',
    );
  });

  test('names a receipt that was signed with a key of somebody else', async () => {
    const [receipt] = await receipts(1);
    const file = receiptFile(receipt as StoredReceipt);
    expect(verifyReceiptFile(file, new Set(['0'.repeat(64)])).problems[0]?.message).toBe(
      'It was signed with a key that does not belong to this console.',
    );
    expect(verifyReceiptFile(file, undefined)).toMatchObject({ keysChecked: false, problems: [] });
  });
});

describe('a report', () => {
  test('verifies whole', async () => {
    expect(verifyReceiptFile(await report(await receipts(5)), keyIds())).toMatchObject({
      receipts: 5,
      hasSummary: true,
      problems: [],
    });
    expect(problemsOf(await report([]))).toEqual([]);
  });

  test('names a receipt that was removed', async () => {
    const parsed = await report(await receipts(3));
    const lines = parsed.split('\n');
    const start = lines.indexOf('{', lines.indexOf('"receipts": ['));
    lines.splice(start, 7);
    expect(problemsOf(lines.join('\n'))).toEqual([
      'Summary: The report was made with 3 receipts and has 2 now.',
    ]);
  });

  test('names receipts in another order', async () => {
    const [one, two, three] = (await receipts(3)) as [StoredReceipt, StoredReceipt, StoredReceipt];
    const file = await report([one, three, two]);
    expect(problemsOf(file)).toContain(
      'Receipt 3: Its number (2) does not follow that of the receipt before it (3).',
    );
  });

  test('names a receipt that was replaced by another signed one of the same number', async () => {
    const [one, two] = (await receipts(2)) as [StoredReceipt, StoredReceipt];
    const other = signReceipt({ ...draft(1), outcome: 'unknown' }, undefined, await key.signer());
    expect(problemsOf(await report([other, two]))).toContain(
      'Receipt 2: It does not follow the receipt before it: one of the two is not the one that was written.',
    );
    expect(problemsOf(await report([one, two]))).toEqual([]);
  });

  test('names a conversation that was removed from its list, or changed', async () => {
    const file = await report(await receipts(2));
    expect(
      problemsOf(file.replace('{"conversationId":"conversation-1","outcome":"confirmed"},\n', '')),
    ).toEqual([
      'Summary: The report was made with 2 conversations and has 1 now.',
      'Item 1 of the report as it was made: It was changed or removed.',
    ]);
    expect(
      problemsOf(
        file.replace('"conversation-2","outcome":"confirmed"}', '"conversation-2","outcome":"refused"}'),
      ),
    ).toEqual([
      'Summary: The list of conversations is not the one the report was made with.',
      'Item 2 (conversation-2): It was changed or added.',
    ]);
  });
});

describe('changes beside the signed parts are found', () => {
  test.each<[string, (file: string) => string, RegExp]>([
    [
      'a second list of conversations, which replaces the first one where it is shown',
      (file) =>
        file.replace(/\n\}\n$/, ',\n"items": [\n{"conversationId":"x"},\n{"conversationId":"y"}\n]\n}\n'),
      /^Line \d+: The member items occurs more than once/,
    ],
    [
      'a second name written in another way',
      (file) => file.replace('{\n"format"', '{\n"it\\u0065ms": [\n{"conversationId":"x"}\n],\n"format"'),
      /^Line \d+: The member items occurs more than once/,
    ],
    [
      'a second outcome in the readable text of a receipt',
      (file) =>
        file.replace('"outcome":"confirmed","read"', '"outcome":"refused","outcome":"confirmed","read"'),
      /^Line \d+: The member receipts\[0\]\.receipt\.outcome occurs more than once/,
    ],
    [
      'a removed summary',
      (file) => `${file.slice(0, file.indexOf(',\n"summary"'))}\n}\n`,
      /^Summary: It was removed/,
    ],
    [
      'a removed summary and list',
      (file) =>
        `${file.slice(0, file.indexOf('"items"'))}${file.slice(file.indexOf('"receipts"'), file.indexOf(',\n"summary"'))}\n}\n`,
      /^Summary: It was removed/,
    ],
    [
      'a member beside the signed ones',
      (file) => file.replace(/\n\}\n$/, ',\n"note": "2 more were deleted by hand"\n}\n'),
      /^Line \d+: Its text is not covered/,
    ],
    [
      'a member inside of a signed part',
      (file) => file.replace('"signature":', '"checkedBy": "auditor",\n"signature":'),
      /^Line \d+: Its text is not covered/,
    ],
    [
      'other instructions for checking',
      (file) => file.replace('With OpenSSL 3 alone', 'With OpenSSL 4 alone'),
      /^Line \d+: Its text is not covered/,
    ],
    [
      'letters inside of the base64',
      (file) => file.replace('"signature": "', '"signature": "  '),
      /^Line \d+: Its text is not covered/,
    ],
    [
      'numbers in another form',
      (file) => file.replace('"number":1,', '"number":1.0,'),
      /^Line \d+: Its text is not covered/,
    ],
  ])('%s', async (_, change, problem) => {
    const file = await report(await receipts(2));
    const changed = change(file);
    expect(changed).not.toBe(file);
    const problems = problemsOf(changed);
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  test('a changed character anywhere in a report', async () => {
    const file = await report(await receipts(2));
    const unnoticed: string[] = [];
    for (let at = 0; at < file.length; at += 13) {
      const changed = `${file.slice(0, at)}${file[at] === 'x' ? 'y' : 'x'}${file.slice(at + 1)}`;
      try {
        if (problemsOf(changed).length === 0) {
          unnoticed.push(`${at}: ${file.slice(at, at + 20)}`);
        }
      } catch {
        // Not such a file any more.
      }
    }
    expect(unnoticed).toEqual([]);
  });

  test.each([
    [
      'that names another key',
      { key: { id: '0'.repeat(64) } },
      'The summary names a different key from the one it contains.',
    ],
    ['without the marks of its items', { itemMarks: undefined }, 'The signed content is not a summary.'],
  ])('a summary %s', async (_what, changed, problem) => {
    const signer = await key.signer();
    const content = (await report([])).match(/"content": "([^"]+)"/)?.[1] ?? '';
    const summary = JSON.parse(Buffer.from(content, 'base64').toString('utf8'));
    const other = JSON.stringify({ ...summary, ...changed });
    const signature = signer.sign(Buffer.from(other));
    expect(problemsOf(wholeFile([], { items: [], summary: { content: other, signature } }))).toEqual([
      `Summary: ${problem}`,
    ]);
  });

  test.each<[string, (file: string) => string]>([
    ['indented', (file) => JSON.stringify(JSON.parse(file), undefined, 4)],
    ['written on one line', (file) => JSON.stringify(JSON.parse(file))],
    [
      'indented, with every letter beyond ASCII escaped, as json.tool does',
      (file) =>
        JSON.stringify(JSON.parse(file), undefined, 4).replace(
          /[^ -~\n]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    ],
  ])('a report or receipt that was only %s is not changed', async (_, rewrite) => {
    const made = await receipts(2);
    for (const file of [await report(made), receiptFile(made[0] as StoredReceipt)]) {
      const rewritten = rewrite(file);
      expect(rewritten).not.toBe(file);
      expect(problemsOf(rewritten)).toEqual([]);
      expect(problemsOf(rewritten.replace('SUP-4821', 'SUP-4822'))).not.toEqual([]);
    }
  });

  test('line ends and a byte order mark that a mail program wrote are no change', async () => {
    const file = await report(await receipts(2));
    expect(problemsOf(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toEqual([]);
  });
});

describe('assay verify-receipt', () => {
  /** The ids of the keys in data directories. */
  let keyIdsIn: Map<string, string[]>;
  beforeEach(() => {
    keyIdsIn = new Map();
  });

  function run(args: string[]) {
    let stdout = '';
    let stderr = '';
    const status = verifyReceiptCommand(args, {
      defaultDataDir: dataDir,
      keyIdsIn: (directory) => keyIdsIn.get(directory),
      stdout: { write: (part) => (stdout += part) },
      stderr: { write: (part) => (stderr += part) },
    });
    return { status, stdout, stderr };
  }

  test('answers 0, 1 and 2', async () => {
    const file = receiptFile((await receipts(1))[0] as StoredReceipt);
    const path = join(dataDir, 'receipt.json');
    const keys = join(dataDir, 'keys.pem');
    writeFileSync(keys, publicKeysText(key.publicKeys()));
    writeFileSync(path, file);
    expect(run([path, '--keys', keys])).toMatchObject({ status: 0 });
    expect(run([path, '--keys', keys]).stdout).toContain('Nothing was changed since signing.');
    const report = run([path, '--any-key', '--json']);
    expect(report.status).toBe(0);
    expect(JSON.parse(report.stdout)).toMatchObject({ receipts: 1, keysChecked: false, problems: [] });
    writeFileSync(path, withChangedContent(file));
    expect(run([path, '--keys', keys])).toMatchObject({ status: 1 });
    writeFileSync(path, '{}');
    expect(run([path])).toMatchObject({ status: 1 });
    expect(run([join(dataDir, 'none')]).status).toBe(2);
    expect(run([]).status).toBe(2);
    expect(run([path, '--wrong']).status).toBe(2);
    expect(run(['--help']).status).toBe(0);
  });

  test('of a file that anyone can have signed says so, and does not end with 0', async () => {
    const path = join(dataDir, 'receipt.json');
    writeFileSync(path, receiptFile((await receipts(1))[0] as StoredReceipt));
    const [{ id } = { id: '' }] = key.publicKeys();
    for (const known of [undefined, []]) {
      keyIdsIn = new Map(known === undefined ? [] : [[dataDir, known]]);
      const { status, stdout } = run([path]);
      expect(status).toBe(3);
      expect(stdout).toContain(`Signed by an unknown key: ${id}`);
      expect(stdout).not.toContain('Nothing was changed');
    }
    const allowed = run([path, '--any-key']);
    expect(allowed.status).toBe(0);
    expect(allowed.stdout).toContain('Nothing was changed since signing.');
    expect(allowed.stdout).toContain(`Signed by an unknown key: ${id}`);
    keyIdsIn = new Map([[dataDir, ['0'.repeat(64)]]]);
    expect(run([path]).status).toBe(1);
    keyIdsIn = new Map([[dataDir, [id]]]);
    expect(run([path]).status).toBe(0);
    writeFileSync(path, withChangedContent(readFileSync(path, 'utf8')));
    expect(run([path, '--any-key']).status).toBe(1);
  });

  test('with a data directory that has no keys is wrong', async () => {
    const path = join(dataDir, 'receipt.json');
    writeFileSync(path, receiptFile((await receipts(1))[0] as StoredReceipt));
    for (const directory of [dataDir, join(dataDir, 'none')]) {
      expect(run([path, '--data-dir', directory])).toEqual({
        status: 2,
        stdout: '',
        stderr: `There are no public keys of a console in ${directory}.\n`,
      });
    }
    expect(run([path, '--any-key', '--data-dir', dataDir]).status).toBe(2);
  });

  test('runs from the command line', async () => {
    const path = join(dataDir, 'receipt.json');
    writeFileSync(path, receiptFile((await receipts(1))[0] as StoredReceipt));
    const args = ['main/cli.ts', 'verify-receipt', path, '--data-dir', dataDir];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toContain('The keys were compared with those of the console.');
    expect(status).toBe(0);
  });
});

test('the commands in a file read the same in JSON', () => {
  for (const line of howToVerify) {
    expect(JSON.stringify(line)).toBe(`"${line}"`);
  }
});
