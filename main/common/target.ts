/** A conversation of an environment. */
export interface Target {
  environmentId: string;
  conversationId: string;
}

/** Returns a conversation as a text, by which maps and sets find it. */
export const keyOf = ({ environmentId, conversationId }: Target): string =>
  `${environmentId} ${conversationId}`;

/** Returns the conversation of a text that `keyOf` made; the ids of environments have no spaces. */
export function targetOf(key: string): Target {
  const at = key.indexOf(' ');
  return { environmentId: key.slice(0, at), conversationId: key.slice(at + 1) };
}

/** Returns the conversation that a row names. */
export function targetIn(row: Record<string, unknown>): Target {
  return {
    environmentId: String(row.environment_id),
    conversationId: String(row.conversation_id),
  };
}
