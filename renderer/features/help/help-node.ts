/** A part of a help page, made from Markdown when the interface is built (build/help-pages.ts). */
export type HelpNode = string | HelpElement;

export interface HelpElement {
  tag: string;
  /** The section's number or name, by which links reach it. */
  id?: string;
  /** The target of a link within the help; an empty document is the present one. */
  to?: { document: string; section?: string };
  /** The index of an image among those of the page. */
  src?: string;
  alt?: string;
  children: HelpNode[];
}
