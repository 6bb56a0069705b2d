import { badRequest } from '../server/errors.ts';
import { emptyReply, type Reply } from '../server/reply.ts';
import type { SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import { deleteData, expireConversation } from '../transitions.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** DELETE /api/conversations/{conversationId}?mode= (interface 4.3): 202, or a conflict of 3.3. */
export function deleteConversation(world: World, request: SandboxRequest, parameters: Parameters): Reply {
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
  return emptyReply(202);
}
