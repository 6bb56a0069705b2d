import { Button } from '@mantine/core';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CaseBackup } from '../../preload/contract/cases.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { Time } from '../ui/time.tsx';
import itemList from './item-list.module.css';
import { RecordsFailure } from './records-failure.tsx';
import type { RecordsState } from './records-store.ts';
import shared from './settings.module.css';

/** Copies of the list of cases: made, restored, deleted. And how large the files are. */
export function CopiesSection({ store }: { store: StoreApi<RecordsState> }) {
  const { backups = [], files, busy, backUp, restore, removeBackup } = useStore(store);
  const announce = useAnnounce();
  const [asked, setAsked] = useState<{ name: string; what: 'restore' | 'delete' }>();
  const isInMemory = files?.storage === 'memory';
  const run = async (work: Promise<boolean>, text: string) => {
    if (await work) {
      setAsked(undefined);
      announce(text);
    }
  };
  return (
    <Section
      title="Stored cases and copies"
      actions={
        <Button
          loading={busy === 'copies' && asked === undefined}
          disabled={isInMemory || files === undefined}
          onClick={() => void run(backUp(), 'Copy made')}
        >
          Make a copy
        </Button>
      }
    >
      <div className={shared.stack}>
        <p className={shared.text}>{filesText(files)}</p>
        <p className={shared.text}>
          A copy contains the list of cases as it is now, encrypted with the same key, on this computer. The
          console makes one before an upgrade. Cases you forget are removed from the copies, too.
        </p>
        {backups.length > 0 && (
          <ul className={`${layout.plainList} ${shared.wide}`}>
            {backups.map((copy) => (
              <li key={copy.name} className={itemList.item}>
                <span className={itemList.what}>
                  <span>{whyText(copy)}</span>
                  <span className={layout.quietSmall}>
                    <Time at={isoOf(copy.stamp)} relative={false} /> · {formatBytes(copy.bytes)}
                  </span>
                </span>
                {asked?.name !== copy.name && (
                  <span className={itemList.buttons}>
                    {isUsable(copy) && (
                      <Button onClick={() => setAsked({ name: copy.name, what: 'restore' })}>Restore…</Button>
                    )}
                    <Button onClick={() => setAsked({ name: copy.name, what: 'delete' })}>Delete…</Button>
                  </span>
                )}
                {asked?.name === copy.name && (
                  <div className={shared.stack} style={{ gridColumn: '1 / -1' }}>
                    <p className={shared.text} role="alert">
                      {asked.what === 'restore'
                        ? 'The list is restored from this copy in all environments. Decisions, notes and labels made since then are kept, since they are in the journal. Saved views and reads since then are not; the present list is kept as a copy. Settings and reading in progress stay as they are.'
                        : 'This copy is deleted from this computer. This cannot be undone.'}
                    </p>
                    <div className={shared.row}>
                      {asked.what === 'restore' ? (
                        <Button
                          variant="filled"
                          color="red"
                          loading={busy === 'copies'}
                          onClick={() => void run(restore(copy.name), 'Copy restored')}
                        >
                          Restore this copy
                        </Button>
                      ) : (
                        <Button
                          variant="filled"
                          color="red"
                          loading={busy === 'copies'}
                          onClick={() => void run(removeBackup(copy.name), 'Copy deleted')}
                        >
                          Delete this copy
                        </Button>
                      )}
                      <Button autoFocus onClick={() => setAsked(undefined)}>
                        Cancel
                      </Button>
                    </div>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <RecordsFailure store={store} part="copies" />
        <RecordsFailure store={store} part="files" />
      </div>
    </Section>
  );
}

/** A list that could not be used is kept for inspection only. */
export function isUsable({ why }: CaseBackup): boolean {
  return why === 'by-hand' || why === 'replaced' || /^v\d+$/.test(why);
}

export function whyText({ why }: CaseBackup): string {
  switch (why) {
    case 'by-hand':
      return 'Made on request';
    case 'replaced':
      return 'The list before a copy was restored';
    case 'damaged':
      return 'A damaged list, set aside';
    case 'without-key':
      return 'A list whose key was lost, set aside';
    default:
      return `Before an upgrade from version ${why.slice(1)}`;
  }
}

/** The stamp has hyphens where a time has colons and a point. */
export function isoOf(stamp: string): string {
  return stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
}

export function filesText(files: RecordsState['files']): string {
  if (files === undefined) {
    return '';
  }
  if (files.storage === 'memory') {
    return 'Cases and the journal are kept in memory until the console closes, since no key can be kept in the keychain. No copy can be made.';
  }
  if (files.bytes === undefined) {
    return 'Nothing is stored yet.';
  }
  const { cases, journal, copies } = files.bytes;
  return `The list takes ${formatBytes(cases)}, the journal ${formatBytes(journal)}, the copies ${formatBytes(copies)}.`;
}
