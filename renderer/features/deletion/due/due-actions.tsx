import { Button, Group, Popover, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { useAnnounce } from '../../../ui/services.tsx';
import { submitted } from '../../../ui/submitted.ts';

interface ActionProps {
  environmentId: string;
  ids: readonly string[];
  onDone(): void;
}

const changes = ['due.rows', 'due.summary'] as const;

/** Keeps the selected conversations on purpose, with a reason and perhaps a last day. */
export function HoldButton({ environmentId, ids, onDone }: ActionProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const announce = useAnnounce();
  const action = useBridgeAction('due.hold', { environmentId }, { changes });
  return (
    <ActionForm
      label="Keep on purpose"
      disabled={ids.length === 0}
      isComplete={reason.trim() !== ''}
      busy={action.busy}
      failure={action.failure}
      onSubmit={async () => {
        const hold = { reason: reason.trim(), ...(until === '' ? {} : { until }) };
        const isDone = (await action.run({ selection: { ids: [...ids] }, hold })) !== undefined;
        if (isDone) {
          announce('Kept on purpose');
          onDone();
        }
        return isDone;
      }}
    >
      <Textarea
        data-autofocus
        label="Reason"
        description="Such as a legal hold, and its file number."
        required
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
        autosize
        minRows={2}
      />
      <TextInput
        type="date"
        label="Until (optional)"
        description="Its last day. Without one, it is kept until you end the hold."
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ActionForm>
  );
}

/** Sets the day on which the relationship with the people of the selected conversations ended. */
export function StartButton({ environmentId, ids, today, onDone }: ActionProps & { today: string }) {
  const [on, setOn] = useState('');
  const announce = useAnnounce();
  const action = useBridgeAction('due.setStart', { environmentId }, { changes });
  return (
    <ActionForm
      label="Set end of relationship"
      disabled={ids.length === 0}
      isComplete={on !== ''}
      busy={action.busy}
      failure={action.failure}
      onSubmit={async () => {
        const isDone = (await action.run({ selection: { ids: [...ids] }, on })) !== undefined;
        if (isDone) {
          announce('End of the relationship saved');
          onDone();
        }
        return isDone;
      }}
    >
      <TextInput
        data-autofocus
        type="date"
        label="The relationship ended on"
        value={on}
        max={today}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
    </ActionForm>
  );
}

interface ActionFormProps {
  label: string;
  disabled: boolean;
  isComplete: boolean;
  busy: boolean;
  failure: FailureView | undefined;
  /** Resolves to whether it was saved. */
  onSubmit(): Promise<boolean>;
  children: ReactNode;
}

/** Shows a button that opens a small form. */
function ActionForm({ label, disabled, isComplete, busy, failure, onSubmit, children }: ActionFormProps) {
  const [opened, setOpened] = useState(false);
  const submit = async () => {
    if (isComplete && (await onSubmit())) {
      setOpened(false);
    }
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button disabled={disabled} onClick={() => setOpened(!opened)}>
          {label}…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form onSubmit={submitted(submit)}>
          <Stack gap={10} w={320}>
            {children}
            {failure && <FailureNotice failure={failure} />}
            <Group wrap="nowrap" justify="flex-end">
              <Button onClick={() => setOpened(false)}>Cancel</Button>
              <Button variant="filled" type="submit" disabled={!isComplete} loading={busy}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
