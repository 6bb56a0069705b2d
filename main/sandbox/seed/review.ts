import { type SpecimenKind, specimens } from '../media/specimens.ts';
import { type Person, reviewPeople } from '../people.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

const { kowalska, nowak, dvorak, lindqvist } = reviewPeople;
const kinds: readonly SpecimenKind[] = ['idCardFront', 'idCardBack', 'face'];

/** Twelve cases for a first review, as a service would return them in a morning. Two must not pass: a sanctions hit, and the face of someone else. */
export const reviewPlans: readonly Plan[] = [
  planOf('u-10490', reviewPeople.mueller),
  planOf('u-22181', kowalska, { found: ['SANCTIONS', 'PEP'] }),
  planOf('u-00922', reviewPeople.nguyen),
  planOf('u-17306', reviewPeople.tamm),
  planOf('u-30514', nowak, { anotherFace: dvorak }),
  planOf('u-11875', reviewPeople.korhonen),
  planOf('u-28840', reviewPeople.fernandez),
  planOf('u-19927', reviewPeople.kazlauskas),
  planOf('u-04663', lindqvist, { cause: 'SCAN_DOCUMENT_DATA_INCONSISTENCY' }),
  planOf('u-25118', reviewPeople.jansen),
  planOf('u-13052', dvorak),
  planOf('u-21739', reviewPeople.ozolina),
];

interface Special {
  found?: readonly string[];
  /** The person whose face was shown to the camera in place of the holder's. */
  anotherFace?: Person;
  /** Why the record is complete in part only. */
  cause?: string;
}

function planOf(userKey: string, person: Person, { found = [], anotherFace, cause }: Special = {}): Plan {
  const made = outcome(person, { identity: 'FINISHED', aml: 'FINISHED' }, { found });
  const { identity } = made.result;
  const code = anotherFace === undefined ? cause : 'SCAN_FACE_MISMATCH';
  const failed = code !== undefined && { status: anotherFace ? 'FAILED' : 'PARTIAL', errors: [code] };
  return {
    slug: `review-${userKey}`,
    title: `${person.firstName} ${person.lastName}`,
    userKey,
    toReview: true,
    ...made,
    result: { ...made.result, ...(identity && { identity: { ...identity, ...failed } }) },
    collected: (id, { assetsDir }) => [
      ...specimens(id, person, assetsDir, anotherFace ? kinds.slice(0, 2) : kinds),
      ...(anotherFace ? specimens(id, anotherFace, assetsDir, ['face']) : []),
    ],
  };
}
