import { createElement, type ReactNode } from 'react';
import { type HelpName, helpNames, toFragment } from '../../navigation.ts';
import type { HelpElement, HelpNode } from './help-node.ts';
import classes from './help-page.module.css';

interface HelpContentProps {
  document: HelpName;
  nodes: readonly HelpNode[];
  images: readonly string[];
}

/** Returns the id of a section's element. */
export function sectionId(section: string): string {
  return `help-${section}`;
}

/** Shows a help page as elements; it is never read as HTML. */
export function HelpContent({ document, nodes, images }: HelpContentProps) {
  const element = (node: HelpElement, key: number): ReactNode => {
    const id = node.id === undefined ? {} : { id: sectionId(node.id) };
    if (node.tag === 'img') {
      return (
        <img key={key} className={classes.picture} src={images[Number(node.src)]} alt={node.alt ?? ''} />
      );
    }
    const children = node.children.map(show);
    if (node.tag === 'a') {
      const name = helpNames.find((known) => known === (node.to?.document || document));
      const section = node.to?.section;
      return name === undefined || node.to === undefined ? (
        <span key={key}>{children}</span>
      ) : (
        <a key={key} href={toFragment({ page: 'help', document: name, ...(section && { section }) })}>
          {children}
        </a>
      );
    }
    if (node.tag === 'table') {
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a landmark for each table is too many
        <div key={key} className={classes.table} tabIndex={0} role="group" aria-label="Table">
          <table {...id}>{children}</table>
        </div>
      );
    }
    const scrolled = node.tag === 'pre' ? { tabIndex: 0 } : {};
    return createElement(node.tag, { key, ...id, ...scrolled }, ...children);
  };
  const show = (node: HelpNode, key: number): ReactNode =>
    typeof node === 'string' ? node : element(node, key);
  // The page has its title already.
  return nodes.filter((node) => typeof node === 'string' || node.tag !== 'h1').map(show);
}
