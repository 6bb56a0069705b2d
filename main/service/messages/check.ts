import type { MessageTexts } from './message-texts.ts';

const day = (date: Date) =>
  Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);

/** What "Check connection" says at each step: sentences for what went well, words with a next step for what did not. */
export const checkMessages = {
  settingsFine: (name: string, scheme: 'basic' | 'oauth') =>
    `"${name}" has an address and an API key, sent ${scheme === 'basic' ? 'with each call (Basic)' : 'for tokens (OAuth 2.0)'}.`,
  skipped: 'Not tried, because of the step above.',

  noProxy: 'No proxy is used: the console connects straight to the service.',
  proxyReached: (proxy: string) => `The proxy ${proxy} takes connections.`,

  nameFound: (host: string, addresses: string[]) => `${host} is ${addresses.join(', ')}.`,
  nameIsAddress: (host: string) => `${host} is an address already: no name to look up.`,
  nameByProxy: (host: string) => `Not looked up here: the proxy finds ${host}.`,

  connected: (host: string) => `${host} takes connections.`,
  connectedByProxy: (host: string) => `The proxy opened a way to ${host}.`,
  handedToProxy: 'Not tried apart: over http the proxy is handed the calls.',

  notEncrypted: 'Not encrypted: the address begins with http://.',
  certificate: (subject: string, issuer: string, from: Date, until: Date, protocol: string) =>
    `${protocol} with a certificate for ${subject}, issued by ${issuer}, valid from ${day(from)} to ${day(until)}.`,
  certificateSoon: (days: number): string =>
    `The certificate expires in ${days} ${days === 1 ? 'day' : 'days'}: tell whoever runs the service.`,

  noToken: 'No token is needed: the API key goes with each call (Basic).',
  tokenGiven: (host: string) => `${host} gave a token for this API key.`,

  mediaTypeSame: (mediaType: string) => `The service answers in ${mediaType}, as the environment says.`,
  mediaTypeOther: (mediaType: string, own: string) =>
    `The service answers in ${mediaType}; the environment says ${own}. Both can be read.`,
  mediaTypeNone: (status: number) => `The answer (${status}) has no content to judge by.`,
  mediaTypeNotService: 'Not judged: the answer is not the service’s own.',
  mediaTypeWrong: (mediaType: string): MessageTexts => ({
    message: `What answers sends ${mediaType === '' ? 'content that does not say what it is' : `"${mediaType}"`} and not the service's JSON.`,
    hint: 'Check the base address: the service is probably at another path, host or port.',
  }),

  proved:
    'The API key is accepted and may read: asked for a conversation that cannot exist, the service answered NOT_FOUND (404). Creating and deleting are not tried.',
  noErrorObject: (status: number): MessageTexts => ({
    message: `Something answered ${status}, but not with the service's NOT_FOUND (interface 7.2), so neither the address nor the API key is proved.`,
    hint: 'Check the base address, above all its path: the service is probably at another one.',
  }),
  everyPathAlike: {
    message:
      'What answers gives the same NOT_FOUND (404) at every path, so neither the path of the base address nor the API key is proved.',
    hint: 'Check the path of the base address. If it is right, open a conversation that you know exists: it is found only with the right path and key.',
  } satisfies MessageTexts,
  notCompared: (failure: string): MessageTexts => ({
    message: `The service answered NOT_FOUND (404) as expected, but the same request at a path that cannot exist failed, so the base address is not proved. ${failure}`,
    hint: 'Check the connection again in a while.',
  }),
  noOperation: {
    message:
      'The service answers at this address, but has no operation to read conversations there: it does not know the path (404).',
    hint: 'Check the path of the base address; often it must be left out.',
  } satisfies MessageTexts,
  namesOperation: (operation: string): MessageTexts => ({
    message: `The base address holds ${operation}, which is the path of an operation. Nothing was sent.`,
    hint: `Remove ${operation} and what follows from the base address: the console adds the path of each operation itself.`,
  }),
  odd: (status: number): MessageTexts => ({
    message: `Asked for a conversation that cannot exist, the answer was ${status} with content. The service would have said 404.`,
    hint: 'A stand-in, a recording or a portal may be answering in its place. Check the base address.',
  }),
};
