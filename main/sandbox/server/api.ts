import { conversationInformation } from '../conversation.ts';
import { createConversation } from '../operations/create.ts';
import { findConversation } from '../operations/find-conversation.ts';
import { readHeadless, submitHeadless } from '../operations/headless.ts';
import { downloadMedium } from '../operations/media.ts';
import { issueToken } from '../operations/token.ts';
import { endByUser, visitConversation, visitReturn } from '../page/visit.ts';
import { deleteData, expireConversation, setSubscription } from '../transitions.ts';
import type { World } from '../world.ts';
import { basicCredentials, isApiKey } from './credentials.ts';
import { badRequest, notFound, Refusal, refusalResponse } from './errors.ts';
import { mediaTypeOf, type SandboxRequest } from './request.ts';
import { emptyResponse, jsonResponse, type SandboxResponse } from './response.ts';
import { findRoute, type Handler, type Parameters, type Route, route } from './routing.ts';

const conversationPath = '/api/conversations/{conversationId}';

/** The eight operations of interface 4, and one extension of the field notes, each behind the API key. */
const apiRoutes: readonly Route[] = [
  operation('POST', '/api/conversations', createConversation),
  operation('GET', conversationPath, readConversation),
  operation('DELETE', conversationPath, deleteConversation),
  operation('GET', `${conversationPath}/identity/metadata`, readMetadata),
  route('GET', `${conversationPath}/identity/metadata/media/{id}`, guard(downloadMedium)),
  operation('GET', `${conversationPath}/headless`, readHeadless),
  operation('POST', `${conversationPath}/headless/{next}`, submitHeadless),
  operation('GET', `${conversationPath}/databaseVerification/info`, readDatabaseVerification),
  operation('DELETE', '/api/subscriptions/{conversationId}/aml', endMonitoring),
];

/** Routes that need no API key: the token endpoint, and the pages where a person plays the end user. */
const open: readonly Route[] = [
  route('POST', '/api/oauth2/token', issueToken),
  route('GET', '/conversation/{conversationId}', visitConversation),
  route('POST', '/conversation/{conversationId}', endByUser),
  route('GET', '/returned/{conversationId}', visitReturn),
];

const routes = [...apiRoutes, ...open];

/** Answers a request: the operation's response, or an error (interface 7). */
export async function answer(world: World, request: SandboxRequest): Promise<SandboxResponse> {
  try {
    const match = findRoute(routes, request.method, request.path);
    if (match !== undefined) {
      return await match.handler(world, request, match.parameters);
    }
    if (request.path.startsWith('/api/')) {
      authenticate(world, request);
    }
    throw notFound(`Nothing here answers ${request.method} ${request.path.slice(0, 200)}`);
  } catch (error) {
    // A fault of the sandbox itself is a 500 as the interface has it: without a body.
    return error instanceof Refusal ? refusalResponse(error, world.mediaType) : emptyResponse(500);
  }
}

/** Returns whether a path is that of an operation or page; faults use it to tell an exact path from a prefix. */
export function isRouted(method: string | undefined, path: string): boolean {
  const methods = method === undefined ? ['GET', 'POST', 'DELETE'] : [method];
  return methods.some((one) => findRoute(routes, one, path) !== undefined);
}

function operation(method: string, template: string, handler: Handler): Route {
  return route(
    method,
    template,
    guard((world, request, parameters) => {
      expectAccept(world, request);
      return handler(world, request, parameters);
    }),
  );
}

function guard(handler: Handler): Handler {
  return (world, request, parameters) => {
    authenticate(world, request);
    return handler(world, request, parameters);
  };
}

/** Refuses another vendor's media type and another version (interface 9.2). */
function expectAccept(world: World, request: SandboxRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || accept.trim() === '') {
    return;
  }
  const types = accept.split(',').map(mediaTypeOf);
  const ownTypes = [world.mediaType, 'application/json', 'application/*', '*/*'];
  if (!types.some((type) => ownTypes.includes(type))) {
    throw badRequest(`Responses are ${world.mediaType}; Accept asks for something else`, [
      { field: 'Accept', message: `must admit ${world.mediaType}` },
    ]);
  }
}

/** GET .../databaseVerification/info (interface 4.8): no sources as long as there are no results. */
function readDatabaseVerification(
  world: World,
  _call: SandboxRequest,
  parameters: Parameters,
): SandboxResponse {
  const { sources } = findConversation(world, parameters);
  return jsonResponse(200, { source: sources }, world.mediaType);
}

/** DELETE /api/conversations/{conversationId}?mode= (interface 4.3): 202, or a conflict of 3.3. */
function deleteConversation(world: World, request: SandboxRequest, parameters: Parameters): SandboxResponse {
  const mode = request.query.get('mode') ?? 'EXPIRE';
  const conversation = findConversation(world, parameters);
  if (mode === 'EXPIRE') {
    expireConversation(world, conversation);
  } else if (mode === 'DELETE_DATA') {
    deleteData(world, conversation);
  } else {
    throw badRequest(`Unknown deletion mode ${mode.slice(0, 50)}`, [
      { field: 'mode', message: 'must be EXPIRE or DELETE_DATA' },
    ]);
  }
  return emptyResponse(202);
}

/** DELETE /api/subscriptions/{conversationId}/aml: an extension outside the interface document (field notes). 202. */
function endMonitoring(world: World, _request: SandboxRequest, parameters: Parameters): SandboxResponse {
  setSubscription(world, findConversation(world, parameters), false);
  return emptyResponse(202);
}

/** GET .../identity/metadata (interface 4.4), in the document's shape or the field's. */
function readMetadata(world: World, _call: SandboxRequest, parameters: Parameters): SandboxResponse {
  const { id, media, shapes } = findConversation(world, parameters);
  const entries = media.map((medium) => ({
    id: medium.id,
    type: medium.type,
    subtype: medium.subtype,
    variant: medium.variant,
    contentType: medium.contentType,
  }));
  const metadata = shapes.metadata === 'media' ? { id, media: entries } : { id, list: { media: entries } };
  return jsonResponse(200, metadata, world.mediaType);
}

/** GET /api/conversations/{conversationId} (interface 4.2). */
function readConversation(world: World, _call: SandboxRequest, parameters: Parameters): SandboxResponse {
  const conversation = findConversation(world, parameters);
  return jsonResponse(200, conversationInformation(conversation, world.baseUrl), world.mediaType);
}

const challengeHeader = 'Basic realm="sandbox", charset="UTF-8"';

/** Accepts a request that carries the API key or a token made with it (interface 5.1); else throws a 401. */
function authenticate(world: World, request: SandboxRequest): void {
  const header = request.headers.authorization;
  const basic = basicCredentials(header);
  if (basic !== undefined) {
    if (isApiKey(world.apiKey, basic.login, basic.password)) {
      return;
    }
    throw unauthorizedRefusal('The API key is not known here', `${challengeHeader}, Bearer realm="sandbox"`);
  }
  const token = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) {
    throw unauthorizedRefusal(
      'Credentials are required: Basic or Bearer',
      `${challengeHeader}, Bearer realm="sandbox"`,
    );
  }
  if (!world.tokens.accepts(token)) {
    throw unauthorizedRefusal(
      'The access token is unknown or has expired',
      'Bearer realm="sandbox", error="invalid_token"',
    );
  }
}

function unauthorizedRefusal(message: string, challenge: string): Refusal {
  return new Refusal(401, message, { headers: { 'www-authenticate': challenge } });
}
