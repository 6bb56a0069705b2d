import { specimens } from '../media/specimens.ts';
import { inventedPeople, type Person } from '../people.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** Names, places and addresses in many scripts. */
export const scriptPlans: readonly Plan[] = [
  named('polish', 'Latin with many diacritics'),
  named('vietnamese', 'Vietnamese, letters with two marks'),
  named('turkish', 'Turkish, dotted and dotless i'),
  named('russianLetters', 'Cyrillic'),
  named('ukrainian', 'Ukrainian Cyrillic'),
  named('greek', 'Greek'),
  named('arabic', 'Arabic, right to left'),
  named('hebrew', 'Hebrew, right to left'),
  named('mixed', 'Latin and Arabic in one name'),
  named('chinese', 'Han'),
  named('japanese', 'Japanese'),
  named('korean', 'Hangul'),
  named('thai', 'Thai'),
  named('hindi', 'Devanagari'),
  named('georgian', 'Georgian'),
  named('ethiopian', 'Ethiopic'),
  named('oneName', 'a person with one name'),
  named('longName', 'a very long one'),
];

function named(key: keyof typeof inventedPeople, writing: string): Plan {
  const person: Person = inventedPeople[key];
  return {
    slug: `script-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title: `A name in writing: ${writing}`,
    ...outcome(person, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) => specimens(id, person, assetsDir, ['idCardFront', 'face']),
  };
}
