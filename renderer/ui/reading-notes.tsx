import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Cut, ReadingNotes } from '../../preload/contract/service/reading.ts';
import { counted } from '../../preload/contract/service/words.ts';
import { LongTable } from './long-table.tsx';
import { Masked } from './masked.tsx';
import { OutsideText } from './outside-text.tsx';
import classes from './reading-notes.module.css';

/** What was odd about a reply: members of another type than the interface gives, and parts too long to show whole. */
export function ReadingNotesView({ notes: { flags, cuts } }: { notes: ReadingNotes }) {
  return (
    <>
      {flags.length > 0 && (
        <Note title={`${counted(flags.length, 'member is', 'members are')} not what the interface describes`}>
          <LongTable
            label="Members that are not what the interface describes"
            columns={['Member', 'The interface gives', 'What came']}
            count={flags.length}
            row={(index) => {
              const { path = '', expected = '', found = '' } = flags[index] ?? {};
              return (
                <tr>
                  <th scope="row">
                    <Path path={path} />
                  </th>
                  <td>
                    <OutsideText text={expected} />
                  </td>
                  <td>
                    <Masked value={found} field={`flag ${index} ${path}`} label={`what came at ${path}`}>
                      <code className={classes.mono}>
                        <OutsideText text={found} />
                      </code>
                    </Masked>
                  </td>
                </tr>
              );
            }}
          />
        </Note>
      )}
      {cuts.length > 0 && (
        <Note
          title={`${counted(cuts.length, 'part is', 'parts are')} too long to show whole; all of it is in the raw reply`}
        >
          <LongTable
            label="Parts too long to show whole"
            columns={['Part', 'Shown']}
            count={cuts.length}
            row={(index) => {
              const cut = cuts[index];
              return (
                <tr>
                  <th scope="row">
                    <Path path={cut?.path === '' ? '(the whole reply)' : (cut?.path ?? '')} />
                  </th>
                  <td>{cut && shown(cut)}</td>
                </tr>
              );
            }}
          />
        </Note>
      )}
    </>
  );
}

function Path({ path }: { path: string }) {
  return (
    <code className={classes.mono}>
      <OutsideText text={path} />
    </code>
  );
}

function shown({ kept, total, unit }: Cut): string {
  return `${kept.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.note} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <IconAlertTriangle size={15} aria-hidden />
        <span>{title}</span>
      </summary>
      <div className={classes.body}>{open && children}</div>
    </details>
  );
}
