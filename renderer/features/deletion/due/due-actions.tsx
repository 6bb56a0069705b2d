import { Button } from '@mantine/core';
import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { FormButton } from '../../../ui/form.tsx';
import { HoldForm } from '../../../ui/hold-form.tsx';
import { StepForm } from '../step-form.tsx';

interface ActionProps {
  environmentId: string;
  ids: readonly string[];
  onDone(): void;
}

const changes = ['due.rows', 'due.summary'] as const;

/** Keeps the selected conversations on purpose, with a reason and perhaps a last day. */
export function HoldButton({ environmentId, ids, onDone }: ActionProps) {
  return (
    <FormButton
      name="Keep on purpose"
      position="bottom-start"
      button={(button) => (
        <Button {...button} disabled={ids.length === 0}>
          Keep on purpose…
        </Button>
      )}
    >
      {({ close }) => (
        <HoldForm
          environmentId={environmentId}
          selection={{ ids: [...ids] }}
          onDone={() => {
            close();
            onDone();
          }}
          onClose={close}
        />
      )}
    </FormButton>
  );
}

/** Sets the day on which the relationship with the people of the selected conversations ended. */
export function StartButton({ environmentId, ids, today, onDone }: ActionProps & { today: string }) {
  const { run, busy, failure, reset } = useBridgeAction('due.setStart', { environmentId }, { changes });
  return (
    <StepForm
      label="Set end of relationship"
      disabled={ids.length === 0}
      day={{ label: 'The relationship ended on', max: today }}
      {...{ busy, failure }}
      onClose={reset}
      onSave={async ({ day }) => {
        const asked = { selection: { ids: [...ids] }, on: day };
        const isDone = (await run(asked, 'End of the relationship saved')) !== undefined;
        if (isDone) {
          onDone();
        }
        return isDone;
      }}
    />
  );
}
