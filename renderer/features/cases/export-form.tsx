import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAnnounce } from '../../ui/services.tsx';
import type { SelectionInput } from './selection.ts';
import classes from './selection-bar.module.css';
import type { CaseEntries } from './use-case-entries.ts';

interface ExportFormProps {
  entries: CaseEntries;
  input: SelectionInput;
  onDone(): void;
}

/** Saves the selected cases as a file. */
export function ExportForm({ entries, input, onDone }: ExportFormProps) {
  const [withUserKeys, setWithUserKeys] = useState(false);
  const announce = useAnnounce();
  const save = async (format: 'csv' | 'json') => {
    onDone();
    const message = await entries.save(input, format, withUserKeys);
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
