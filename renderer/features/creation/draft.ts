import { createStore, type StoreApi } from 'zustand/vanilla';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type CreateConversation, createConversation } from '../../../preload/contract/service/create.ts';
import { hasMember, readTypedJson } from '../../../preload/wording/typed-json.ts';

/** A request that is being written. */
export interface CreationDraft {
  request: CreateConversation;
  /** The request as JSON, as it is being edited. */
  json: string;
  /** The reason why `json` is not a request; `request` is then the last one that was valid. */
  jsonFault: string | undefined;
}

const products = [
  'aml',
  'auth',
  'bankTransactions',
  'verify',
  'affordability',
  'databaseVerification',
] as const;

/** Returns the draft of a request, by default one that asks for the identity only. */
export const draftOf = (request: CreateConversation = { query: { identity: {} } }): CreationDraft => ({
  request,
  json: JSON.stringify(request, null, 2),
  jsonFault: undefined,
});

export const createCreationDraft = (): StoreApi<CreationDraft> => createStore<CreationDraft>(() => draftOf());

/** Returns the draft of a new request for the user and the products of a conversation (interface 2.2). */
export function draftLike({
  userKey,
  result,
}: {
  userKey?: string | undefined;
  result?: object | undefined;
}) {
  const query: CreateConversation['query'] = { identity: {} };
  for (const product of products) {
    if (result && Object.hasOwn(result, product)) {
      query[product] = {};
    }
  }
  return draftOf({ ...omitUndefined({ userKey }), query });
}

/** Returns the change of a draft by its JSON, which may not be a request. */
export function changedJson(json: string): Partial<CreationDraft> {
  const reading = readTypedJson(json);
  if ('fault' in reading) {
    return { json, jsonFault: reading.fault };
  }
  // The schema omits the member, so that the request would differ from the JSON shown.
  if (hasMember(reading.value, '__proto__')) {
    return { json, jsonFault: 'A member named __proto__ cannot be sent.' };
  }
  const read = createConversation.safeParse(reading.value);
  if (read.success) {
    return { json, jsonFault: undefined, request: read.data };
  }
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') || 'The request';
  return { json, jsonFault: `${path}: ${issue?.message ?? 'not allowed by the interface'}` };
}
