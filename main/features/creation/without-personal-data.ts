import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';

/**
 * Returns a request as a template keeps it: only members that the interface documents and that describe no person (interface 2.1). The user
 * key, `verify.user`, `affordability.user` and every member the interface does not name are left out; of the addresses, a user name and password,
 * and everything after `?` or `#`, where people write ids.
 */
export function withoutPersonalData({
  strategy,
  returnUrl,
  callbackUrl,
  query,
}: CreateConversation): CreateConversation {
  const { identity, aml, auth, bankTransactions, verify, affordability, databaseVerification } = query;
  return omitUndefined({
    strategy,
    returnUrl: returnUrl && withoutQuery(withoutLogin(returnUrl)),
    callbackUrl: callbackUrl && withoutQuery(withoutLogin(callbackUrl)),
    query: omitUndefined({
      identity:
        identity &&
        omitUndefined({
          requireOneOf: identity.requireOneOf,
          optional: identity.optional?.map(({ list }) => ({ list })),
        }),
      aml: aml && omitUndefined({ checks: aml.checks, subscription: aml.subscription && {} }),
      auth: auth && {},
      bankTransactions: bankTransactions && omitUndefined({ type: bankTransactions.type }),
      verify: verify && {},
      affordability: affordability && {},
      databaseVerification: databaseVerification && {},
    }),
  });
}

/** Parameters that hold nothing but placeholders stay: they are the same for everyone. */
function withoutQuery(address: string): string {
  const [, base = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return /^\?([\w.-]+=\{(conversationId|target|event)\}&?)*$/.test(rest) ? address : base;
}

function withoutLogin(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:[/\\]{2})[^/\\?#]*@/i, '$1');
}
