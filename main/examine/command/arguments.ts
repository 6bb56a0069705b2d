import { parseArgs } from 'node:util';
import { rules } from '../rules.ts';

/** The arguments of `examine`. */
export interface ExamineArguments {
  url: string;
  keyFile: string;
  json: boolean;
  htmlFile: string | undefined;
  caFile: string | undefined;
  /** Ids of the rules to examine; all when undefined. */
  only: ReadonlySet<string> | undefined;
  allowPublic: boolean;
  answerWithinMs: number;
  maxBodyBytes: number;
  totalMs: number;
}

export type ExamineRequest = { kind: 'examine'; arguments: ExamineArguments } | { kind: 'help' | 'list' };

/** Wrong usage, as text for people. */
export class UsageError extends Error {}

const options = {
  'key-file': { type: 'string' },
  json: { type: 'boolean', default: false },
  html: { type: 'string' },
  rule: { type: 'string', multiple: true },
  'ca-file': { type: 'string' },
  public: { type: 'boolean', default: false },
  'answer-within': { type: 'string', default: '10' },
  'max-body': { type: 'string', default: '256' },
  'time-limit': { type: 'string', default: '300' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads the arguments after `examine`. @throws UsageError */
export function readArguments(argv: readonly string[]): ExamineRequest {
  const { values, positionals } = parse(argv);
  if (values.help || values.list) {
    return { kind: values.help ? 'help' : 'list' };
  }
  const [url, ...more] = positionals;
  const keyFile = values['key-file'];
  if (url === undefined) {
    throw new UsageError('The receiver’s address is missing.');
  }
  if (more.length > 0) {
    throw new UsageError(`One receiver at a time: there are ${positionals.length} addresses.`);
  }
  if (argv.at(-1) !== url) {
    throw new UsageError(
      'The receiver’s address comes last: on Windows the packaged program refuses any argument after one.',
    );
  }
  if (keyFile === undefined) {
    throw new UsageError('--key-file is missing.');
  }
  const unknownId = values.rule?.find((id) => !rules.some((rule) => rule.id === id));
  if (unknownId !== undefined) {
    throw new UsageError(`There is no rule ${JSON.stringify(unknownId)}. --list names all.`);
  }
  return {
    kind: 'examine',
    arguments: {
      url,
      keyFile,
      json: values.json,
      htmlFile: values.html,
      caFile: values['ca-file'],
      only: values.rule && new Set(values.rule),
      allowPublic: values.public,
      answerWithinMs: 1000 * wholeNumber('--answer-within', values['answer-within'], 120),
      maxBodyBytes: 1024 * wholeNumber('--max-body', values['max-body'], 8192),
      totalMs: 1000 * wholeNumber('--time-limit', values['time-limit'], 3600),
    },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    throw new UsageError(`${name} must be a whole number from 1 to ${max}.`);
  }
  return value;
}
