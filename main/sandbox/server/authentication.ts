import type { World } from '../world.ts';
import { basicCredentials, isApiKey } from './credentials.ts';
import { Refusal } from './errors.ts';
import type { SandboxRequest } from './request.ts';

const challengeHeader = 'Basic realm="sandbox", charset="UTF-8"';

/** Accepts a request that carries the API key or a token made with it (interface 5.1); else throws a 401. */
export function authenticate(world: World, request: SandboxRequest): void {
  const header = request.headers.authorization;
  const basic = basicCredentials(header);
  if (basic !== undefined) {
    if (isApiKey(world.apiKey, basic.login, basic.password)) {
      return;
    }
    throw unauthorized('The API key is not known here', `${challengeHeader}, Bearer realm="sandbox"`);
  }
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) {
    throw unauthorized(
      'Credentials are required: Basic or Bearer',
      `${challengeHeader}, Bearer realm="sandbox"`,
    );
  }
  if (!world.tokens.accepts(token)) {
    throw unauthorized(
      'The access token is unknown or has expired',
      'Bearer realm="sandbox", error="invalid_token"',
    );
  }
}

function unauthorized(message: string, challenge: string): Refusal {
  return new Refusal(401, message, { headers: { 'www-authenticate': challenge } });
}
