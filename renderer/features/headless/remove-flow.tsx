import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Flow } from './use-flow.ts';

interface RemoveFlowProps {
  flow: Flow;
  disabled: boolean;
  onRemoved(): void;
}

/** Removes what is kept of the flow. It asks first where the outcome of the last answer is not known. */
export function RemoveFlow({ flow: { view, forget }, disabled, onRemoved }: RemoveFlowProps) {
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
          <Group gap={10}>
            <Button variant="filled" data-autofocus onClick={() => setAsking(false)}>
              Keep the flow
            </Button>
            <Button color="red" onClick={() => void remove(true)}>
              Remove it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
