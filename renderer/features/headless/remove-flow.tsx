import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';

interface RemoveFlowProps {
  store: StoreApi<HeadlessState>;
  disabled: boolean;
  onRemoved(): void;
}

/** Removes what is kept of the flow. It asks first where the outcome of the last answer is not known. */
export function RemoveFlow({ store, disabled, onRemoved }: RemoveFlowProps) {
  const { view, forget } = useStore(store);
  const [isAsking, setAsking] = useState(false);
  const remove = async (unsettled: boolean) => {
    setAsking(false);
    if (await forget(unsettled)) {
      onRemoved();
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        disabled={disabled}
        onClick={() => (view?.flow.state === 'unsettled' ? setAsking(true) : void remove(false))}
      >
        Remove this flow
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Remove a flow whose last answer has an unknown outcome?"
      >
        <Stack>
          <p>
            It is not known whether the last answer arrived. The flow at the service continues. Once it is
            removed here, nothing warns you before you answer that step again.
          </p>
          <div className={classes.row}>
            <Button variant="filled" data-autofocus onClick={() => setAsking(false)}>
              Keep the flow
            </Button>
            <Button color="red" onClick={() => void remove(true)}>
              Remove it
            </Button>
          </div>
        </Stack>
      </Modal>
    </>
  );
}
