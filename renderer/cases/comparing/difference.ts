import { isObject } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';

/** One value of two conversations, or of two reads of one. A side that does not have it is undefined. */
export interface ComparedField {
  /** Such as `result.identity.status`; items of a list have their place in brackets, from 1. */
  path: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
  /** It may identify a person: masked until asked for. */
  isPersonal: boolean;
}

/** More values than a person reads; the rest is left out and counted by the caller. */
const maxFields = 20_000;

/** Members whose values identify nobody, by the last name of their path. All others are masked. */
const impersonal: ReadonlySet<string> = new Set([
  'status',
  'errors',
  'found',
  'active',
  'lastChanged',
  'reliability',
  'similarity',
  'value',
  'field',
  'name',
  'result',
  'reason',
  'code',
  'country',
  'method',
  'gender',
  'nationality',
  'birthCountry',
  'issueCountry',
  'issueState',
  'type',
  'issueDate',
  'expiryDate',
  'documentStatus',
  'currency',
  'over',
]);

/** Every value of both, in the order of the first, then what only the second has. */
export function compareConversations(left: Conversation, right: Conversation): ComparedField[] {
  const [first, second] = [valuesOf(left), valuesOf(right)];
  // The ids stand above the comparison, and always differ between two cases.
  const paths = new Set([...first.keys(), ...second.keys()].filter((path) => path !== 'id'));
  return [...paths].sort(byProduct).map((path) => {
    const [one, other] = [first.get(path), second.get(path)];
    return { path, left: one, right: other, isSame: one === other, isPersonal: isPersonal(path) };
  });
}

function valuesOf(conversation: Conversation): Map<string, string> {
  const values = new Map<string, string>();
  const waiting: [path: string, value: unknown][] = [['', conversation]];
  for (let next = waiting.pop(); next !== undefined && values.size < maxFields; next = waiting.pop()) {
    const [path, value] = next;
    const members = membersOf(path, value);
    if (members === undefined) {
      values.set(path, textOf(value));
      continue;
    }
    // What is put on last is taken first.
    waiting.push(...members.reverse());
  }
  return values;
}

function membersOf(path: string, value: unknown): [path: string, value: unknown][] | undefined {
  if (Array.isArray(value)) {
    // Lists of codes are sets: their order says nothing.
    const isCodes = value.length > 0 && value.every((item) => typeof item === 'string');
    return isCodes
      ? [[path, [...value].sort().join(', ')]]
      : value.map((item, index) => [`${path}[${index + 1}]`, item]);
  }
  if (!isObject(value)) {
    return undefined;
  }
  return Object.entries(value).map(([name, member]) => [path === '' ? name : `${path}.${name}`, member]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/** What the conversation says of itself comes before its products. */
function byProduct(one: string, other: string): number {
  return Number(one.startsWith('result.')) - Number(other.startsWith('result.'));
}

/** Members of these names are shown where the interface has them, in checks and comparisons; elsewhere they may be a person's. */
const onlyInChecks: ReadonlySet<string> = new Set(['name', 'value', 'code', 'field', 'result', 'reason']);

function isPersonal(path: string): boolean {
  const last =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  if (!impersonal.has(last)) {
    return true;
  }
  return (
    onlyInChecks.has(last) && !/^result\.\w+\.(?:checks|details|source)\[\d+\]\.(?:details\.)?\w+$/.test(path)
  );
}
