import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type DeletionMode,
  type DeletionPreview,
  type DeletionReason,
  deletionReasons,
  ticketNumber,
} from '../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { reasonLabels } from '../../../preload/wording/deletion-runs.ts';
import { ConfirmWithName } from '../../ui/confirm-with-name.tsx';
import classes from './deletion.module.css';
import { actionLabel } from './deletion-wording.ts';
import { EarlyReason } from './due/early-reason.tsx';

/** The user's input to confirm a deletion. */
export interface Confirmed {
  confirmation?: string;
  identity?: string;
  /** The user confirmed it although the conversation could not be read. */
  unread?: boolean;
  reason: DeletionReason;
  ticket?: string;
  earlyReason?: string;
}

interface ConfirmationProps {
  preview: DeletionPreview;
  mode: DeletionMode;
  environment: EnvironmentView;
  busy: boolean;
  onRun(given: Confirmed): void;
}

/**
 * Asks for the reason and whether it is the right person; to delete data, also to confirm that it cannot be restored; in production also
 * for the last four characters of the user key and the environment's name.
 */
export function Confirmation({ preview, mode, environment, busy, onRun }: ConfirmationProps) {
  const isSandbox = environment.settings.kind === 'sandbox';
  const { confirmation, identityOf } = preview;
  const isData = mode === 'DELETE_DATA';
  const isUnread = preview.unreadable !== undefined;
  const [checked, setChecked] = useState(isSandbox && !isUnread);
  const [isFinal, setFinal] = useState(isSandbox);
  const [reason, setReason] = useState<DeletionReason | ''>(isSandbox ? 'test-data' : '');
  const [ticket, setTicket] = useState('');
  const [identity, setIdentity] = useState('');
  const [earlyReason, setEarlyReason] = useState('');
  const isTicketValid = ticket.trim() === '' || ticketNumber.safeParse(ticket).success;
  const isReady =
    checked &&
    reason !== '' &&
    isTicketValid &&
    (!isData || isFinal) &&
    (preview.early === undefined || earlyReason.trim() !== '') &&
    (identityOf === undefined || identity.trim() !== '');
  const action = actionLabel(mode, visibleText(environment.settings.name));
  const run = (typed: string | undefined) => {
    if (reason !== '') {
      onRun({
        reason,
        ...omitUndefined({
          confirmation: typed,
          identity: identityOf === undefined ? undefined : identity.trim(),
          unread: isUnread ? checked : undefined,
          ticket: ticket.trim() === '' ? undefined : ticket.trim(),
          earlyReason: earlyReason.trim() === '' ? undefined : earlyReason.trim(),
        }),
      });
    }
  };
  return (
    <Stack align="flex-start">
      <div className={classes.why}>
        <NativeSelect
          label="Reason"
          value={reason}
          disabled={busy}
          onChange={(event) => setReason(event.currentTarget.value as DeletionReason | '')}
          data={[
            { value: '', label: 'Choose a reason' },
            ...deletionReasons.map((one) => ({ value: one, label: reasonLabels[one] })),
          ]}
        />
        <TextInput
          label="Ticket (optional)"
          value={ticket}
          disabled={busy}
          onChange={(event) => setTicket(event.currentTarget.value)}
          error={!isTicketValid && 'Letters, digits and # / _ . : - only'}
          maxLength={40}
        />
      </div>
      <EarlyReason early={preview.early} disabled={busy} value={earlyReason} onChange={setEarlyReason} />
      {(!isSandbox || isUnread) && (
        <Checkbox
          label={
            isUnread
              ? 'Send it without checking whose data it is'
              : 'I have checked that this is the right person'
          }
          checked={checked}
          disabled={busy}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      {!isSandbox && isData && (
        <Checkbox
          label="I know that deleted data cannot be restored"
          checked={isFinal}
          disabled={busy}
          onChange={(event) => setFinal(event.currentTarget.checked)}
        />
      )}
      {identityOf !== undefined && (
        <TextInput
          label={
            identityOf === 'id'
              ? 'Last four characters of the conversation id'
              : 'Last four characters of the user key'
          }
          value={identity}
          disabled={busy}
          onChange={(event) => setIdentity(event.currentTarget.value)}
          spellCheck={false}
          maxLength={20}
        />
      )}
      {confirmation === undefined ? (
        <Button
          variant="filled"
          color="red"
          disabled={!isReady}
          loading={busy}
          onClick={() => run(undefined)}
        >
          {action}
        </Button>
      ) : (
        <ConfirmWithName
          name={confirmation}
          action={action}
          busy={busy}
          disabled={!isReady}
          onConfirm={run}
        />
      )}
    </Stack>
  );
}
