import { useEffect } from 'react';
import * as fieldNotes from '../../../docs/field-notes.md';
import * as administrators from '../../../docs/guide/administrators.md';
import * as auditing from '../../../docs/guide/auditing.md';
import * as callbacks from '../../../docs/guide/callbacks.md';
import * as consoleItself from '../../../docs/guide/console.md';
import * as creating from '../../../docs/guide/creating.md';
import * as deleting from '../../../docs/guide/deleting.md';
import * as environments from '../../../docs/guide/environments.md';
import * as examining from '../../../docs/guide/examining.md';
import * as headless from '../../../docs/guide/headless.md';
import * as leading from '../../../docs/guide/leading.md';
import * as guide from '../../../docs/guide/README.md';
import * as reviewing from '../../../docs/guide/reviewing.md';
import * as signatures from '../../../docs/guide/signatures.md';
import * as team from '../../../docs/guide/team.md';
import * as serviceInterface from '../../../docs/interface.md';
import { type HelpName, helpNames, toFragment } from '../../navigation.ts';
import { Page } from '../../ui/page.tsx';
import { HelpContent, sectionId } from './help-content.tsx';
import type { HelpNode } from './help-node.ts';
import classes from './help-page.module.css';

interface HelpPageProps {
  document: HelpName;
  /** A section's number or name, such as `9.2`. */
  section: string | undefined;
}

/** Shows the guide and the interface's description, from the files in `docs/`. */
export function HelpPage({ document: name, section }: HelpPageProps) {
  const { title, content } = helpDocuments[name];
  useEffect(() => {
    const target = section === undefined ? null : document.getElementById(sectionId(section));
    target?.scrollIntoView({ block: 'start' });
    target?.setAttribute('data-target', '');
    return () => target?.removeAttribute('data-target');
  }, [section]);
  return (
    <Page title={title}>
      <div className={classes.columns}>
        <nav aria-label="Help pages" className={classes.list}>
          {helpNames.map((known) => (
            <a
              key={known}
              href={toFragment({ page: 'help', document: known })}
              {...(known === name ? { 'aria-current': 'page' as const } : {})}
            >
              {helpDocuments[known].title}
            </a>
          ))}
        </nav>
        <article className={classes.text}>
          <HelpContent document={name} {...content} />
        </article>
      </div>
    </Page>
  );
}

interface HelpDocument {
  title: string;
  content: { nodes: readonly HelpNode[]; images: readonly string[] };
}

/** In the order of the list. */
const helpDocuments: Record<HelpName, HelpDocument> = {
  guide: { title: 'Guide', content: guide },
  reviewing: { title: 'Reviewing a case', content: reviewing },
  team: { title: 'Working as a team', content: team },
  leading: { title: 'For leads', content: leading },
  auditing: { title: 'For auditors', content: auditing },
  creating: { title: 'Creating a conversation', content: creating },
  headless: { title: 'Walking a headless flow', content: headless },
  deleting: { title: 'Expiring and deleting', content: deleting },
  callbacks: { title: 'Callbacks', content: callbacks },
  signatures: { title: 'Checking a signature', content: signatures },
  examining: { title: 'Examining a receiver', content: examining },
  environments: { title: 'Environments and keys', content: environments },
  administrators: { title: 'For administrators', content: administrators },
  console: { title: 'The console itself', content: consoleItself },
  interface: { title: 'The service’s interface', content: serviceInterface },
  'field-notes': { title: 'Field notes', content: fieldNotes },
};
