import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { useAnnounce } from '../../../ui/services.tsx';
import { useFormCheck } from '../../../ui/use-form-check.ts';
import { ActionForm } from '../action-form.tsx';

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
  const check = useFormCheck({ reason: reason.trim() === '' && 'Enter a reason.' });
  const action = useBridgeAction('due.hold', { environmentId }, { changes });
  return (
    <ActionForm
      label="Keep on purpose"
      disabled={ids.length === 0}
      check={check}
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
        error={check.errors.reason}
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
  const check = useFormCheck({ on: on === '' && 'Enter a day.' });
  const action = useBridgeAction('due.setStart', { environmentId }, { changes });
  return (
    <ActionForm
      label="Set end of relationship"
      disabled={ids.length === 0}
      check={check}
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
        error={check.errors.on}
        max={today}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
    </ActionForm>
  );
}
