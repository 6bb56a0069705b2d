import type { Conversation } from './conversation.ts';
import { isObject, type JsonObject } from './json.ts';
import { specimens } from './media/specimens.ts';
import { type Person, personFor } from './people.ts';
import { type ProductStatus, productResult, sourcesFor } from './products.ts';
import type { World } from './world.ts';

/** The end of a conversation, as chosen on the page or by a control command. */
export type Ending =
  | { kind: 'well' }
  | { kind: 'part'; cause: string }
  | { kind: 'failed'; cause: string }
  | { kind: 'hit'; found: readonly string[] }
  | { kind: 'canceled' };

const statusByEnding: Record<Ending['kind'], ProductStatus> = {
  well: 'FINISHED',
  hit: 'FINISHED',
  part: 'PARTIAL',
  failed: 'FAILED',
  canceled: 'FAILED',
};

/** Fills every requested product according to the ending, and sets the conversation's status. */
export function applyEnding(world: World, conversation: Conversation, ending: Ending): void {
  const person = subjectOf(conversation);
  const status = statusByEnding[ending.kind];
  const about = {
    person,
    causes: [causeOf(ending)],
    found: ending.kind === 'hit' ? ending.found : [],
    now: new Date(world.clock.now()).toISOString(),
  };
  for (const name of Object.keys(conversation.query)) {
    const productQuery = conversation.query[name];
    conversation.result[name] = productResult(name, status, {
      ...about,
      requested: isObject(productQuery) ? productQuery : {},
    });
  }
  conversation.status = ending.kind === 'canceled' ? 'CANCELED' : 'FINISHED';
  if (ending.kind === 'canceled') {
    return;
  }
  if (conversation.query.databaseVerification !== undefined) {
    conversation.sources = sourcesFor(status);
  }
  conversation.info = [{ country: person.country, method: 'DOCUMENT_SCAN' }];
  if (ending.kind !== 'failed') {
    conversation.media = specimens(conversation.id, person, world.assetsDir, [
      'idCardFront',
      'idCardBack',
      'face',
      'report',
    ]);
  }
}

function causeOf(ending: Ending): string {
  if (ending.kind === 'part' || ending.kind === 'failed') {
    return ending.cause;
  }
  return ending.kind === 'canceled' ? 'ABANDONED' : '';
}

/** Returns the user's data: entered on the headless pages, or given to be verified, or of an invented person. */
function subjectOf(conversation: Conversation): Person {
  const person = personFor(conversation.id);
  const { entered } = conversation.headless;
  const queryName = verifiedName(conversation.query);
  const firstName = entered.firstName ?? queryName.firstName;
  const lastName = entered.lastName ?? queryName.lastName;
  if (firstName === undefined && lastName === undefined) {
    return person;
  }
  const namedPerson = { ...person, firstName: firstName ?? '', lastName: lastName ?? '' };
  return {
    ...namedPerson,
    latin: [namedPerson.firstName, namedPerson.lastName],
    birthDate: entered.birthDate ?? person.birthDate,
  };
}

function verifiedName(query: JsonObject): { firstName: string | undefined; lastName: string | undefined } {
  const verify = query.verify;
  const user = isObject(verify) && isObject(verify.user) ? verify.user : {};
  const person = isObject(user.person) ? user.person : user;
  const name = isObject(person.name) ? person.name : person;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { firstName: text(name.firstName), lastName: text(name.lastName) };
}
