declare module '*.md' {
  import type { HelpNode } from './help-node.ts';

  /** Addresses, in the order in which the page has them. */
  export const images: readonly string[];
  export const nodes: readonly HelpNode[];
}
