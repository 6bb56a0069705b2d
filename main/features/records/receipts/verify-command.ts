import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { inflateSync } from 'node:zlib';
import { defaultDataDir } from '../../../launch/data-dir.ts';
import { consoleKeyPath } from '../console-key/console-key.ts';
import { keyIdOf, readKeyFile } from '../console-key/key-file.ts';
import { type ReceiptVerification, verifyReceiptFile } from './receipt-verification.ts';

/** The parts of the system that the command uses. */
const thisSystem = {
  /** The data directory if the command names none. */
  defaultDataDir: defaultDataDir(process.platform, process.env, homedir()),
  /** Returns the ids of the public keys in a data directory; undefined where it holds none. */
  keyIdsIn: (dataDir: string) => readKeyFile(consoleKeyPath(dataDir))?.keys.map(({ id }) => id),
  /** @throws errors of the file system */
  readFile: (path: string): Buffer => readFileSync(path),
  stdout: process.stdout as { write(text: string): unknown },
  stderr: process.stderr as { write(text: string): unknown },
};

const usage = `Usage: assay verify-receipt FILE [--keys PEM | --data-dir DIR | --any-key] [--json]

  Checks that a receipt, the report of a run of deletions, the register or the file of a request for erasure (JSON, or PDF with it
  attached) is as a console wrote it, and names what was changed. The signatures of an approval by a second person are checked, too.

  --keys PEM       the public keys of the console that made it, exported in its settings; with an approval, those of both consoles
  --data-dir DIR   the console's data directory, which holds its public keys (default: where the console keeps it)
  --any-key        do not ask whose key it is signed with: anyone can make such a file
  --json           print the result as JSON

Exit status: 0 nothing was changed, 1 something was, 2 wrong usage or a file cannot be read, 3 signed by an unknown key.
`;

/** Runs `verify-receipt …` with the given arguments and returns the exit status. */
export function verifyReceiptCommand(
  argv: readonly string[],
  parts: Partial<typeof thisSystem> = {},
): 0 | 1 | 2 | 3 {
  const system = { ...thisSystem, ...parts };
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(argv);
  } catch (error) {
    system.stderr.write(`${messageOf(error)}\n\n${usage}`);
    return 2;
  }
  if (options.help || options.path === undefined) {
    const isAsked = options.help;
    (isAsked ? system.stdout : system.stderr).write(usage);
    return isAsked ? 0 : 2;
  }
  try {
    const keyIds = knownKeys(options, system);
    const bytes = system.readFile(options.path);
    const isAttached = isPdf(bytes);
    const report = reportOf(bytes, isAttached, keyIds);
    if (report === undefined) {
      system.stderr.write('This is neither a receipt nor the report of a run, or it is damaged.\n');
      return 1;
    }
    system.stdout.write(
      options.json
        ? `${JSON.stringify(report, undefined, 2)}\n`
        : `${isAttached ? attachmentNote : ''}${textOf(report, options.anyKey, keyIds)}`,
    );
    if (report.problems.length > 0) {
      return 1;
    }
    return (report.keysChecked && unknownMembers(report, keyIds).length === 0) || options.anyKey ? 0 : 3;
  } catch (error) {
    system.stderr.write(`${messageOf(error)}\n`);
    return 2;
  }
}

/**
 * Returns the ids of the keys that the file may be signed with; undefined where none are known.
 * @throws Error where the named file or directory holds none
 */
function knownKeys(
  { keys, dataDir, anyKey }: ReturnType<typeof readOptions>,
  system: typeof thisSystem,
): string[] | undefined {
  if (anyKey) {
    return undefined;
  }
  if (keys !== undefined) {
    return keyIdsOf(system.readFile(keys).toString('utf8'));
  }
  const keyIds = system.keyIdsIn(dataDir ?? system.defaultDataDir);
  const hasKeys = keyIds !== undefined && keyIds.length > 0;
  if (dataDir !== undefined && !hasKeys) {
    throw new Error(`There are no public keys of a console in ${dataDir}.`);
  }
  return hasKeys ? keyIds : undefined;
}

const attachmentNote =
  'The report attached to the PDF was checked. The printed pages are not signed: compare them with it.\n';

/** Returns the report; undefined if it is not a file of this kind. */
function reportOf(
  bytes: Buffer,
  isAttached: boolean,
  keyIds: readonly string[] | undefined,
): ReceiptVerification | undefined {
  try {
    const text = isAttached ? (attachedReport(bytes) ?? '') : bytes.toString('utf8');
    return verifyReceiptFile(text, keyIds && new Set(keyIds));
  } catch (error) {
    if (error instanceof ChangedPdf) {
      return { ...emptyReport, problems: [{ where: 'PDF', message: error.message }] };
    }
    return undefined;
  }
}

const emptyReport: ReceiptVerification = {
  receipts: 0,
  hasSummary: false,
  keysChecked: false,
  keyIds: [],
  sessionKeys: 0,
  approvals: [],
  problems: [],
};

