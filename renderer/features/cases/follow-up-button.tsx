import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useState } from 'react';
import { type CaseRow, type FollowUp, followUp as schema } from '../../../preload/contract/cases.ts';
import { addDays, localDay } from '../../../preload/shared/calendar.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { useTextDraft } from '../../ui/text-drafts.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { useCaseEntry } from './use-case-entries.ts';
import { WideOnly } from './wait-button.tsx';

interface FollowUpProps {
  row: CaseRow;
}

/** Sets the day on which a case comes back, with a reason. */
export function FollowUpButton({ row }: FollowUpProps) {
  const { busy, run: setFollowUp } = useCaseEntry('cases.followUp');
  const save = async (followUp: FollowUp | null, close: () => void) => {
    const said = followUp ? `Follow-up on ${followUp.on}` : 'No follow-up any more';
    if (await setFollowUp({ selection: { ids: [row.conversationId] }, followUp }, said)) {
      close();
    }
  };
  return (
    <FormButton
      name="Follow-up"
      action={{
        id: 'case.follow-up',
        label: row.followUp ? 'Change the follow-up' : 'Follow up on a date',
        keywords: ['later', 'remind', 'snooze', 'date', 'calendar', 'resubmission'],
        shortcut: 'p',
      }}
      button={(button) => (
        <Button
          {...button}
          disabled={busy}
          leftSection={<IconCalendarClock size={15} aria-hidden />}
          {...withShortcut('p')}
        >
          Follow up…
        </Button>
      )}
    >
      {({ close }) => (
        <FollowUpForm
          saved={row.followUp}
          busy={busy}
          onSave={(followUp, endDraft) =>
            void save(followUp, () => {
              endDraft();
              close();
            })
          }
          onClose={close}
        />
      )}
    </FormButton>
  );
}

interface FollowUpFormProps {
  saved: FollowUp | undefined;
  busy: boolean;
  onSave(followUp: FollowUp | null, saved: () => void): void;
  onClose(): void;
}

function FollowUpForm({ saved, busy, onSave, onClose }: FollowUpFormProps) {
  const today = localDay(Date.now());
  const [on, setOn] = useState(saved && saved.on > today ? saved.on : addDays(today, 7));
  const { text: reason, field, end } = useTextDraft('follow-up', saved?.reason);
  const entered = schema.safeParse({ on, reason }).data;
  const check = useFormCheck({
    on: on <= today && 'Choose a day after today.',
    reason: entered === undefined && 'Enter a reason.',
  });
  return (
    <Form
      check={check}
      busy={busy}
      action="Follow up"
      onSubmit={() => entered && onSave(entered, end)}
      onCancel={() => {
        end();
        onClose();
      }}
      other={
        saved && (
          <Button disabled={busy} onClick={() => onSave(null, end)}>
            Remove
          </Button>
        )
      }
    >
      <TextInput
        data-autofocus
        type="date"
        label="Comes back on"
        min={addDays(today, 1)}
        value={on}
        error={check.errors.on}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
      <Textarea label="Reason" required maxLength={500} {...field(check.errors.reason)} />
    </Form>
  );
}

/** Shows the day on which a case comes back, or that it has come. */
export function FollowUpText({ row: { followUp } }: { row: CaseRow }) {
  return followUp ? (
    <span data-tone={followUp.isDue ? 'caution' : 'neutral'} style={{ color: 'var(--tone)' }}>
      <IconCalendarClock size={15} style={{ verticalAlign: 'text-bottom' }} aria-hidden />{' '}
      <WideOnly text={followUp.isDue ? 'Follow-up due since ' : 'Follow-up on '} />
      <span>{followUp.on}</span>: <OutsideText text={followUp.reason} max={120} />
    </span>
  ) : null;
}
