import type { Call } from '../server/call.ts';
import { jsonReply, type Reply } from '../server/reply.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { conversationOf } from './conversationOf.ts';

/** GET .../databaseVerification/info (interface 4.8): no sources as long as nothing has been found out. */
export function readDatabaseVerification(world: World, _call: Call, parameters: Parameters): Reply {
  const { sources } = conversationOf(world, parameters);
  return jsonReply(200, { source: sources }, world.mediaType);
}
