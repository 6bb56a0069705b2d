import type { Conversation } from '../conversation.ts';
import { specimens } from '../media/specimens.ts';
import { type Person, reviewPeople } from '../people.ts';
import { outcome } from './outcome.ts';
import type { SeedContext } from './plan.ts';
import { plant } from './seed.ts';

/** The people of test cases, by name. */
export const testPeople: Readonly<Record<string, Person>> = reviewPeople;

/** The test case that the sandbox is to make. */
export interface TestPlan {
  /** A name of `testPeople`. */
  person: string;
  /** The part that is forged. */
  forgery: 'portrait' | 'birth-date' | 'face' | 'none';
  /** The cause for which a person is to look at it. */
  cause: string;
  userKey?: string | undefined;
  /** True if the conversation asked for AML checks. */
  aml: boolean;
  /** The address of the conversation for the user. */
  url: string;
}

const [front, back, face] = ['idCardFront', 'idCardBack', 'face'] as const;

/** Returns a conversation with an invented person, in whose documents the service found no forgery. */
export function testConversation(id: string, plan: TestPlan, ground: SeedContext): Conversation {
  const { forgery, cause, userKey, aml, url } = plan;
  const person = testPeople[plan.person] ?? reviewPeople.kowalska;
  const made = outcome(person, { identity: 'FINISHED', ...(aml && ({ aml: 'FINISHED' } as const)) });
  const { identity } = made.result;
  const card =
    forgery === 'portrait' ? 'forgedPortrait' : forgery === 'birth-date' ? 'forgedBirthDate' : front;
  const camera = forgery === 'portrait' || forgery === 'face' ? otherThan(person) : person;
  return plant(id, ground, {
    title: 'A test case',
    isHidden: true,
    ...made,
    result: {
      ...made.result,
      ...(identity && { identity: { ...identity, status: 'PARTIAL', errors: [cause] } }),
    },
    unknown: { url, userKey: userKey ?? null },
    collected: (_, { assetsDir }) => [
      ...specimens(id, person, assetsDir, [card, back]),
      ...specimens(id, camera, assetsDir, [face]),
    ],
  });
}

/** Returns another one of the people, of the same gender. */
export function otherThan(person: Person): Person {
  const people = Object.values(testPeople).filter(({ gender }) => gender === person.gender);
  return people[(people.indexOf(person) + 1) % people.length] ?? person;
}
