import type { DeletionSubject } from '../../../preload/contract/deletion.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { type HeadlineNotes, headline } from '../../../preload/wording/headline.ts';

const maxProducts = 12;
/** The most characters shown of one text of the reply. */
export const maxShownText = 300;
/** Members beyond the interface document in which deployments give the time of creation. */
const creationMembers = ['created', 'createdAt', 'creationDate'];

interface SubjectInput {
  conversation: Conversation;
  notes: HeadlineNotes;
  lastOpenedAt: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** ISO 8601: when a conversation was created, if the reply says so. */
export function createdAtOf(conversation: Conversation): string | undefined {
  return creationMembers.map((member) => dateOf(conversation[member])).find(Boolean);
}

/** Returns whose data a deletion concerns and what was verified, shown before it is sent. */
export function subjectOf({ conversation, notes, lastOpenedAt, now }: SubjectInput): DeletionSubject {
  const { result = {}, userKey } = conversation;
  const person = result.identity?.user?.person;
  const name = nameOf(conversation);
  const age = ageOf(person?.info?.age, person?.info?.birthDate, now);
  const createdAt = createdAtOf(conversation);
  const products = Object.entries(result).filter(([, product]) => product !== undefined);
  return {
    verdict: headline(conversation, notes),
    products: products.slice(0, maxProducts).map(([product, value]) => {
      const status = textOf((value as { status?: unknown } | null)?.status);
      return { name: product.slice(0, maxShownText), ...omitUndefined({ status }) };
    }),
    moreProducts: Math.max(0, products.length - maxProducts),
    ...omitUndefined({ userKey: textOf(userKey), name, age, createdAt, lastOpenedAt }),
  };
}

/** Returns the person's name, if the reply says so. */
export function nameOf({ result }: Conversation): string | undefined {
  const { fullName, firstName, lastName } = result?.identity?.user?.person?.name ?? {};
  return textOf(fullName) ?? textOf([firstName, lastName].filter(isText).join(' '));
}

/** The subject of a conversation that could not be read. */
export const unknownSubject: DeletionSubject = {
  verdict: 'Not known: the conversation could not be read.',
  products: [],
  moreProducts: 0,
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value.slice(0, maxShownText) : undefined;
}

function dateOf(value: unknown): string | undefined {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}/.test(value)) {
    return undefined;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Returns the age in whole years: the given one, otherwise computed from the birth date. */
function ageOf(given: unknown, birthDate: unknown, now: number): number | undefined {
  const years = typeof given === 'string' ? Number(given) : given;
  if (typeof years === 'number' && Number.isInteger(years) && years >= 0 && years < 200) {
    return years;
  }
  const born = isText(birthDate) ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate) : null;
  if (!born) {
    return undefined;
  }
  const [year, month, day] = born.slice(1).map(Number) as [number, number, number];
  const today = new Date(now);
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  const age = today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
  return age >= 0 && age < 200 ? age : undefined;
}
