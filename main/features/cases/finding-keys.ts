import { createHmac } from 'node:crypto';
import type { Finding } from '../../../preload/contract/cases.ts';
import { isObject } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { canonicalJson } from '../../../preload/shared/canonical-json.ts';
import { fieldOfCause, fieldPath } from '../../../preload/wording/record.ts';
import { findingIdentity } from '../../../preload/wording/settlements.ts';
import { teamFindingPrefix } from '../records/journal/team-marks.ts';

/** Returns keys like `findingKeys` that every console of a team finds. @param key of the team */
export function teamFindingKeys(
  key: Uint8Array,
  findings: readonly Finding[],
  conversation: Conversation | undefined,
): string[] {
  return findingKeys(key, findings, conversation).map((one) => teamFindingPrefix + one);
}

/**
 * Returns a key for each finding: a keyed hash of the finding and of the values it is about, so that a settlement holds as long as both
 * are the same to the byte. Equal findings have one key, of all their values.
 *
 * @param conversation the response that the findings are from; without it only findings that hold their values themselves get a new key
 * @param before keys that are already known, by the finding
 */
export function findingKeys(
  key: Uint8Array,
  findings: readonly Finding[],
  conversation: Conversation | undefined,
  before: ReadonlyMap<string, string> = new Map(),
): string[] {
  return findings.map((finding) => {
    const identity = findingIdentity(finding);
    const values = conversation === undefined ? undefined : valuesOf(finding, conversation);
    return (
      before.get(identity) ??
      createHmac('sha256', key)
        .update('finding ')
        .update(canonicalJson([identity, values ?? null]))
        .digest()
        .subarray(0, 16)
        .toString('base64url')
    );
  });
}

/** Returns the values in a response that a finding is about; undefined for one that holds them itself, such as a file. */
function valuesOf({ kind, product = '', code, field, check }: Finding, conversation: Conversation): unknown {
  const value = valueAt(conversation, `result.${product}`);
  const { reliability, details, checks, subscription } = isObject(value) ? value : {};
  const at = (identifier: string | undefined) => {
    const path = identifier === undefined ? undefined : fieldPath(identifier);
    return path === undefined ? undefined : valueAt(conversation, path);
  };
  const namesOf = (members: unknown, isMeant: (member: Record<string, unknown>) => boolean) =>
    Array.isArray(members) ? members.filter((member) => !isObject(member) || isMeant(member)) : members;
  switch (kind) {
    case 'cause':
      return [at(fieldOfCause(code))];
    case 'check': {
      const isMeant = (one: Record<string, unknown>) =>
        (one.name === code || code === 'OTHER') &&
        (isObject(one.details) ? one.details.field : undefined) === field;
      return [namesOf(checks, isMeant), at(field)];
    }
    case 'aml': {
      // The person who was searched for; the service gives no more about a hit than its list.
      const person = valueAt(conversation, 'result.identity.user.person');
      const changedAt = isObject(subscription) ? subscription.lastChanged : undefined;
      return isObject(person) ? [changedAt, person.name, person.info] : [changedAt];
    }
    case 'similarity':
      return code === 'RELIABILITY'
        ? reliability
        : namesOf(details, ({ field: of, name }) => (of ?? name) === code || code === 'OTHER');
    case 'document':
      return [valueAt(conversation, `result.identity.user.person.ids.${code}`), at(field)];
    case 'own-check':
      return (check?.fields ?? []).map((path) => valueAt(conversation, path));
    case 'product':
      return value;
    case 'file':
    case 'seen-before':
    case 'reply':
      return undefined;
  }
}

/** Returns the value at a path such as `result.identity.user.person.ids.accounts[0]`. */
function valueAt(from: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, part)
          ? (at as Record<string, unknown>)[part]
          : undefined,
      from,
    );
}
