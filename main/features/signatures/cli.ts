import { omitUndefined } from '../../../preload/contract/objects.ts';
import {
  FileError,
  type FileReader,
  readKey,
  readWhole,
  unreadable,
} from '../../examine/command/key-file.ts';
import { readArguments, UsageError, type VerifyArguments } from './cli/arguments.ts';
import { jsonReport, textReport, visible } from './cli/verify-report.ts';
import type { Body, Key } from './engine/bytes.ts';
import type { NamedKey } from './engine/changes/keys.ts';
import { type ExplainInput, type Explanation, explainAll, maxExplained } from './engine/explain.ts';
import { recipe, recipes } from './engine/recipes.ts';
import { verify } from './engine/verify-callback.ts';
import { importRequest } from './importers/import-request.ts';
import { notAllRead } from './importers/imported.ts';

/** The command's input and output. */
export interface CliDeps extends FileReader {
  /** Undefined when it cannot be read: a windowed program on Windows has an empty one. */
  stdin: AsyncIterable<Uint8Array> | undefined;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  /** Reads a file of any size in chunks. */
  openFile(path: string): AsyncIterable<Uint8Array>;
  /** Returns a file's length in bytes, if it has one. */
  fileLength?(path: string): Promise<number | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called when a search begins; aborting ends it with the findings so far. */
  interrupted?(): AbortSignal;
  /** Searches in a worker; on this thread when absent. */
  explain?(input: ExplainInput, options: { signal?: AbortSignal }): Promise<Explanation>;
}

export type ExitStatus = 0 | 1 | 2 | 3;

/**
 * Runs `assay verify …`; `argv` is what follows that. Returns the exit status: 0 signature and time valid, 1 signature
 * mismatch, 3 signature valid but not the time, 2 wrong usage or unreadable input. Prints no key.
 */
export async function runCli(argv: readonly string[], system: CliDeps): Promise<ExitStatus> {
  try {
    const options = readArguments(argv);
    if (options.kind === 'verify') {
      return await check(options.arguments, system);
    }
    system.stdout.write(options.kind === 'help' ? usageText : recipeText(options.id));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      system.stderr.write(`${error.message}\n\n${usageText}`);
    } else if (error instanceof FileError) {
      system.stderr.write(`${error.message}\n`);
    } else {
      throw error;
    }
    return 2;
  }
}

async function check(options: VerifyArguments, system: CliDeps): Promise<ExitStatus> {
  if (options.bodyFile === '-' && system.stdin === undefined) {
    // An empty body would give a wrong verdict.
    throw new FileError(
      'Standard input cannot be read by this program on Windows. Save the body to a file and name that instead of -.',
    );
  }
  const key = await readKey(options.keyFiles[0], system);
  const candidates = options.explain ? await readCandidates(options, system) : [];
  const input = { ...options, key, candidates };
  if (options.headers !== undefined) {
    const body = openBody(options, system);
    const bodyLength = options.bodyFile === '-' ? undefined : await system.fileLength?.(options.bodyFile);
    const { status, ...result } = await judge(
      { ...options.headers, ...omitUndefined({ bodyLength }), body },
      input,
      system,
    );
    system.stdout.write((options.json ? jsonReport : textReport)(result.verification, result.explanation));
    return status;
  }
  return checkRequests(input, system);
}

/** Checks each request of a source, as the window would take it from a paste or a file. Returns the worst status. */
async function checkRequests(options: JudgeInput, system: CliDeps): Promise<ExitStatus> {
  const source = await readSource(options.bodyFile, system);
  const reading = importRequest(source);
  if (!reading.ok) {
    throw new FileError(`${sourceName(options.bodyFile)} has no request. ${reading.sentence}`);
  }
  const all = [reading.request, ...reading.others];
  const complete = all.filter(({ signature, body }) => signature !== undefined && body !== undefined);
  const requests = complete.length === 0 ? all.slice(0, 1) : complete;
  const reports: object[] = [];
  let worst: ExitStatus = 0;
  for (const [index, request] of requests.entries()) {
    const {
      method,
      url,
      timestamp = '',
      signature = '',
      body = new Uint8Array(),
      contentLength,
      notes,
    } = request;
    const asOf =
      options.asOf ?? (request.receivedAt === undefined ? undefined : Date.parse(request.receivedAt));
    const { status, verification, explanation } = await judge(
      {
        timestamp,
        signature,
        ...omitUndefined({ contentLength }),
        body: { content: body, whole: async () => body },
      },
      { ...options, ...omitUndefined({ asOf }) },
      system,
    );
    worst = severity.indexOf(status) > severity.indexOf(worst) ? status : worst;
    if (options.json) {
      const report: object = JSON.parse(jsonReport(verification, explanation));
      reports.push({
        request: { source: reading.source, ...omitUndefined({ method, url }), notes },
        ...report,
      });
    } else {
      const title = [`Request ${index + 1} of ${requests.length}`, method, url].filter(Boolean).join(' ');
      const texts = notes.map(({ sentence }) => `Note: ${sentence}\n`).join('');
      system.stdout.write(
        `${index === 0 ? '' : '\n'}${visible(title)}\n${texts}${textReport(verification, explanation)}`,
      );
    }
  }
  if (options.json) {
    system.stdout.write(`${JSON.stringify({ requests: reports })}\n`);
  }
  const isCut = reading.request.notes.some(({ code }) => code === notAllRead);
  return isCut && worst === 0 ? 2 : worst;
}