/** Returns the members whose signatures a receipt has and whose keys are not known. */
function unknownMembers({ approvals }: ReceiptVerification, keyIds: readonly string[] = []) {
  const all = approvals.flatMap(({ proposed, approved }) => [proposed, approved]);
  return all.filter(
    ({ keyId }, at) => !keyIds.includes(keyId) && all.findIndex((one) => one.keyId === keyId) === at,
  );
}

function readOptions(argv: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      'data-dir': { type: 'string' },
      'any-key': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (positionals.length > 1) {
    throw new Error('Name one file.');
  }
  const { keys, json, help, 'data-dir': dataDir, 'any-key': anyKey } = values;
  if ([keys, dataDir, anyKey || undefined].filter((one) => one !== undefined).length > 1) {
    throw new Error('Give one of --keys, --data-dir and --any-key.');
  }
  return { path: positionals[0], keys, dataDir, anyKey, json, help };
}

/** Returns the ids of all public keys in a PEM file. @throws Error where it holds none */
function keyIdsOf(pem: string): string[] {
  const blocks =
    pem.match(/-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]{1,1000}-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) {
    throw new Error('There is no public key in this file.');
  }
  return blocks.map((block) => keyIdOf(createPublicKey(block).export({ type: 'spki', format: 'der' })));
}

function textOf(report: ReceiptVerification, isAnyKeyAllowed: boolean, ownIds?: readonly string[]): string {
  const { receipts, hasSummary, keysChecked, keyIds, sessionKeys, problems } = report;
  const lines = problems.map(({ where, message }) => `PROBLEM  ${where}: ${message}`);
  lines.push(
    `${receipts} ${receipts === 1 ? 'receipt' : 'receipts'}${hasSummary ? ' and the summary' : ''}.`,
  );
  if (problems.length > 0) {
    lines.push(`${problems.length} found to be wrong.`);
  } else if (keysChecked || isAnyKeyAllowed) {
    lines.push('Nothing was changed since signing.');
  }
  if (keysChecked) {
    lines.push('The keys were compared with those of the console.');
  } else {
    const noun = keyIds.length === 1 ? 'an unknown key' : 'unknown keys';
    lines.push(`Signed by ${noun}: ${keyIds.join(', ')}`);
    if (!isAnyKeyAllowed) {
      lines.push(
        'Anyone can make such a file. Name the public keys of the console with --keys or --data-dir.',
      );
    }
  }
  for (const { proposed, approved } of report.approvals) {
    lines.push(
      `Proposed by ${proposed.name} with key ${proposed.keyId}`,
      `Approved by ${approved.name} with key ${approved.keyId}`,
    );
  }
  const unknown = unknownMembers(report, ownIds);
  if (unknown.length > 0) {
    lines.push(
      `Not known here: the ${unknown.length === 1 ? 'key' : 'keys'} of ${unknown.map(({ name }) => name).join(' and ')}. Compare with what “assay team verify” says of the members, or name their public keys with --keys.`,
    );
  }
  if (sessionKeys > 0) {
    lines.push(
      `${sessionKeys} signed with a key that was in memory for one session only: there was no keychain then.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The file cannot be read.';
}

/** The largest attached report, in bytes. */
const maxBytes = 256 * 1024 * 1024;
/** The longest dictionary before the attached bytes, in characters. */
const maxDictionary = 4096;

/** A PDF in which a reader may show another attachment than the one that is checked. */
class ChangedPdf extends Error {}

/**
 * Returns the JSON report in the PDF report of a run, as Assay writes it; undefined if there is none.
 * @throws ChangedPdf where another program added to the file; RangeError if it is too large; Error if it cannot be decompressed
 */
function attachedReport(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1');
  // Assay writes one attachment and no later version of a part; a reader shows the latest version, also of the attachment.
  if ((text.match(/\bstartxref\b/g) ?? []).length > 1) {
    throw new ChangedPdf(
      'This PDF was changed after it was made: another version of some of its parts was appended.',
    );
  }
  if ((text.match(/EmbeddedFile\b/g) ?? []).length > 1 || /\/ObjStm\b/.test(text)) {
    throw new ChangedPdf('This PDF contains more than the one attachment of a report.');
  }
  const at = text.indexOf('/Type /EmbeddedFile');
  const dictionary = text.slice(at, at + maxDictionary);
  const keyword = /\bstream\r?\n/.exec(dictionary);
  if (at < 0 || keyword === null) {
    return undefined;
  }
  const from = at + keyword.index + keyword[0].length;
  const to = text.indexOf('endstream', from);
  const stream = pdf.subarray(from, to < 0 ? undefined : to);
  return dictionary.slice(0, keyword.index).includes('/FlateDecode')
    ? inflateSync(stream, { maxOutputLength: maxBytes }).toString('utf8')
    : stream.toString('utf8');
}

/** Returns whether a file is a PDF. */
function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}
