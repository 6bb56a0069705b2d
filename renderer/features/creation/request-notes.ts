import type { AccountDefaults, DefaultField } from '../../../preload/contract/creation.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { EnvironmentKind } from '../../../preload/contract/environments.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';

/** A note about a request before it is sent. `refused`: by the interface, the service will refuse the request. */
export interface RequestNote {
  /** The member it is about, such as `callbackUrl` or `query.aml`. */
  field: string;
  tone: 'refused' | 'note';
  text: string;
}

const names: Readonly<Record<DefaultField, string>> = {
  strategy: 'strategy',
  returnUrl: 'return address',
  callbackUrl: 'callback address',
};

/** The placeholders that the service replaces in each address (interface 2.1). */
export const placeholders = {
  returnUrl: ['conversationId'],
  callbackUrl: ['conversationId', 'target', 'event'],
} as const;

/** Returns what the service refused, for the fields that it named. */
export function refusedFields(failure: FailureView | undefined): RequestNote[] {
  const { violations } = failure?.details ?? {};
  return (Array.isArray(violations) ? violations : []).flatMap((one): RequestNote[] => {
    const { field, message } = Object(one) as { field?: unknown; message?: unknown };
    return typeof field === 'string' && typeof message === 'string'
      ? [{ field, tone: 'refused', text: `Refused by the service: ${message}` }]
      : [];
  });
}

/** Returns why a field is refused. */
export function errorOf(notes: readonly RequestNote[], name: string): string | undefined {
  return notes.find(({ field, tone }) => field === name && tone === 'refused')?.text;
}

/** Checks a request against the interface (1.7, 2.1, 7.3). The service may decide otherwise. */
export function requestNotes(
  request: CreateConversation,
  defaults: AccountDefaults,
  kind: EnvironmentKind,
): RequestNote[] {
  return [
    ...missing(request, defaults),
    ...addressNotes('returnUrl', request.returnUrl),
    ...addressNotes('callbackUrl', request.callbackUrl),
    ...schemeNotes(request.callbackUrl || defaults.callbackUrl, kind),
    ...queryNotes(request.query),
  ];
}

/** Returns notes on fields without a value and without a default, which are errors (interface 2.1, 7.3); a callback address is optional. */
function missing(request: CreateConversation, defaults: AccountDefaults): RequestNote[] {
  const notes: RequestNote[] = [];
  if (!request.userKey) {
    notes.push({
      field: 'userKey',
      tone: 'note',
      text: 'No user key: callbacks and lists will not name the user, and the service may refuse the request.',
    });
  }
  for (const field of ['strategy', 'returnUrl'] as const) {
    if (!request[field] && !defaults[field]) {
      notes.push({
        field,
        tone: 'note',
        text: `No ${names[field]}: the service refuses the request unless the account has a default.`,
      });
    }
  }
  if (!request.callbackUrl && !defaults.callbackUrl) {
    notes.push({
      field: 'callbackUrl',
      tone: 'note',
      text: 'No callback address: read the results yourself.',
    });
  }
  return notes;
}

function addressNotes(field: 'returnUrl' | 'callbackUrl', address: string | undefined): RequestNote[] {
  if (!address) {
    return [];
  }
  const names: readonly string[] = placeholders[field];
  const otherNames = [...address.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const notes = otherNames
    .filter((name) => !names.includes(name))
    .map((name): RequestNote => ({ field, tone: 'note', text: `{${name}} is not replaced by the service.` }));
  const url = URL.parse(withExamples(address));
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    notes.push({
      field,
      tone: 'refused',
      text: 'Not a web address: it must begin with https:// or http://.',
    });
  }
  return notes;
}

function schemeNotes(address: string | undefined, kind: EnvironmentKind): RequestNote[] {
  if (!address || URL.parse(withExamples(address))?.protocol !== 'http:') {
    return [];
  }
  return kind === 'production'
    ? [{ field: 'callbackUrl', tone: 'refused', text: 'Production requires HTTPS for the callback address.' }]
    : [{ field: 'callbackUrl', tone: 'note', text: 'HTTP is not allowed in production.' }];
}

function queryNotes(query: CreateConversation['query']): RequestNote[] {
  const notes: RequestNote[] = [];
  const add = (field: string, text: string) => notes.push({ field: `query.${field}`, tone: 'note', text });
  if (Object.keys(query).length === 0) {
    notes.push({ field: 'query', tone: 'refused', text: 'Choose at least one product.' });
  }
  if (query.identity === undefined && Object.keys(query).length > 0) {
    add('identity', 'No identity: only some accounts may ask for other products alone.');
  }
  const alternatives = query.identity?.requireOneOf ?? [];
  if (alternatives.some((fields) => fields.length === 0)) {
    add('identity', 'An alternative without fields accepts every user.');
  }
  if (query.aml && (query.aml.checks ?? []).length === 0) {
    add('aml', 'No lists chosen: the account’s default applies, or the request is refused.');
  }
  if (query.verify && Object.keys(query.verify.user ?? {}).length === 0) {
    add('verify', 'No user data: there is nothing to compare with.');
  }
  if (query.affordability && !(query.affordability.user?.country && query.affordability.user.email)) {
    add('affordability', 'The country or the email is missing.');
  }
  return notes;
}

/** The values that the preview of an address shows in place of the placeholders. */
const examples: Readonly<Record<string, string>> = {
  conversationId: '5f1c9a3e-0000-4000-8000-000000000001',
  target: 'CONVERSATION',
  event: 'FINISHED',
};

/** Returns the address as the service would use it for one conversation. */
export function withExamples(address: string): string {
  return address.replaceAll(/\{(conversationId|target|event)\}/g, (_, name: string) => examples[name] ?? '');
}
