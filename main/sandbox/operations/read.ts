import { conversationInformation } from '../conversation.ts';
import type { Call } from '../server/call.ts';
import { jsonReply, type Reply } from '../server/reply.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { conversationOf } from './conversationOf.ts';

/** GET /api/conversations/{conversationId} (interface 4.2). */
export function readConversation(world: World, _call: Call, parameters: Parameters): Reply {
  const conversation = conversationOf(world, parameters);
  return jsonReply(200, conversationInformation(conversation, world.baseUrl), world.mediaType);
}
