import { jsonReply, type Reply } from '../server/reply.ts';
import type { SandboxRequest } from '../server/request.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** GET .../identity/metadata (interface 4.4), in the document's shape or the field's. */
export function readMetadata(world: World, _call: SandboxRequest, parameters: Parameters): Reply {
  const { id, media, shapes } = findConversation(world, parameters);
  const listed = media.map((medium) => ({
    id: medium.id,
    type: medium.type,
    subtype: medium.subtype,
    variant: medium.variant,
    contentType: medium.contentType,
  }));
  const metadata = shapes.metadata === 'media' ? { id, media: listed } : { id, list: { media: listed } };
  return jsonReply(200, metadata, world.mediaType);
}
