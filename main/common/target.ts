/** A conversation of an environment. */
export interface Target {
  environmentId: string;
  conversationId: string;
}
