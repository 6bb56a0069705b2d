import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useAnnounce } from '../../ui/services.tsx';
import type { CaseWorkState } from './case-work-store.ts';
import type { selectionInput } from './selection.ts';
import classes from './selection-bar.module.css';

interface ExportFormProps {
  work: StoreApi<CaseWorkState>;
  input: ReturnType<typeof selectionInput>;
  onDone(): void;
}

/** Saves the selected cases as a file. */
export function ExportForm({ work, input, onDone }: ExportFormProps) {
  const [withUserKeys, setWithUserKeys] = useState(false);
  const announce = useAnnounce();
  const save = async (format: 'csv' | 'json') => {
    onDone();
    const message = await work.getState().export(input, format, withUserKeys);
    if (message !== undefined) {
      announce(message);
    }
  };
  return (
    <div className={classes.export}>
      <Checkbox
        label="With user keys"
        description="User keys are personal data. The file is not encrypted."
        checked={withUserKeys}
        onChange={(event) => setWithUserKeys(event.currentTarget.checked)}
      />
      <div className={classes.formats}>
        <Button onClick={() => void save('csv')}>CSV</Button>
        <Button onClick={() => void save('json')}>JSON</Button>
      </div>
    </div>
  );
}
