import { parseArgs } from 'node:util';
import type { CaseFilter } from '../../../preload/contract/cases.ts';
import { type DeletionReason, deletionReason, ticketNumber } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { filterInput, readQuery } from '../../../preload/wording/case-filter/query-line.ts';
import { consoleCommands } from './commands.ts';

interface Shared {
  /** Name or id; the selected environment where absent. */
  environment?: string;
  dataDir?: string;
  json: boolean;
}

export type ConsoleCommand = Shared &
  (
    | { kind: 'read'; conversationId: string }
    | { kind: 'media'; conversationId: string; out: string }
    | { kind: 'cases'; filter: CaseFilter }
    | {
        kind: 'delete';
        environment: string;
        file: string;
        reason: DeletionReason;
        ticket?: string;
        /** The number of conversations, as typed. */
        yes: string;
        /** The last four characters of the user key, which production asks for where one conversation is deleted. */
        identity?: string;
      }
  );

/** Wrong usage, as text for people. */
export class UsageError extends Error {}

/** Reads the arguments; `argv` begins with the command. Undefined where the usage is wanted. @throws UsageError */
export function readArguments(argv: readonly string[]): ConsoleCommand | undefined {
  const { values, positionals } = parse(argv.slice(1));
  if (values.help) {
    return undefined;
  }
  const { environment, out, file, identity } = values;
  const shared = {
    json: values.json === true,
    ...omitUndefined({ environment, dataDir: values['data-dir'] }),
  };
  const kind = consoleCommands.find((one) => one === argv[0]);
  const [conversationId = ''] = positionals;
  if (positionals.length > 1 || (positionals.length === 1 && (kind === 'cases' || kind === 'delete'))) {
    throw new UsageError(`“${positionals.at(-1)}” is one argument too many.`);
  }
  switch (kind) {
    case 'read':
      return { ...shared, kind, conversationId: demanded(conversationId, 'The id of the conversation') };
    case 'media':
      return {
        ...shared,
        kind,
        out: demanded(out, '--out'),
        conversationId: demanded(conversationId, 'The id of the conversation'),
      };
    case 'cases':
      return { ...shared, kind, filter: filterOf(values.filter ?? '') };
    case 'delete': {
      const reason = deletionReason.safeParse(demanded(values.reason, '--reason'));
      const ticket = ticketNumber.optional().safeParse(values.ticket);
      const yes = demanded(values.yes, '--yes');
      if (!reason.success) {
        throw new UsageError(`--reason is one of ${deletionReason.options.join(', ')}.`);
      }
      if (!ticket.success) {
        throw new UsageError('--ticket has at most 40 letters, digits and the characters # / _ . : -');
      }
      if (!/^\d{1,6}$/.test(yes)) {
        throw new UsageError('--yes needs the number of conversations whose data is to be deleted.');
      }
      return {
        ...shared,
        kind,
        file: demanded(file, '--file'),
        reason: reason.data,
        yes,
        environment: demanded(environment, '--environment'),
        ...omitUndefined({ ticket: ticket.data, identity }),
      };
    }
    case undefined:
      throw new UsageError(`The commands are ${consoleCommands.join(', ')}.`);
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: {
        environment: text,
        'data-dir': text,
        out: text,
        filter: text,
        file: text,
        reason: text,
        ticket: text,
        yes: text,
        identity: text,
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // Node's message names the option, never its value.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function demanded(text: string | undefined, name: string): string {
  if (text === undefined || text.trim() === '') {
    throw new UsageError(`${name} is missing.`);
  }
  return text;
}

function filterOf(line: string): CaseFilter {
  const { filter, problems } = readQuery(line);
  if (problems.length > 0) {
    throw new UsageError(`--filter: ${problems.join(' ')}`);
  }
  return filterInput(filter, Date.now());
}

export const usageText = `Usage: assay read ID [options]
       assay media ID --out DIR [options]
       assay cases [--filter TEXT] [options]
       assay delete --environment NAME --file F --reason R --yes COUNT [options]

Uses the environments, the keychain, the list of cases, the journal and the receipts of the console. A console that is
open holds them: the command then ends with status 3 and does nothing. Close the console, or name another directory.

  read ID             reads a conversation from the service and prints it
  media ID            saves the files of a conversation into --out, under names that are free
  cases               prints the id, assessment, state and user key of the cases that match --filter, written as in the
                      window's filter line, such as 'assessment:issues aml:any opened:7d'
  delete              deletes the data of the conversations that are named in --file (ids, addresses, user keys, CSV,
                      JSON; - is standard input), as the window does: each is read, then called, then read again,
                      and has a signed receipt. COUNT must be the number that the preview includes, and NAME the
                      name of the environment; otherwise nothing is sent
  --reason R          ${deletionReason.options.join(', ')}
  --ticket T          the number of a ticket, for the record
  --identity XXXX     in production, where one conversation is deleted: the last four characters of its user key
  --environment NAME  an environment, by name or id; the selected one where absent
  --data-dir DIR      another data directory
  --json              one JSON object on standard output
  --help              this text

Exit status: 0 done; 1 done in part: a file was not saved, or a conversation is not confirmed as deleted; 2 bad usage or an
unreadable file; 3 not done: the console is open, the keychain is locked, COUNT differs, or the service refused. The
output has personal data.
`;
