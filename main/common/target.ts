/** A conversation of an environment. */
export interface Target {
  environmentId: string;
  conversationId: string;
}

/** Returns the conversation that a row names. */
export function targetIn(row: Record<string, unknown>): Target {
  return {
    environmentId: String(row.environment_id),
    conversationId: String(row.conversation_id),
  };
}
