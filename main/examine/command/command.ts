import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { defaultLimits, examine, type Outcome, UnreachableError } from '../examine.ts';
import { AddressError, receiverAddress } from '../receiver/address.ts';
import { reportOf } from '../report/exam-report.ts';
import { htmlReport } from '../report/html.ts';
import { textReport } from '../report/text.ts';
import { rules } from '../rules.ts';
import { type ExamineArguments, readArguments, UsageError } from './arguments.ts';
import { FileError, type FileReader, readKey, readWhole } from './key-file.ts';

/** The command's input and output. */
export interface ExamineCommandDeps extends FileReader {
  stdout: { write(text: string): unknown };
  /** `isTTY`: progress is shown. */
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** @throws errors of the file system */
  writeFile(path: string, text: string): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called when the exam begins; aborting ends it with a report of what was found. */
  interruption(): AbortSignal;
}

const statuses: Record<Outcome, 0 | 1 | 3> = { passed: 0, failed: 1, incomplete: 3 };

/**
 * Runs `examine …` with the arguments after the command's name. Returns the exit status: 0 every rule passed, 1 a rule failed, 2 bad
 * usage or an unreadable file, 3 not run, or not to its end.
 */
export async function runExamine(
  argv: readonly string[],
  system: ExamineCommandDeps,
): Promise<0 | 1 | 2 | 3> {
  try {
    const request = readArguments(argv);
    if (request.kind === 'examine') {
      return await run(request.arguments, system);
    }
    system.stdout.write(request.kind === 'help' ? usageText : listText());
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      system.stderr.write(`${error.message}\n\n${usageText}`);
      return 2;
    }
    if (error instanceof AddressError && error.problem !== 'name-not-found') {
      const hint = error.problem === 'public' ? ' --public allows it.' : '';
      system.stderr.write(`${error.message}${hint}\n`);
      return 2;
    }
    if (error instanceof AddressError || error instanceof UnreachableError) {
      system.stderr.write(`${error.message}\n`);
      return 3;
    }
    if (error instanceof FileError) {
      system.stderr.write(`${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

async function run(options: ExamineArguments, system: ExamineCommandDeps): Promise<0 | 1 | 3> {
  const { url, allowPublic, only, answerWithinMs, maxBodyBytes, totalMs } = options;
  const key = await readKey(options.keyFile, system);
  const secureContext = options.caFile === undefined ? undefined : await trusting(options.caFile, system);
  const result = await examine({
    address: await receiverAddress(url, { allowPublic }),
    key,
    limits: { ...defaultLimits, answerWithinMs, maxBodyBytes, totalMs },
    now: system.now,
    random: Math.random,
    signal: system.interruption(),
    secureContext,
    only,
    onProgress({ ruleId, examined, done, total }) {
      if (system.stderr.isTTY === true && examined === undefined) {
        system.stderr.write(`\r\u001b[K${done + 1} of ${total}: ${ruleId}`);
      }
    },
  });
  if (system.stderr.isTTY === true) {
    system.stderr.write('\r\u001b[K');
  }
  const report = reportOf(result, withoutKey(key));
  system.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : textReport(report));
  if (options.htmlFile !== undefined) {
    await write(options.htmlFile, htmlReport(report), system);
  }
  return statuses[result.outcome];
}

/** Removes the key from a receiver's answers. */
function withoutKey(key: Uint8Array): (text: string) => string {
  const secret = Buffer.from(key).toString();
  return (text) => text.replaceAll(secret, '•••');
}

async function trusting(path: string, system: ExamineCommandDeps): Promise<SecureContext> {
  const certificates = Buffer.from(await readWhole(path, system)).toString();
  if (!certificates.includes('-----BEGIN CERTIFICATE-----')) {
    throw new FileError(`${path} contains no certificate.`);
  }
  try {
    return createSecureContext({
      ca: [...getCACertificates('default'), ...getCACertificates('system'), certificates],
    });
  } catch {
    throw new FileError(`${path} contains a certificate that cannot be read.`);
  }
}

async function write(path: string, text: string, system: ExamineCommandDeps): Promise<void> {
  try {
    await system.writeFile(path, text);
  } catch (error) {
    throw new FileError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function listText(): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return rules.map(({ id, title, section }) => `${id.padEnd(width)}  ${title} (${section})\n`).join('');
}

const usageText = `Usage: assay examine --key-file F [options] URL

Sends messages to a receiver of callbacks and judges its answers by every rule of section 6 of the interface.

  --key-file F       a file with the receiver’s signing key. One line end after the key is ignored
  --json             print the report as JSON
  --html F           also write the report as a page
  --rule ID          examine only this rule; may be given again. --list names all
  --ca-file F        also trust the certificate authorities in this PEM file
  --public           allow an address that is neither on this computer nor in a private network
  --answer-within S  the longest time for an answer, in seconds (10)
  --max-body KIB     the largest body that is sent, in KiB, up to 8192 (256)
  --time-limit S     the longest time for the whole exam, in seconds (300)
  --list             list the rules, and exit
  --help             this text
  URL                the receiver’s address, last; may contain {conversationId}, {target} and {event}

Exit status: 0 every rule passed, 1 a rule failed, 2 bad usage or an unreadable file, 3 the exam could not be run, or not to
its end, or a rule could not be judged. A comparison of times that was too noisy is reported and leaves status 0.
On Windows the packaged program is no console program: its output begins with an empty line, and cmd.exe waits for it only with “start /wait”.
The messages are about invented people. The key is used for signing only, and never printed.
`;
