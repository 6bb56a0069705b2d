import { emptyReply, type Reply } from '../server/reply.ts';
import type { SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import { setSubscription } from '../transitions.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** DELETE /api/subscriptions/{conversationId}/aml: an extension outside the interface document (field notes). 202. */
export function endMonitoring(world: World, _request: SandboxRequest, parameters: Parameters): Reply {
  setSubscription(world, findConversation(world, parameters), false);
  return emptyReply(202);
}
