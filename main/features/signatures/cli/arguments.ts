import { parseArgs } from 'node:util';
import { omitUndefined } from '../../../../preload/contract/objects.ts';

/** The arguments of `verify`. */
export interface VerifyArguments {
  /** The two headers; without them the file is one or more whole requests. */
  headers?: { timestamp: string; signature: string };
  /** The first is the expected key, the others are candidates. */
  keyFiles: [string, ...string[]];
  /** The body, or whole requests; `-` for standard input. */
  bodyFile: string;
  /** Milliseconds since the epoch; the current time when absent. */
  asOf?: number;
  explain: boolean;
  json: boolean;
  apiLogin?: string;
  apiPasswordFile?: string;
}

export type VerifyRequest =
  | { kind: 'verify'; arguments: VerifyArguments }
  | { kind: 'help' }
  | { kind: 'recipe'; id: string };

/** Wrong usage, as text for people. */
export class UsageError extends Error {}

const argumentOptions = {
  timestamp: { type: 'string' },
  signature: { type: 'string' },
  'key-file': { type: 'string', multiple: true },
  'as-of': { type: 'string' },
  explain: { type: 'boolean' },
  json: { type: 'boolean' },
  'api-login': { type: 'string' },
  'api-password-file': { type: 'string' },
  recipe: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the arguments after `verify`; throws UsageError. */
export function readArguments(argv: readonly string[]): VerifyRequest {
  const { values, positionals } = parse(argv);
  if (values.help) {
    return { kind: 'help' };
  }
  if (values.recipe !== undefined) {
    return { kind: 'recipe', id: values.recipe };
  }
  const { timestamp, signature } = values;
  const [firstKey, ...moreKeys] = values['key-file'] ?? [];
  const [bodyFile, ...more] = positionals;
  if (timestamp === undefined && signature !== undefined) {
    throw new UsageError('--timestamp is missing.');
  }
  if (signature === undefined && timestamp !== undefined) {
    throw new UsageError('--signature is missing.');
  }
  if (firstKey === undefined) {
    throw new UsageError('--key-file is missing.');
  }
  if (bodyFile === undefined) {
    throw new UsageError('The file of the request or of the body is missing; - reads standard input.');
  }
  if (more.length > 0) {
    throw new UsageError(`One file at a time: there are ${positionals.length}.`);
  }
  const asOf = values['as-of'] === undefined ? undefined : readTime(values['as-of']);
  return {
    kind: 'verify',
    arguments: {
      ...(timestamp === undefined || signature === undefined ? {} : { headers: { timestamp, signature } }),
      keyFiles: [firstKey, ...moreKeys],
      bodyFile,
      explain: values.explain === true,
      json: values.json === true,
      ...omitUndefined({ asOf, apiLogin: values['api-login'], apiPasswordFile: values['api-password-file'] }),
    },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: argumentOptions, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's message names the option, never its value.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readTime(text: string): number {
  const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/i;
  const moment = iso.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new UsageError(
      `--as-of needs an ISO 8601 date and time with an offset, such as 2026-01-01T12:00:00Z, not ${JSON.stringify(text)}.`,
    );
  }
  return moment;
}
