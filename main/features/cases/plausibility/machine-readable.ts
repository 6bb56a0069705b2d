import type { MrzComparison, MrzReading } from '../../../../preload/contract/mrz.ts';
import type { Person } from '../../../../preload/contract/service/user.ts';
import { dayOf } from '../../../../preload/shared/document-date.ts';
import { documents } from '../../../../preload/wording/record.ts';
import { canBeSameName } from './name-words.ts';
import { compact, type DocumentKind, documentKinds, personPath, readable } from './subject.ts';
import { isLatin, spellings } from './transliteration.ts';

/** The most characters of a name in the zone of a card; a longer one is cut. */
const shortestNames = 30;

/**
 * Compares a record with the machine-readable zone of one of its documents. Values that the record or the zone does not have, and names of
 * which it is open whether they are the same, are left out.
 */
export function compareMrz(person: Person, kind: DocumentKind, zone: MrzReading): MrzComparison[] {
  const document = person.ids?.[kind];
  const { firstName, lastName } = person.name ?? {};
  const comparisons: [path: string, isSame: boolean | undefined][] = [
    [`${personPath}.ids.${kind}.id`, isSameNumber(document?.id, zone.number)],
    [`${personPath}.ids.${kind}.expiryDate`, isSameDay(document?.expiryDate, zone.expiry)],
    [`${personPath}.info.birthDate`, isSameDay(person.info?.birthDate, zone.birth)],
    [`${personPath}.name.lastName`, isSameName(lastName, zone.lastName, zone)],
    [`${personPath}.name.firstName`, isSameName(firstName, zone.firstName, zone)],
  ];
  return comparisons.flatMap(([path, isSame]) =>
    isSame === undefined ? [] : [{ path, is: isSame ? ('same' as const) : ('differs' as const) }],
  );
}

/** Returns the document of a record that a picture shows: by the subtype of the file, or the only one. */
export function documentOf({ ids }: Person, subtype: string | undefined): DocumentKind {
  const [only, ...others] = documentKinds.filter((kind) => ids?.[kind] !== undefined);
  return (
    documentKinds.find((kind) => subtype !== undefined && documents[kind].subtype === subtype) ??
    (only && others.length === 0 ? only : 'otherDocument')
  );
}

/** Records may have the check digit after the number. The letter O and the digit 0 are the same in print. */
function isSameNumber(value: unknown, number: string): boolean | undefined {
  const source = readable(value, 40);
  const plain = (text: string) => compact(text).replaceAll('O', '0');
  return source === undefined
    ? undefined
    : [number.length, number.length + 1].includes(plain(source).length)
      ? plain(source).startsWith(plain(number))
      : plain(source) === plain(number);
}

/** @param day YYMMDD; the century is open */
function isSameDay(value: unknown, day: string): boolean | undefined {
  const date = dayOf(value);
  return date === undefined ? undefined : date.replaceAll('-', '').slice(2) === day;
}

function isSameName(value: unknown, name: string | undefined, zone: MrzReading): boolean | undefined {
  const source = readable(value);
  if (source === undefined || name === undefined) {
    return undefined;
  }
  const withoutSpaces = (text: string) => text.replaceAll(' ', '');
  const isCut = `${zone.lastName ?? ''}  ${zone.firstName ?? ''}`.length >= shortestNames;
  const isSame = [...(spellings(source) ?? [])].some(
    (one) =>
      withoutSpaces(one) === withoutSpaces(name) ||
      (isCut && withoutSpaces(one).startsWith(withoutSpaces(name))),
  );
  // A name in another script has many Latin spellings, so a difference shows nothing.
  return isSame || (isLatin(source) && canBeSameName(source, [name]) === false ? isSame : undefined);
}
