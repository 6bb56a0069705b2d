import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import { Section } from '../../ui/section.tsx';
import { RecordsFailure } from './records-failure.tsx';
import type { RecordsState } from './records-store.ts';
import classes from './settings.module.css';
import { useSaved } from './use-saved.ts';

/** Saves the public keys with which others check what this console signed. */
export function PublicKeysSection({ store }: { store: StoreApi<RecordsState> }) {
  const { busy, exportPublicKeys } = useStore(store);
  const saved = useSaved();
  return (
    <Section title="Public keys for receipts">
      <div className={classes.stack}>
        <p className={classes.text}>
          Receipts, reports, the register and evidence packs are signed with this console’s key. Anyone who
          checks them needs its public keys, the former ones included. They contain no secret.
        </p>
        <Button
          loading={busy === 'public-keys'}
          leftSection={<IconDownload size={14} />}
          onClick={async () => saved(await exportPublicKeys())}
        >
          Export public keys
        </Button>
        <RecordsFailure store={store} part="public-keys" />
      </div>
    </Section>
  );
}
