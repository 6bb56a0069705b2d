import type { Words } from './words.ts';

const advice: Record<string, string> = {
  invalid_client:
    'The login or password is wrong, or belongs to another environment; some services also want it sent the other way (header or body), see the environment.',
  unauthorized_client:
    'The API key may not be used for tokens (client credentials). Ask the service, or use Basic.',
  unsupported_grant_type:
    'The endpoint does not give tokens for client credentials. Check the token address, or use Basic.',
  invalid_scope: 'The endpoint wants a scope, which this interface does not know. Ask the service.',
  invalid_request:
    'The endpoint does not understand the request. Try the other way of sending the API key (header or body).',
};

export const tokenWords = {
  refused: (status: number, error: string): Words => ({
    message: `The token endpoint does not give a token for this API key (${status}${error === '' ? '' : ` ${error}`}). The service was not called.`,
    hint:
      (Object.hasOwn(advice, error) ? advice[error] : undefined) ??
      'Check the API key and the token address of the environment.',
  }),
  unreadable: (why: string): Words => ({
    message: `The token endpoint answered, but ${why}. The service was not called.`,
    hint: 'Check the token address of the environment: what answers there is probably not the token endpoint.',
  }),
};
