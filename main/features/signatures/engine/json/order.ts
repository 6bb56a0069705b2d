import { after, isOpening, stringAt } from './navigate.ts';
import { objectStart, type Tape } from './tape.ts';

export interface Order {
  id: string;
  name: string;
  /** Negative when the first member precedes the second; `within` is the name of the member that holds the object. */
  compare(one: string, other: string, within: string): number;
}

/** The interface's member order: the envelope as in 6.2, conversations as in 2.2, user data as in the field. */
const interfaceOrder: Record<string, readonly string[]> = {
  '': ['id', 'created', 'target', 'event', 'payload'],
  payload: ['conversation'],
  conversation: ['id', 'userKey', 'url', 'status', 'result', 'info'],
  result: ['identity', 'aml', 'verify', 'auth', 'bankTransactions', 'affordability', 'databaseVerification'],
  identity: ['status', 'user', 'errors', 'checks'],
  aml: ['status', 'found', 'subscription'],
  subscription: ['active', 'lastChanged'],
  verify: ['status', 'reliability', 'details'],
  auth: ['status', 'token', 'challenge'],
  affordability: ['status', 'errors'],
  info: [
    'country',
    'method',
    'gender',
    'nationality',
    'birthDate',
    'birthCity',
    'birthCountry',
    'age',
    'foreignerStatus',
  ],
  checks: ['name', 'result', 'details'],
  details: ['field', 'name', 'reason', 'similarity', 'reliability', 'value'],
  user: ['person', 'company'],
  person: ['name', 'ids', 'info', 'address', 'contact'],
  name: [
    'firstName',
    'lastName',
    'middleName',
    'middleInitial',
    'fullName',
    'motherName',
    'fatherName',
    'spelling',
  ],
  ids: ['nationalId', 'idCard', 'passport', 'driverLicence', 'residencePermit', 'otherDocument', 'accounts'],
  idCard: ['id', 'type', 'issueDate', 'expiryDate', 'issueCountry', 'issuer'],
  passport: ['id', 'issueDate', 'expiryDate', 'issueCountry', 'issuer'],
  accounts: ['swiftbic', 'accountId', 'currency'],
  company: ['name', 'ids', 'address', 'contact'],
};

function byInterface(one: string, other: string, within: string): number {
  // A body's member may have a name of the table's prototype, such as `constructor`.
  const order = Object.hasOwn(interfaceOrder, within) ? interfaceOrder[within] : undefined;
  if (!order) {
    return 0;
  }
  const rank = (name: string) => {
    const index = order.indexOf(name);
    return index < 0 ? order.length : index;
  };
  return rank(one) - rank(other);
}

const byUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export const orders: readonly Order[] = [
  { id: 'interface', name: 'members in the interface’s own order', compare: byInterface },
  { id: 'sorted', name: 'members sorted by name', compare: byUnits },
  {
    id: 'sorted-fold',
    name: 'members sorted by name without regard to case',
    compare: (one, other) => byUnits(one.toLowerCase(), other.toLowerCase()),
  },
];

/** More deeply nested objects are not reordered; no callback has them. */
const deepest = 500;

/** A member of an object: its name, and the index of the name's token. */
export interface Member {
  name: string;
  index: number;
}

/** Returns the same JSON with its members in another order, duplicates in their original order; undefined when nothing moves. */
export function reorder(tape: Tape, order: Order): Tape | undefined {
  return rearrange(tape, (members, within) =>
    members.toSorted((one, other) => order.compare(one.name, other.name, within)),
  );
}

/**
 * Returns the same JSON with the members of each object chosen and ordered by `choose`; `within` is the name of the member that
 * holds the object. Undefined when nothing changes.
 */
export function rearrange(
  tape: Tape,
  choose: (members: Member[], within: string) => Member[],
): Tape | undefined {
  const { source, size, byteFlags } = tape;
  const newTape: Tape = {
    source,
    size: 0,
    kinds: new Uint8Array(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    flags: new Uint8Array(size),
    byteFlags,
    isReordered: true,
  };
  let isMoved = false;
  const copy = (index: number): number => {
    const to = newTape.size++;
    newTape.kinds[to] = tape.kinds[index] ?? 0;
    newTape.starts[to] = tape.starts[index] ?? 0;
    newTape.ends[to] = tape.ends[index] ?? 0;
    newTape.flags[to] = tape.flags[index] ?? 0;
    return to;
  };
  /** Copies the value at `index`; returns the index after it. */
  const value = (index: number, within: string, depth: number): number => {
    if (depth > deepest) {
      throw new RangeError('too deep to reorder');
    }
    const kind = tape.kinds[index] ?? 0;
    const opening = copy(index);
    if (!isOpening(kind)) {
      return index + 1;
    }
    const end = tape.ends[index] ?? 0;
    if (kind === objectStart) {
      const members = membersOf(tape, index);
      const choice = choose(members, within);
      if (choice.length !== members.length || choice.some((member, at) => member !== members[at])) {
        isMoved = true;
      }
      for (const member of choice) {
        copy(member.index);
        value(member.index + 1, member.name, depth + 1);
      }
    } else {
      for (let at = index + 1; at < end; ) {
        at = value(at, within, depth + 1);
      }
    }
    newTape.ends[opening] = copy(end);
    return end + 1;
  };
  try {
    value(0, '', 0);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
  return isMoved ? newTape : undefined;
}

function membersOf(tape: Tape, object: number): Member[] {
  const members: Member[] = [];
  const end = tape.ends[object] ?? 0;
  for (let at = object + 1; at < end; ) {
    members.push({ name: stringAt(tape, at), index: at });
    at = after(tape, at + 1);
  }
  return members;
}
