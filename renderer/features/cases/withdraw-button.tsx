import { ActionIcon, Button, Group, Popover, Stack, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../actions/use-action.ts';
import { isMac, spoken } from '../../ui/shortcut.ts';
import { keyShortcuts } from '../../ui/shortcut-hint.tsx';
import { submitted } from '../../ui/submitted.ts';
import { useFootForm } from '../../ui/use-foot-form.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { maxComment } from './decision-form.tsx';
import { useCaseEntries } from './use-case-entries.ts';

// Z alone shows a picture in its actual size.
const shortcut = 'shift+z';

interface WithdrawButtonProps {
  environmentId: string;
  conversationId: string;
  /** Called when the withdrawal is saved. */
  onWithdrawn(): void;
}

/** Withdraws the decision of a case, with the reason for it. */
export function WithdrawButton({ environmentId, conversationId, onWithdrawn }: WithdrawButtonProps) {
  const { busy, decide, endUndo } = useCaseEntries(environmentId);
  const { opened, setOpened, button, open, popover } = useFootForm();
  const [comment, setComment] = useState('');
  const reason = comment.trim();
  useAction({
    id: 'case.withdraw',
    group: 'Decision',
    label: 'Withdraw the decision',
    keywords: ['undo', 'change', 'revoke', 'take back'],
    shortcut,
    run: open,
  });
  const check = useFormCheck({ reason: reason === '' && 'Enter why.' });
  const withdraw = async () => {
    const decision = { withdrawn: true, comment: reason } as const;
    if (check.passes() && (await decide({ selection: { ids: [conversationId] }, decision }))) {
      endUndo();
      onWithdrawn();
      setOpened(false);
    }
  };
  return (
    <Popover {...popover}>
      <Popover.Target>
        <ActionIcon
          ref={button}
          aria-label="Withdraw the decision"
          title={`Withdraw the decision (${spoken(shortcut, isMac(navigator.platform))})`}
          disabled={busy}
          {...keyShortcuts(shortcut)}
          onClick={() => setOpened(!opened)}
        >
          <IconArrowBackUp size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Withdraw the decision">
        <form ref={check.ref} onSubmit={submitted(withdraw)}>
          <Stack gap={10} w={320}>
            <Textarea
              data-autofocus
              label="Why is it withdrawn?"
              required
              value={comment}
              error={check.errors.reason}
              onChange={(event) => setComment(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault();
                  void withdraw();
                }
              }}
              maxLength={maxComment}
              autosize
              minRows={2}
              maxRows={6}
            />
            <Group wrap="nowrap" justify="flex-end">
              <Button onClick={() => setOpened(false)}>Cancel</Button>
              <Button variant="filled" type="submit" loading={busy}>
                Withdraw the decision
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
