import { conversationInformation } from '../conversation.ts';
import { jsonReply, type Reply } from '../server/reply.ts';
import type { SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** GET /api/conversations/{conversationId} (interface 4.2). */
export function readConversation(world: World, _call: SandboxRequest, parameters: Parameters): Reply {
  const conversation = findConversation(world, parameters);
  return jsonReply(200, conversationInformation(conversation, world.baseUrl), world.mediaType);
}
