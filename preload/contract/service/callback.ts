import { z } from 'zod';
import { conversation } from './conversation.ts';

/** A callback's body (interface 6.2). `id` is the callback's own; the conversation's is `payload.conversation.id`. */
export const callback = z.looseObject({
  id: z.string().optional(),
  created: z.string().optional(),
  target: z.string().optional(),
  event: z.string().optional(),
  payload: z.looseObject({ conversation: conversation.optional() }).optional(),
});
export type Callback = z.infer<typeof callback>;
