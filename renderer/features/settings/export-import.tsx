import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useAnnounce } from '../../ui/services.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-store.ts';

interface ExportButtonProps {
  store: StoreApi<SettingsState>;
  environmentIds: readonly string[];
  label: string;
}

/** Exports settings without secrets to a file. */
export function ExportButton({ store, environmentIds, label }: ExportButtonProps) {
  const announce = useAnnounce();
  const run = async () => {
    const result = await store.getState().exportFile(environmentIds);
    if (!result || result.kind === 'cancelled') {
      return;
    }
    if (result.kind === 'saved') {
      return announce(`Saved as ${result.path}, without secrets`);
    }
    // A host without a save dialog gives a one-time address, from which the browser saves the file.
    const link = document.createElement('a');
    link.href = result.address;
    link.download = result.fileName;
    link.click();
    announce(`Download started: ${result.fileName}, without secrets`);
  };
  return (
    <Button
      leftSection={<IconDownload size={14} />}
      disabled={environmentIds.length === 0}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

export function ImportButton({ store }: { store: StoreApi<SettingsState> }) {
  const { busy, environments, importText } = useStore(store);
  const problem = useStore(environments, (state) => state.problem);
  const take = async (file: File | null) => {
    if (file) {
      await importText(await file.text());
    }
  };
  return (
    <FileButton accept="application/json,.json" onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          leftSection={<IconUpload size={14} />}
          loading={busy === 'transfer'}
          disabled={problem !== undefined}
        >
          Import…
        </Button>
      )}
    </FileButton>
  );
}

/** Shows what an import added, and why the rest was refused. */
export function ImportSummary({ store }: { store: StoreApi<SettingsState> }) {
  const imported = useStore(store, (state) => state.imported);
  if (!imported) {
    return null;
  }
  const { added, refused } = imported;
  return (
    <div role="status" className={classes.stack} data-imported={added.length}>
      <p className={classes.text}>
        {added.length === 0
          ? 'Nothing was added.'
          : `Added: ${added.map(({ settings }) => visibleText(settings.name)).join(', ')}. Enter their keys next.`}
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>
              <strong>{visibleText(name)}</strong> was not imported: {visibleText(reason)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
