import type { Call } from '../server/call.ts';
import { badRequest } from '../server/errors.ts';
import { emptyReply, type Reply } from '../server/reply.ts';
import type { Parameters } from '../server/routing.ts';
import { deleteData, expire } from '../transitions.ts';
import type { World } from '../world.ts';
import { conversationOf } from './conversationOf.ts';

/** DELETE /api/conversations/{conversationId}?mode= (interface 4.3): 202, or a conflict of 3.3. */
export function deleteConversation(world: World, call: Call, parameters: Parameters): Reply {
  const mode = call.query.get('mode') ?? 'EXPIRE';
  const conversation = conversationOf(world, parameters);
  if (mode === 'EXPIRE') expire(world, conversation);
  else if (mode === 'DELETE_DATA') deleteData(world, conversation);
  else {
    throw badRequest(`Unknown deletion mode ${mode.slice(0, 50)}`, [
      { field: 'mode', message: 'must be EXPIRE or DELETE_DATA' },
    ]);
  }
  return emptyReply(202);
}
