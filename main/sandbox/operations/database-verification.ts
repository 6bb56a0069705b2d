import { jsonReply, type Reply } from '../server/reply.ts';
import type { SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** GET .../databaseVerification/info (interface 4.8): no sources as long as there are no results. */
export function readDatabaseVerification(world: World, _call: SandboxRequest, parameters: Parameters): Reply {
  const { sources } = findConversation(world, parameters);
  return jsonReply(200, { source: sources }, world.mediaType);
}
