import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Cut, ReadingNotes } from '../../../preload/contract/service/reading.ts';
import { counted } from '../../../preload/contract/service/words.ts';
import { Masked } from '../../ui/masked.tsx';
import classes from '../conversations.module.css';

/** What was odd about a reply: members of another type than the interface gives, and parts too long to show whole. */
export function Notes({ notes }: { notes: ReadingNotes }) {
  const { flags, cuts } = notes;
  return (
    <>
      {flags.length > 0 && (
        <Note
          title={`${counted(flags.length, 'member is', 'members are')} not of the type the interface gives`}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">The interface gives</th>
                <th scope="col">What came</th>
              </tr>
            </thead>
            <tbody>
              {flags.map(({ path, expected, found }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: flags never change their order
                <tr key={index}>
                  <th scope="row">
                    <code className={classes.mono}>{path}</code>
                  </th>
                  <td>{expected}</td>
                  <td>
                    <Masked value={found} field={`flag ${index} ${path}`} label={`what came at ${path}`}>
                      <code className={classes.mono}>{found}</code>
                    </Masked>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Note>
      )}
      {cuts.length > 0 && (
        <Note
          title={`${counted(cuts.length, 'part is', 'parts are')} too long to show whole; all of it is in the raw reply`}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">Shown</th>
              </tr>
            </thead>
            <tbody>
              {cuts.map((cut, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cuts never change their order
                <tr key={index}>
                  <th scope="row">
                    <code className={classes.mono}>{cut.path === '' ? '(the whole reply)' : cut.path}</code>
                  </th>
                  <td>{shown(cut)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Note>
      )}
    </>
  );
}

function shown({ kept, total, unit }: Cut): string {
  return `${kept.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.note}>
      <summary>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <IconAlertTriangle size={15} aria-hidden />
        <span>{title}</span>
      </summary>
      <div className={classes.noteBody}>{children}</div>
    </details>
  );
}
