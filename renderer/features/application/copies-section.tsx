import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { Time } from '../../ui/time.tsx';
import itemList from '../environments/item-list.module.css';
import { PartFailure } from '../environments/part-failure.tsx';
import shared from '../environments/settings.module.css';
import { useReasons } from './reasons-section.tsx';

/** The size of the files, and the copies of the list of cases, to restore. */
export function CopiesSection() {
  const { data: files, failure } = useBridgeQuery('cases.files', {});
  const restore = useBridgeAction('cases.restore', {}, { changes: ['cases.files'] });
  const reasons = useReasons();
  const announce = useAnnounce();
  const [asked, setAsked] = useState<string>();
  const run = async (name: string) => {
    if (await restore.run({ name })) {
      // The copy has its own reasons.
      reasons.refresh();
      setAsked(undefined);
      announce('Copy restored');
    }
  };
  return (
    <Section title="Stored cases and copies">
      <div className={shared.stack}>
        <p className={shared.text}>{filesText(files)}</p>
        {files?.storage === 'disk' && (
          <p className={shared.text}>
            Once a day and before an upgrade the console copies the list of cases, encrypted with the same
            key, on this computer. The last three copies are kept. Cases you forget are removed from the
            copies, too.
          </p>
        )}
        {files?.storage === 'disk' && files.copies.length > 0 && (
          <ul className={`${layout.plainList} ${shared.wide}`}>
            {files.copies.map(({ name, at }) => (
              <li key={name} className={itemList.item}>
                <span className={itemList.what}>
                  <Time at={at} relative={false} />
                </span>
                {asked !== name && (
                  <span className={itemList.buttons}>
                    <Button onClick={() => setAsked(name)}>Restore…</Button>
                  </span>
                )}
                {asked === name && (
                  <div className={shared.stack} style={{ gridColumn: '1 / -1' }}>
                    <p className={shared.text} role="alert">
                      The list is restored from this copy in all environments. Decisions, notes and labels
                      made since then are kept, since they are in the journal. Saved views and reads since
                      then are not; the present list is kept as a copy. Settings and reading in progress stay
                      as they are.
                    </p>
                    <div className={shared.row}>
                      <Button
                        variant="filled"
                        color="red"
                        loading={restore.busy}
                        onClick={() => void run(name)}
                      >
                        Restore this copy
                      </Button>
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
        <PartFailure failure={restore.failure ?? failure} />
      </div>
    </Section>
  );
}

export function filesText(files: OperationOutput<'cases.files'> | undefined): string {
  if (files === undefined) {
    return '';
  }
  if (files.storage === 'memory') {
    return 'Cases and the journal are kept in memory until the console closes, since no key can be kept in the keychain. They are not copied.';
  }
  if (files.bytes === undefined) {
    return 'Nothing is stored yet.';
  }
  const { cases, journal, copies } = files.bytes;
  return `The list takes ${formatBytes(cases)}, the journal ${formatBytes(journal)}, the copies ${formatBytes(copies)}.`;
}
