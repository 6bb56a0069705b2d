import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { NavigationState } from '../../navigation.ts';
import classes from './settings.module.css';

interface UnsavedChangesProps {
  navigation: StoreApi<NavigationState>;
  unsaved: boolean;
}

/** Asks before a page with unsaved changes is left, by whatever way. */
export function UnsavedChanges({ navigation, unsaved }: UnsavedChangesProps) {
  const held = useStore(navigation, (state) => state.held);
  const { setUnsaved, settleHeld } = navigation.getState();
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [setUnsaved, unsaved]);
  return (
    <Modal opened={held !== undefined} onClose={() => settleHeld(false)} title="Discard unsaved changes?">
      <div className={classes.stack}>
        <p className={classes.text}>The settings of this environment were changed and not saved.</p>
        <div className={classes.row}>
          <Button variant="filled" data-autofocus onClick={() => settleHeld(false)}>
            Keep editing
          </Button>
          <Button color="red" onClick={() => settleHeld(true)}>
            Discard changes
          </Button>
        </div>
      </div>
    </Modal>
  );
}
