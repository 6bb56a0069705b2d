import { Button, Group, Popover, Stack, Textarea, TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useState } from 'react';
import { type CaseRow, type FollowUp, followUp as schema } from '../../../preload/contract/cases.ts';
import { addDays, localDay } from '../../../preload/shared/calendar.ts';
import { useAction } from '../../actions/use-action.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { submitted } from '../../ui/submitted.ts';
import { useFootForm } from '../../ui/use-foot-form.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { useCaseEntries } from './use-case-entries.ts';

interface FollowUpProps {
  environmentId: string;
  row: CaseRow;
}

/** Sets the day on which a case comes back, with a reason. */
export function FollowUpButton({ environmentId, row }: FollowUpProps) {
  const { busy, setFollowUp } = useCaseEntries(environmentId);
  const { opened, setOpened, button, open, popover } = useFootForm();
  const announce = useAnnounce();
  useAction({
    id: 'case.follow-up',
    group: 'Decision',
    label: row.followUp ? 'Change the follow-up' : 'Follow up on a date',
    keywords: ['later', 'remind', 'snooze', 'date', 'calendar', 'resubmission'],
    shortcut: 'p',
    run: open,
  });
  const save = async (followUp: FollowUp | null) => {
    if (await setFollowUp({ selection: { ids: [row.conversationId] }, followUp })) {
      announce(followUp ? `Follow-up on ${followUp.on}` : 'No follow-up any more');
      setOpened(false);
    }
  };
  return (
    <Popover {...popover}>
      <Popover.Target>
        <Button
          ref={button}
          disabled={busy}
          leftSection={<IconCalendarClock size={15} aria-hidden />}
          {...withShortcut('p')}
          onClick={() => setOpened(!opened)}
        >
          Follow up…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Follow-up">
        <FollowUpForm
          saved={row.followUp}
          busy={busy}
          onSave={(followUp) => void save(followUp)}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FollowUpFormProps {
  saved: FollowUp | undefined;
  busy: boolean;
  onSave(followUp: FollowUp | null): void;
  onClose(): void;
}

function FollowUpForm({ saved, busy, onSave, onClose }: FollowUpFormProps) {
  const today = localDay(Date.now());
  const [on, setOn] = useState(saved && saved.on > today ? saved.on : addDays(today, 7));
  const [reason, setReason] = useState(saved?.reason ?? '');
  const entered = schema.safeParse({ on, reason }).data;
  const check = useFormCheck({
    on: on <= today && 'Choose a day after today.',
    reason: entered === undefined && 'Enter a reason.',
  });
  const save = () => {
    if (check.passes() && entered) {
      onSave(entered);
    }
  };
  return (
    <form ref={check.ref} onSubmit={submitted(save)}>
      <Stack gap={10} w={320}>
        <TextInput
          data-autofocus
          type="date"
          label="Comes back on"
          min={addDays(today, 1)}
          value={on}
          error={check.errors.on}
          onChange={(event) => setOn(event.currentTarget.value)}
        />
        <Textarea
          label="Reason"
          required
          value={reason}
          error={check.errors.reason}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              save();
            }
          }}
        />
        <Group wrap="nowrap" justify="flex-end">
          {saved && (
            <Button mr="auto" disabled={busy} onClick={() => onSave(null)}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" loading={busy}>
            Follow up
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows the day on which a case comes back, or that it has come. */
export function FollowUpText({ row: { followUp } }: { row: CaseRow }) {
  return followUp ? (
    <span data-tone={followUp.isDue ? 'caution' : 'neutral'} style={{ color: 'var(--tone)' }}>
      {followUp.isDue ? 'Follow-up due since' : 'Follow-up on'} {followUp.on}:{' '}
      <OutsideText text={followUp.reason} max={120} />
    </span>
  ) : null;
}
