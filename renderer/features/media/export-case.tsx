import { Button } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { StoreApi } from 'zustand';
import { useAction } from '../../actions/use-action.ts';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { MediaState } from './media-state.ts';

/** Exports the case that is open; one without files, too. */
export function ExportCase({ store }: { store: StoreApi<MediaState> }) {
  const [isOpen, setOpen] = useState(false);
  useAction({
    id: 'media.export',
    group: 'File',
    label: 'Export the case or its files',
    keywords: ['evidence', 'report', 'pdf', 'zip', 'save all'],
    shortcut: 'mod+e',
    run: () => setOpen(true),
  });
  return (
    <>
      <Button
        size="compact-sm"
        aria-label="Export the case or its files"
        title="Export the case or its files"
        leftSection={<IconPackageExport size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <ButtonLabel>Export…</ButtonLabel>
      </Button>
      <ExportDialog store={store} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
