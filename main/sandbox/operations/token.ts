import { basicCredentials, isApiKey } from '../server/credentials.ts';
import { mediaTypeOf, type SandboxRequest } from '../server/request.ts';
import { jsonResponse, type SandboxResponse } from '../server/response.ts';
import type { World } from '../world.ts';

/** POST /api/oauth2/token: client credentials by header or body (interface 5.1; field notes, "Transport"). */
export async function issueToken(world: World, request: SandboxRequest): Promise<SandboxResponse> {
  if (mediaTypeOf(request.headers['content-type']) !== 'application/x-www-form-urlencoded') {
    return refusal(400, 'invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
  const form = new URLSearchParams(await request.text());
  const grant = form.get('grant_type');
  if (grant === null) {
    return refusal(400, 'invalid_request', 'grant_type is missing');
  }
  if (grant !== 'client_credentials') {
    return refusal(400, 'unsupported_grant_type', 'Only client_credentials is supported');
  }
  const header = request.headers.authorization;
  const inBody = form.has('client_secret');
  if (header !== undefined && inBody) {
    return refusal(400, 'invalid_request', 'The client authenticates by header or by body, not by both');
  }
  const fits = inBody
    ? isApiKey(world.apiKey, form.get('client_id') ?? '', form.get('client_secret') ?? '')
    : headerFits(world, header);
  if (!fits) {
    return refusal(401, 'invalid_client', 'The API key is not known here');
  }
  const { token, expiresInSeconds } = world.tokens.issue();
  return jsonResponse(
    200,
    { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds },
    'application/json',
    { 'cache-control': 'no-store' },
  );
}

/** RFC 6749 2.3.1 form-encodes both parts before Basic; many clients do not, so both readings are tried. */
function headerFits(world: World, header: string | undefined): boolean {
  const credentials = basicCredentials(header);
  if (credentials === undefined) {
    return false;
  }
  const plain = isApiKey(world.apiKey, credentials.login, credentials.password);
  return plain || isApiKey(world.apiKey, formDecoded(credentials.login), formDecoded(credentials.password));
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function refusal(status: number, error: string, description: string): SandboxResponse {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="sandbox"' } : {};
  return jsonResponse(status, { error, error_description: description }, 'application/json', challenge);
}
