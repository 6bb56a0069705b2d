import { isObject } from '../../../../preload/contract/objects.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';

/** One value in two conversations or two reads; undefined on a side that lacks it. */
export interface ComparedField {
  /** For example `result.identity.status`. List items have their index in brackets, from 0 as in the paths of the raw response. */
  path: string;
  left: string | undefined;
  right: string | undefined;
  isSame: boolean;
  /** True if the value may identify a person and is therefore masked. */
  isPersonal: boolean;
}

/** The most values compared. The caller reports how many were left out. */
const maxFields = 20_000;

/** Members that do not identify a person, by the last part of their path. All others are masked. */
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

/** Compares every value of both sides: in the order of the left one, then those only on the right. */
export function compareConversations(left: Conversation, right: Conversation): ComparedField[] {
  const first = valuesOf(left);
  const second = valuesOf(right);
  // The ids are shown above the comparison and always differ between two cases.
  const paths = new Set([...first.keys(), ...second.keys()].filter((path) => path !== 'id'));
  return [...paths].sort(byProduct).map((path) => {
    const one = first.get(path);
    const other = second.get(path);
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
    // Reversed, because the last item of the stack is taken first.
    waiting.push(...members.reverse());
  }
  return values;
}

function membersOf(path: string, value: unknown): [path: string, value: unknown][] | undefined {
  if (Array.isArray(value)) {
    // Lists of codes are compared as sets: their order has no meaning.
    const isCodes = value.length > 0 && value.every((item) => typeof item === 'string');
    return isCodes
      ? [[path, [...value].sort().join(', ')]]
      : value.map((item, index) => [`${path}[${index}]`, item]);
  }
  if (!isObject(value)) {
    return undefined;
  }
  return Object.entries(value).map(([name, member]) => [path === '' ? name : `${path}.${name}`, member]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/** Sorts the conversation's own members before its products. */
function byProduct(one: string, other: string): number {
  return Number(one.startsWith('result.')) - Number(other.startsWith('result.'));
}

/** These names are impersonal only in checks and comparisons; elsewhere their values may identify a person. */
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

const person = 'result.identity.user.person';
const documents = ['passport', 'idCard', 'driverLicence', 'residencePermit', 'otherDocument'];
const ofDocuments = (member: string) => documents.map((document) => `${person}.ids.${document}.${member}`);

/** The ten values that say whether two cases are of one person; those of a document in the order in which the first is taken. */
const mainPaths = [
  ['userKey'],
  [`${person}.name.firstName`],
  [`${person}.name.lastName`],
  [`${person}.name.fullName`],
  [`${person}.info.birthDate`],
  [`${person}.info.nationality`],
  [`${person}.ids.nationalId`],
  ofDocuments('id'),
  ofDocuments('expiryDate'),
  [`${person}.contact.email`],
];

/** Returns those of the ten main values that a side has. Documents of different kinds are compared too. */
export function mainFieldsOf(fields: readonly ComparedField[]): (ComparedField & { paths: string[] })[] {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  return mainPaths.flatMap((paths) => {
    const fields = paths.flatMap((path) => byPath.get(path) ?? []);
    const [first] = fields;
    const left = fields.find((field) => field.left !== undefined);
    const right = fields.find((field) => field.right !== undefined);
    const sides = { left: left?.left, right: right?.right, isSame: left?.left === right?.right };
    // A second document of a side stays among the other values.
    const bothPaths = [left?.path, right?.path].filter((path) => path !== undefined);
    return first === undefined
      ? []
      : [{ ...first, ...sides, path: left?.path ?? first.path, paths: bothPaths }];
  });
}
