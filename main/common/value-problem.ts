import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'a group of settings in braces',
  array: 'a list',
  null: 'null',
};

/**
 * Describes what is wrong with a value of a file that people write, for schemas that have no message of their own: one sentence
 * without a full stop, never the value itself, which could be a secret.
 */
export function valueProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'It is missing'
        : `Must be ${kinds[issue.expected] ?? issue.expected}, but is ${kindOf(issue.input)}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `“${key}”`).join(' and ')} ${
        issue.keys.length === 1 ? 'is not a setting' : 'are not settings'
      }. Remove it from the file; secrets are entered in Settings and never imported`;
    case 'invalid_value':
      return `Must be ${issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(' or ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'It is missing' : 'Has a value that Assay does not know';
    case 'too_big':
      return `Too long: at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
    default:
      return 'Is not valid';
  }
}

function kindOf(value: unknown): string {
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return kinds[name] ?? name;
}
