import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Cut, ReadingNotes } from '../../preload/contract/service/reading.ts';
import { counted } from '../../preload/wording/terms.ts';
import layout from './layout.module.css';
import { LongList } from './long-list.tsx';
import { LongTable } from './long-table.tsx';
import { Masked } from './masked.tsx';
import { OutsideText } from './outside-text.tsx';
import classes from './reading-notes.module.css';

/**
 * Shows oddities of a reply: members given more than once, of another type than the interface describes, numbers with
 * more digits than usual, text in another encoding, and parts too long to show whole.
 */
export function ReadingNotesView({ notes }: { notes: ReadingNotes }) {
  const { flags, cuts, duplicates, inexactNumbers, charset } = notes;
  return (
    <>
      {duplicates.length > 0 && <Duplicates paths={duplicates.map(({ path }) => path)} />}
      {charset?.problem !== undefined && (
        <p className={classes.plain}>
          <IconAlertTriangle size={15} aria-hidden /> {charsetText(charset)}
        </p>
      )}
      {flags.length > 0 && (
        <Note title={`${counted(flags.length, 'member is', 'members are')} not as documented`}>
          <LongTable
            label="Members that are not as documented"
            columns={['Member', 'Documented', 'Received']}
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
                    <Masked value={found} field={`flag ${index} ${path}`} label={`value received at ${path}`}>
                      <code className={layout.identifier}>
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
      {inexactNumbers.length > 0 && (
        <Note
          title={`${counted(inexactNumbers.length, 'number is', 'numbers are')} too long for most programs; shown as written`}
        >
          <LongTable
            label="Numbers shown as written"
            columns={['Member', 'As written']}
            count={inexactNumbers.length}
            row={(index) => {
              const { path = '', text = '' } = inexactNumbers[index] ?? {};
              return (
                <tr>
                  <th scope="row">
                    <Path path={path} />
                  </th>
                  <td>
                    <Masked value={text} field={`number ${path}`} label={`the number at ${path}`} />
                  </td>
                </tr>
              );
            }}
          />
        </Note>
      )}
      {cuts.length > 0 && (
        <Note
          title={`${counted(cuts.length, 'part is', 'parts are')} too long to show in full; see the raw reply`}
        >
          <LongTable
            label="Parts too long to show in full"
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

/** Warns that the reply contradicts itself, since the wrong one of two values may be shown. */
function Duplicates({ paths }: { paths: readonly string[] }) {
  return (
    <section className={classes.twice} aria-label="Members given more than once">
      <p className={classes.twiceTitle}>
        <IconAlertTriangle size={16} aria-hidden />
        {counted(paths.length, 'member is', 'members are')} given more than once
      </p>
      <p>
        Only the last value of each is shown here, and it may be the wrong one. The raw reply marks each
        occurrence. Do not decide on this reply: ask the service, quoting the request id.
      </p>
      <LongList
        as="ul"
        label="Members given more than once"
        className={classes.paths}
        count={paths.length}
        row={(index, attributes) => (
          <li {...attributes}>
            <Path path={paths[index] ?? ''} />
          </li>
        )}
      />
    </section>
  );
}

function charsetText({ declared, used, problem }: NonNullable<ReadingNotes['charset']>): string {
  switch (problem) {
    case 'unknown':
      return `The reply declares an unknown encoding (${declared}). It was read as ${used}.`;
    case 'contradicted':
      return `The reply declares ${declared}, but is ${used}. It was read as ${used}.`;
    default:
      return `Some bytes of the reply are not text in ${used}. They are shown as �.`;
  }
}

function Path({ path }: { path: string }) {
  return (
    <code className={layout.identifier}>
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
