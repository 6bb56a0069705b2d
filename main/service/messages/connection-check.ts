import { counted } from '../../../preload/wording/terms.ts';
import type { Message } from './message.ts';

const day = (date: Date) =>
  Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);

/** Texts of “Check connection” for each step: what succeeded, or what failed and what to do. */
export const checkMessages = {
  settingsFine: (name: string, scheme: 'basic' | 'oauth') =>
    `“${name}” has an address and an API key, sent ${scheme === 'basic' ? 'with each request (Basic)' : 'for tokens (OAuth 2.0)'}.`,
  skipped: 'Not run.',

  noProxy: 'No proxy is used: the console connects directly to the service.',
  proxyReached: (proxy: string) => `The proxy ${proxy} accepts connections.`,

  nameFound: (host: string, addresses: string[]) => `${host} is ${addresses.join(', ')}.`,
  nameIsAddress: (host: string) => `${host} is an IP address: no name to look up.`,
  nameByProxy: (host: string) => `Not looked up on this machine: the proxy resolves ${host}.`,

  connected: (host: string) => `${host} accepts connections.`,
  connectedByProxy: (host: string) => `The proxy connected to ${host}.`,
  handedToProxy: 'Not tested separately: over http the proxy forwards each request.',

  notEncrypted: 'Not encrypted: the address begins with http://.',
  certificate: (subject: string, issuer: string, from: Date, until: Date, protocol: string) =>
    `${protocol} with a certificate for ${subject}, issued by ${issuer}, valid from ${day(from)} to ${day(until)}.`,
  certificateSoon: (days: number): string =>
    `The certificate expires in ${counted(days, 'day')}: contact the service’s operator.`,

  noToken: 'No token is needed: the API key is sent with each request (Basic).',
  tokenGiven: (host: string) => `${host} issued a token for this API key.`,

  mediaTypeSame: (mediaType: string) => `The service answers in ${mediaType}, as set in the environment.`,
  mediaTypeOther: (mediaType: string, own: string) =>
    `The service answers in ${mediaType}, but the environment is set to ${own}. The console can read both.`,
  mediaTypeNone: (status: number) => `The answer (${status}) has no content, so its media type is unknown.`,
  mediaTypeNoErrorObject: 'Not checked: the response has no error object of the interface (7.2).',
  mediaTypeWrong: (mediaType: string): Message => ({
    message: `The response is ${mediaType === '' ? 'content without a media type' : `“${mediaType}”`}, not the service’s JSON.`,
    hint: 'Check the base address: the service is probably at another path, host or port.',
  }),

  proved:
    'The API key is accepted and may read: the service answered NOT_FOUND (404) for a conversation that cannot exist. Creating and deleting were not tested.',
  noErrorObject: (status: number): Message => ({
    message: `Something answered ${status}, but not with the service’s NOT_FOUND, so neither the address nor the API key could be confirmed.`,
    hint: 'Check the base address, especially its path.',
  }),
  everyPathAlike: {
    message:
      'Cannot tell: the service answers with the same NOT_FOUND (404) at every path, so neither the path of the base address nor the API key is proved or refused.',
    hint: 'Check again with the id of a conversation that exists: it is found only with the right path and key.',
  } satisfies Message,
  found:
    'The API key is accepted and may read: the conversation was found. Creating and deleting were not tested.',
  notFound: {
    message: 'The service has no conversation with this id (404) at this address.',
    hint: 'Check the id, the path of the base address, and that the key is of the environment in which the conversation was created.',
  } satisfies Message,
  mediaTypeRead: 'Not checked: the conversation was read.',
  notCompared: (failure: string): Message => ({
    message: `The service answered NOT_FOUND (404) as expected, but the same request at a path that cannot exist failed, so the base address is not proved. ${failure}`,
    hint: 'Check the connection again in a while.',
  }),
  noOperation: {
    message:
      'The service answers at this address, but has no operation to read conversations there: the path is unknown (404).',
    hint: 'Check the path of the base address. Often there should be none.',
  } satisfies Message,
  namesOperation: (operation: string): Message => ({
    message: `The base address contains ${operation}, which is the path of an operation. Nothing was sent.`,
    hint: `Remove ${operation} and what follows from the base address: the console adds the path of each operation itself.`,
  }),
  odd: (status: number): Message => ({
    message: `The answer for a conversation that cannot exist was ${status} with content. The service would have answered 404.`,
    hint: 'A mock server, a recording or a sign-in portal may be answering in its place. Check the base address.',
  }),
};
