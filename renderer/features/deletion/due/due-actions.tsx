import { Button } from '@mantine/core';
import { useEnvironmentAction } from '../../../environments/use-environment.ts';
import { FormButton } from '../../../ui/form.tsx';
import { HoldForm } from '../../../ui/hold-form.tsx';
import { StepForm } from '../step-form.tsx';

interface ActionProps {
  ids: readonly string[];
  onDone(): void;
}

const changes = ['due.rows', 'due.summary'] as const;

/** Keeps the selected conversations on purpose, with a reason and perhaps a last day. */
export function HoldButton({ ids, onDone }: ActionProps) {
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
export function StartButton({ ids, today, onDone }: ActionProps & { today: string }) {
  const { run, busy, failure, reset } = useEnvironmentAction('due.setStart', {}, { changes });
  return (
    <StepForm
      label="Set end of relationship"
      disabled={ids.length === 0}
      day={{ label: 'The relationship ended on', max: today }}
      busy={busy}
      failure={failure}
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
