import { differInOne, type Reading, readingsOf, soundAlike } from './sounding.ts';
import { spellings } from './transliteration.ts';

/** Words between names that documents write or leave out (ICAO Doc 9303-3, section 4), and what stands for a name that is not known. */
const particles: ReadonlySet<string> = new Set(
  `A AF AL AP AV AUF AUS BIN BINT BINTE BINTI D DA DAL DAS DE DEGLI DEI DEL DELA DELI DELL DELLA DELLE DEN DER DES DI DO DOS DU E EL EN
  EZ FNU I IBN IM IN L LA LAS LE LES LI LNU LO LOS OF OP SANTA T TE TEN TER THE TOT UL UND V VAN VOM VON Y ZU ZUM ZUR`.split(
    /\s+/,
  ),
);
/** Korean family names, each as the Revised Romanization (2000), McCune-Reischauer and passports spell it. */
const koreanNames: readonly (readonly string[])[] =
  `I LEE LI RHEE RI YI,BAK PAK PARK,NO NOH RO ROH,IM LIM RIM YIM,RYU YOO YOU YU,GU KOO KU,
  U WOO WU,O OH,AHN AN,SEO SU SUH,GIM KIM,GANG KANG,BAE PAE,BAEK BAIK PAEK PAIK,HEO HUH HUR`
    .split(/,\s*/)
    .map((names) => names.split(' '));
const maxWords = 12;
/** Words that others write as one, such as Abd al-Rahman. */
const maxJoined = 3;
const maxSpellings = 16;
/** The most spellings of a run of which the sounds are compared. */
const maxRead = 2;

/** One word, or several next to one another written as one. */
interface Run {
  /** Places of the words in the name. */
  places: readonly number[];
  spellings: readonly string[];
  readings: readonly Reading[];
}

/**
 * Returns whether a full name can be that of the parts, all in Latin letters: a word of each part is in it, whole, cut, or as another romanisation
 * spells it, or nothing else is. Particles and further names may be missing on either side.
 *
 * @returns undefined for names that are too long to compare
 */
export function canBeSameName(full: string, parts: readonly string[]): boolean | undefined {
  const whole = runsOf(full);
  const all = parts.map(runsOf);
  if (whole === undefined || all.includes(undefined)) {
    return undefined;
  }
  const matches = all.map((part) =>
    whole.filter((run) => (part ?? []).some((one) => isAlike(run, one))).flatMap(({ places }) => places),
  );
  const matchedPlaces = new Set(matches.flat());
  const isRest = whole.some(({ places }) => places.length === 1 && !matchedPlaces.has(places[0] ?? -1));
  return matchedPlaces.size > 0 && (!isRest || matches.every((places) => places.length > 0));
}

/** Returns the names in a text and what they are when joined. A text of particles only is a name. */
function runsOf(text: string): Run[] | undefined {
  const words = text.split(/[^\p{L}\p{M}\p{N}'’‘ʼʹʺ`´]+/u).filter((word) => word !== '');
  const all = words.map((word) => [...(spellings(word) ?? [])].slice(0, maxSpellings));
  if (words.length > maxWords || all.some(({ length }) => length === 0)) {
    return undefined;
  }
  const isParticle = all.map((some) => particles.has(some[0] ?? ''));
  const isName = isParticle.every(Boolean) ? isParticle : isParticle.map((particle) => !particle);
  const runs: Run[] = [];
  for (const from of all.keys()) {
    for (let to = from; to < Math.min(all.length, from + maxJoined); to += 1) {
      const places = [...all.keys()].slice(from, to + 1);
      const names = places.filter((place) => isName[place]);
      if (names.length > 0) {
        const several = names.length === places.length ? [places] : [places, names];
        runs.push(...several.map((some) => runOf(some, all)));
      }
    }
  }
  return runs;
}

function runOf(places: readonly number[], all: readonly (readonly string[])[]): Run {
  const texts = places.reduce(
    (start, place) =>
      start.flatMap((text) => (all[place] ?? []).map((next) => text + next)).slice(0, maxSpellings),
    [''],
  );
  return { places, spellings: texts, readings: texts.slice(0, maxRead).flatMap(readingsOf) };
}

/** @param run of the full name: names that were joined here are not one word that was cut */
function isAlike(run: Run, part: Run): boolean {
  const isWord = run.places.length === 1;
  return (
    koreanNames.some((names) =>
      [run, part].every(({ spellings }) => spellings.some((text) => names.includes(text))),
    ) ||
    run.spellings.some((text) =>
      part.spellings.some(
        (option) =>
          option.startsWith(text) || (isWord && (text.startsWith(option) || differInOne(text, option))),
      ),
    ) ||
    run.readings.some((reading) => part.readings.some((option) => soundAlike(reading, option)))
  );
}
