import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { useAnnounce } from '../../../ui/services.tsx';
import { StepForm } from '../step-form.tsx';

interface ActionProps {
  environmentId: string;
  ids: readonly string[];
  onDone(): void;
}

const changes = ['due.rows', 'due.summary'] as const;

/** Keeps the selected conversations on purpose, with a reason and perhaps a last day. */
export function HoldButton({ environmentId, ids, onDone }: ActionProps) {
  const announce = useAnnounce();
  const { run, busy, failure } = useBridgeAction('due.hold', { environmentId }, { changes });
  return (
    <StepForm
      label="Keep on purpose"
      disabled={ids.length === 0}
      text={{
        label: 'Reason',
        description: 'Such as a legal hold, and its file number.',
        missing: 'Enter a reason.',
      }}
      day={{
        label: 'Until (optional)',
        description: 'Its last day. Without one, it is kept until you end the hold.',
        isOptional: true,
      }}
      {...{ busy, failure }}
      onSave={async ({ day, text }) => {
        const hold = { reason: text, ...(day === '' ? {} : { until: day }) };
        const isDone = (await run({ selection: { ids: [...ids] }, hold })) !== undefined;
        if (isDone) {
          announce('Kept on purpose');
          onDone();
        }
        return isDone;
      }}
    />
  );
}

/** Sets the day on which the relationship with the people of the selected conversations ended. */
export function StartButton({ environmentId, ids, today, onDone }: ActionProps & { today: string }) {
  const announce = useAnnounce();
  const { run, busy, failure } = useBridgeAction('due.setStart', { environmentId }, { changes });
  return (
    <StepForm
      label="Set end of relationship"
      disabled={ids.length === 0}
      day={{ label: 'The relationship ended on', max: today }}
      {...{ busy, failure }}
      onSave={async ({ day }) => {
        const isDone = (await run({ selection: { ids: [...ids] }, on: day })) !== undefined;
        if (isDone) {
          announce('End of the relationship saved');
          onDone();
        }
        return isDone;
      }}
    />
  );
}
