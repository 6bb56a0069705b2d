import { checkPlausibility } from '../../../../../main/features/cases/plausibility/check-plausibility.ts';
import { parseLeniently } from '../../../../../main/service/response/lenient.ts';
import type { PlausibilityFinding } from '../../../../../preload/contract/plausibility.ts';
import { conversation } from '../../../../../preload/contract/service/conversation.ts';

export type Json = Readonly<Record<string, unknown>>;

export const receivedAt = '2026-03-01T12:00:00.000Z';

/** The checks of a response in the form in which the console reads responses. */
export function check(response: Json, at = receivedAt) {
  return checkPlausibility(parseLeniently(conversation, response).value, at);
}

/** The findings about a person, and about whatever else is in the user. */
export function findingsOf(person: Json, more: Json = {}, info: readonly Json[] = []): PlausibilityFinding[] {
  return check({ info, result: { identity: { status: 'FINISHED', user: { person, ...more } } } }).findings;
}

export function rulesOf(...given: Parameters<typeof findingsOf>): string[] {
  return findingsOf(...given).map(({ rule }) => rule);
}

/** A person with a national id whose country is said by an identity card. */
export function withNumber(country: string, nationalId: string, info: Json = {}, ids: Json = {}): Json {
  return { ids: { nationalId, idCard: { issueCountry: country }, ...ids }, info };
}
