import { Button, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ticketNumber } from '../../preload/contract/deletion.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { rolesAtService } from '../../preload/contract/team-roles.ts';
import { useBridgeAction } from '../bridge/use-bridge.tsx';
import layout from './layout.module.css';
import { useRoleRefusal } from './policy.tsx';
import { useFormCheck, useTexts } from './use-form-check.ts';

/** The act that was refused because a second person must approve it. */
interface RefusedAct {
  environmentId: string;
  /** The name of the act in main. */
  refused: string;
}

/** Returns what a second person of the team can be asked for; undefined after any other failure. */
export function refusedActOf({ details }: FailureView): RefusedAct | undefined {
  const { refused, environmentId } = details ?? {};
  return typeof refused === 'string' && typeof environmentId === 'string'
    ? { environmentId, refused }
    : undefined;
}

interface ProposeActProps {
  act: RefusedAct;
  /** The approval that the policy asks for. */
  text: ReactNode;
  /** Other actions. */
  children?: ReactNode;
}

/** Proposes to a second person of the team what was refused because it needs one. Nothing went wrong, so it does not look like a failure. */
export function ProposeAct({ act, text, children }: ProposeActProps) {
  const propose = useBridgeAction('approvals.proposeAct', act, { once: true, changes: ['approvals.list'] });
  const [isOpen, setOpen] = useState(false);
  const refusal = useRoleRefusal(rolesAtService, 'propose it');
  const isProposed = propose.data !== undefined;
  return (
    <Stack
      className={layout.tinted}
      data-tone="active"
      gap={8}
      px={14}
      py={8}
      role="group"
      aria-label="Approval by a second person"
    >
      <Flex align="center" wrap="wrap" columnGap={10} rowGap={6}>
        <IconUserCheck size={16} color="var(--tone)" aria-hidden style={{ flex: 'none' }} />
        <Text flex="1 1 14rem" role="alert">
          {isProposed
            ? 'Proposed. Once it is approved, do the same again within a day. It is listed under Deletion, Proposals.'
            : text}
        </Text>
        {refusal !== undefined && <Text>{refusal}</Text>}
        {!isOpen && refusal === undefined && (
          <Button variant="filled" onClick={() => setOpen(true)}>
            Propose…
          </Button>
        )}
        {children}
      </Flex>
      {isOpen && !isProposed && <ProposalForm propose={propose} onCancel={() => setOpen(false)} />}
    </Stack>
  );
}

interface ProposalFormProps {
  propose: ReturnType<typeof useBridgeAction<'approvals.proposeAct', RefusedAct>>;
  onCancel(): void;
}

function ProposalForm({ propose, onCancel }: ProposalFormProps) {
  const { texts, field } = useTexts({ reason: '', ticket: '' });
  const { reason, ticket } = texts;
  const check = useFormCheck({
    reason: reason.trim() === '' && 'Say why.',
    ticket:
      ticket.trim() !== '' && !ticketNumber.safeParse(ticket).success && 'Enter the number of a ticket.',
  });
  const submit = () => {
    if (check.passes()) {
      void propose.run({ reason, ...omitUndefined({ ticket: ticket.trim() || undefined }) });
    }
  };
  // The refusal may be shown within the form of what was refused, and a form contains no other.
  return (
    <Stack
      ref={check.ref}
      gap={8}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          submit();
        }
      }}
    >
      <Group align="flex-start" gap={10}>
        <TextInput
          label="Why"
          required
          autoFocus
          flex="1 1 16rem"
          maw={400}
          maxLength={1000}
          {...field('reason', check.errors)}
        />
        <TextInput label="Ticket (optional)" maxLength={40} {...field('ticket', check.errors)} />
      </Group>
      {propose.failure && (
        <Text role="alert" c="var(--status-bad)">
          {propose.failure.message} {propose.failure.hint}
        </Text>
      )}
      <Group gap={8}>
        <Button variant="filled" loading={propose.busy} onClick={submit}>
          Propose
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Group>
    </Stack>
  );
}
