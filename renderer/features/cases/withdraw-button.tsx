import { ActionIcon, Textarea } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Form, FormButton } from '../../ui/form.tsx';
import { isMac, spoken } from '../../ui/shortcut.ts';
import { keyShortcuts } from '../../ui/shortcut-hint.tsx';
import { useTextDraft } from '../../ui/text-drafts.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { maxComment } from './decision-form.tsx';
import { useCaseEntry } from './use-case-entries.ts';

// Z alone shows a picture in its actual size.
const shortcut = 'shift+z';
const label = 'Withdraw the decision';

interface WithdrawButtonProps {
  conversationId: string;
  /** Called when the withdrawal is saved. */
  onWithdrawn(): void;
}

/** Withdraws the decision of a case, with the reason for it. */
export function WithdrawButton(props: WithdrawButtonProps) {
  const { busy } = useCaseEntry('cases.decide');
  return (
    <FormButton
      name={label}
      action={{
        id: 'case.withdraw',
        label,
        keywords: ['undo', 'change', 'revoke', 'take back'],
        shortcut,
      }}
      button={(button) => (
        <ActionIcon
          {...button}
          aria-label={label}
          title={`${label} (${spoken(shortcut, isMac(navigator.platform))})`}
          disabled={busy}
          {...keyShortcuts(shortcut)}
        >
          <IconArrowBackUp size={15} aria-hidden />
        </ActionIcon>
      )}
    >
      {({ close }) => <WithdrawForm {...props} onClose={close} />}
    </FormButton>
  );
}

function WithdrawForm({ conversationId, onWithdrawn, onClose }: WithdrawButtonProps & { onClose(): void }) {
  const { busy, run: decide } = useCaseEntry('cases.decide');
  const { text, field, end } = useTextDraft('withdraw');
  const reason = text.trim();
  const check = useFormCheck({ reason: reason === '' && 'Enter why.' });
  const close = () => {
    end();
    onClose();
  };
  const withdraw = async () => {
    const decision = { withdrawn: true, comment: reason } as const;
    if (await decide({ selection: { ids: [conversationId] }, decision })) {
      onWithdrawn();
      close();
    }
  };
  return (
    <Form check={check} action={label} busy={busy} onSubmit={withdraw} onCancel={close}>
      <Textarea
        data-autofocus
        label="Why is it withdrawn?"
        required
        {...field(check.errors.reason)}
        maxLength={maxComment}
      />
    </Form>
  );
}
