import { useEffect } from 'react';
import { type HelpName, helpNames, toFragment } from '../../navigation.ts';
import { Page } from '../../ui/page.tsx';
import { HelpContent, sectionId } from './help-content.tsx';
import { helpDocuments } from './help-documents.ts';
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
