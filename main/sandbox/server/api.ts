import { createConversation } from '../operations/create.ts';
import { readDatabaseVerification } from '../operations/database-verification.ts';
import { deleteConversation } from '../operations/delete.ts';
import { endMonitoring } from '../operations/end-monitoring.ts';
import { readHeadless, submitHeadless } from '../operations/headless.ts';
import { downloadMedium } from '../operations/media.ts';
import { readMetadata } from '../operations/metadata.ts';
import { readConversation } from '../operations/read.ts';
import { issueToken } from '../operations/token.ts';
import { endByUser, visitConversation, visitReturn } from '../page/visit.ts';
import type { World } from '../world.ts';
import { authenticate } from './authentication.ts';
import { badRequest, notFound, Refusal, refusalReply } from './errors.ts';
import { emptyReply, type Reply } from './reply.ts';
import { mediaTypeOf, type SandboxRequest } from './request.ts';
import { findRoute, type Handler, type Route, route } from './routing.ts';

const conversationPath = '/api/conversations/{conversationId}';

/** The eight operations of interface 4, and one extension of the field notes, each behind the API key. */
const apiRoutes: readonly Route[] = [
  operation('POST', '/api/conversations', createConversation),
  operation('GET', conversationPath, readConversation),
  operation('DELETE', conversationPath, deleteConversation),
  operation('GET', `${conversationPath}/identity/metadata`, readMetadata),
  route('GET', `${conversationPath}/identity/metadata/media/{id}`, guarded(downloadMedium)),
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

/** Answers a request: the operation's reply, or an error (interface 7). */
export async function answer(world: World, request: SandboxRequest): Promise<Reply> {
  try {
    const found = findRoute(routes, request.method, request.path);
    if (found !== undefined) {
      return await found.handler(world, request, found.parameters);
    }
    if (request.path.startsWith('/api/')) {
      authenticate(world, request);
    }
    throw notFound(`Nothing here answers ${request.method} ${request.path.slice(0, 200)}`);
  } catch (error) {
    // A fault of the sandbox itself is a 500 as the interface has it: without a body.
    return error instanceof Refusal ? refusalReply(error, world.mediaType) : emptyReply(500);
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
    guarded((world, request, parameters) => {
      expectAccept(world, request);
      return handler(world, request, parameters);
    }),
  );
}

function guarded(handler: Handler): Handler {
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
  const accepted = accept.split(',').map(mediaTypeOf);
  const served = [world.mediaType, 'application/json', 'application/*', '*/*'];
  if (!accepted.some((type) => served.includes(type))) {
    throw badRequest(`Replies are ${world.mediaType}; Accept asks for something else`, [
      { field: 'Accept', message: `must admit ${world.mediaType}` },
    ]);
  }
}
