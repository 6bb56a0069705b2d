/** A conversation of an environment. */
export interface Target {
  environmentId: string;
  conversationId: string;
}

/** Returns a conversation as a text, by which maps and sets find it. */
export const keyOf = ({ environmentId, conversationId }: Target): string =>
  `${environmentId} ${conversationId}`;

/** Returns the conversation that a row names. */
export function targetIn(row: { environment_id?: unknown; conversation_id?: unknown }): Target {
  return {
    environmentId: String(row.environment_id),
    conversationId: String(row.conversation_id),
  };
}