/** The statuses of a check from the best to the worst. */
const severity: readonly ExitStatus[] = [0, 3, 1];

/** The arguments with the keys that they name. */
interface JudgeInput extends VerifyArguments {
  key: Uint8Array;
  candidates: NamedKey[];
}

/** A body to check once and, where it does not match, to search. */
interface CheckedBody {
  content: Body;
  whole(): Promise<Uint8Array>;
}

async function judge(
  message: {
    timestamp: string;
    signature: string;
    bodyLength?: number;
    contentLength?: number;
    body: CheckedBody;
  },
  options: JudgeInput,
  system: CliDeps,
) {
  const { body, timestamp, signature, bodyLength, contentLength } = message;
  const { key, candidates } = options;
  const verification = await verify({
    ...omitUndefined({ bodyLength, contentLength }),
    timestamp,
    signature,
    key,
    body: body.content,
    now: options.asOf ?? system.now(),
  });
  const match = verification.signature.verdict === 'match';
  let explanation: Explanation | undefined;
  const lacksPart = verification.signature.verdict === 'unchecked';
  if (options.explain && !match && !lacksPart) {
    // A body that is too long is not searched, whatever its bytes, which the explanation then says.
    const isTooLong = verification.bodyBytes > maxExplained;
    const bytes = isTooLong ? new Uint8Array(maxExplained + 1) : await body.whole();
    const input = { timestamp, signature, body: bytes, key: namedKey(key, options.keyFiles[0]), candidates };
    const signal = system.interrupted?.();
    explanation = await (system.explain ?? explainAll)(input, signal ? { signal } : {});
  }
  const status: ExitStatus = !match ? 1 : verification.time.verdict === 'good' ? 0 : 3;
  return { status, verification, explanation };
}

/** The longest source of whole requests, in bytes. */
const maxSource = 64 * 1024 * 1024;

const sourceName = (path: string) => (path === '-' ? 'Standard input' : path);

async function readSource(path: string, system: CliDeps): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(path, system)) {
    length += piece.length;
    if (length > maxSource) {
      throw new FileError(`${sourceName(path)} has more than 64 MiB.`);
    }
    // A piece is valid only until the next is requested.
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces);
}

async function* piecesOf(path: string, system: CliDeps): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* path === '-' && system.stdin ? system.stdin : system.openFile(path);
  } catch (error) {
    throw unreadable(sourceName(path), error);
  }
}

function openBody({ bodyFile, explain }: VerifyArguments, system: CliDeps): CheckedBody {
  const pieces: Uint8Array[] = [];
  let copies = 0;
  async function* content(): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of piecesOf(bodyFile, system)) {
      // Standard input can be read once, so what a search may need is kept.
      if (bodyFile === '-' && explain && copies <= maxExplained) {
        pieces.push(piece);
      }
      copies += piece.length;
      yield piece;
    }
  }
  return {
    content: content(),
    whole: async () => (bodyFile === '-' ? Buffer.concat(pieces) : readWhole(bodyFile, system)),
  };
}

async function readCandidates(options: VerifyArguments, system: CliDeps): Promise<NamedKey[]> {
  const candidates: NamedKey[] = [];
  for (const path of options.keyFiles.slice(1)) {
    candidates.push(namedKey(await readKey(path, system), path));
  }
  if (options.apiLogin !== undefined) {
    candidates.push({ role: 'api-login', value: options.apiLogin });
  }
  if (options.apiPasswordFile !== undefined) {
    candidates.push({ role: 'api-password', value: await readKey(options.apiPasswordFile, system) });
  }
  return candidates;
}

function namedKey(value: Key, path: string): NamedKey {
  return { role: 'signing-key', value, label: path };
}

function recipeText(id: string): string {
  const one = recipe(id);
  if (!one) {
    throw new UsageError(
      `There are recipes for ${recipes()
        .map((each) => each.id)
        .join(', ')}.`,
    );
  }
  return `${one.framework} (${one.language})\n\n${one.note}\n\n${one.code}\n`;
}

const usageText = `Usage: assay verify --key-file F [options] FILE
       assay verify --timestamp T --signature S --key-file F [options] BODYFILE

Checks callbacks: their signature, their time and their content.

  FILE                      whole requests, as the console takes them: raw HTTP, a cURL or PowerShell
                            command, curl --trace-ascii, HAR, a .http file, JSON (also of webhook.site
                            and RequestBin) or log lines; - reads standard input
  BODYFILE                  the body alone, byte for byte as it arrived; - reads standard input
  --timestamp T             the value of X-Signature-Timestamp
  --signature S             the value of X-Signature
  --key-file F              a file with the signing key. One line end after the key is ignored,
                            anything else in the file is part of the key. Given again, the first
                            is the key expected, the others are candidates for --explain
  --as-of ISO               check the time against this moment, such as 2026-01-01T12:00:00Z; otherwise
                            against the time of receipt that a request has, or now
  --explain                 on a mismatch search for the change that makes the signature match
  --api-login L             the API key's login, a candidate for --explain
  --api-password-file F     a file with the API key's password, a candidate for --explain
  --json                    one JSON object on standard output
  --recipe NAME             print how to read the raw body in a framework, and exit
  --help                    this text

Exit status: 0 signature and time good, 1 signature mismatch (also where it is no signature at
all), 3 signature good but the time is not, 2 bad usage or unreadable input. The content of the message is
reported and does not change the status. Of several requests the worst counts, and --json prints
them as “requests”.
Keys and passwords are read from files only and never printed.
`;
