import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ticketNumber } from '../../preload/contract/deletion.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { useBridgeAction } from '../bridge/use-bridge.tsx';
import { useFormCheck } from './use-form-check.ts';

interface ProposeActProps {
  environmentId: string;
  /** What main calls the act that it refused. */
  refused: string;
}

/** Proposes to a second person of the team what was refused because it needs one; nothing after any other failure. */
export function ProposeAct({ failure: { details } }: { failure: FailureView }) {
  return typeof details?.refused === 'string' && typeof details.environmentId === 'string' ? (
    <Proposal environmentId={details.environmentId} refused={details.refused} />
  ) : null;
}

function Proposal({ environmentId, refused }: ProposeActProps) {
  const propose = useBridgeAction(
    'approvals.proposeAct',
    { environmentId, refused },
    { once: true, changes: ['approvals.list'] },
  );
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const check = useFormCheck({
    reason: reason.trim() === '' && 'Say why.',
    ticket:
      ticket.trim() !== '' && !ticketNumber.safeParse(ticket).success && 'Enter the number of a ticket.',
  });
  if (propose.data !== undefined) {
    return (
      <Text mt={8} role="status">
        Proposed: the page Deletion lists it. Once it is approved, do the same again within a day. It is then
        done, once.
      </Text>
    );
  }
  const submit = () => {
    if (check.passes()) {
      void propose.run({ reason, ...omitUndefined({ ticket: ticket.trim() || undefined }) });
    }
  };
  // The failure may be shown within the form of what was refused, and a form contains no other.
  return (
    <Stack
      ref={check.ref}
      gap={8}
      mt={10}
      role="group"
      aria-label="Proposal"
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
          w={320}
          maxLength={1000}
          value={reason}
          error={check.errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label="Ticket (optional)"
          maxLength={40}
          value={ticket}
          error={check.errors.ticket}
          onChange={(event) => setTicket(event.currentTarget.value)}
        />
      </Group>
      {propose.failure && (
        <Text role="alert" c="var(--status-bad)">
          {propose.failure.message} {propose.failure.hint}
        </Text>
      )}
      <Group>
        <Button loading={propose.busy} onClick={submit}>
          Propose
        </Button>
      </Group>
    </Stack>
  );
}
