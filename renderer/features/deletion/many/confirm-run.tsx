import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type DeletionReason, deletionReasons, ticketNumber } from '../../../../preload/contract/deletion.ts';
import type { DeletionDraft, RunPace } from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { reasonLabels } from '../../../../preload/wording/deletion-runs.ts';
import { earlyText } from '../../../../preload/wording/due.ts';
import { useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { actionLabel } from '../deletion-wording.ts';
import { EarlyReason } from '../due/early-reason.tsx';
import classes from './many.module.css';
import { PaceFields } from './pace-fields.tsx';

interface ConfirmRunProps {
  draft: DeletionDraft;
  environment: EnvironmentView;
  busy: boolean;
  onStart(given: {
    count: string;
    environmentName: string | undefined;
    reason: DeletionReason;
    ticket: string | undefined;
    earlyReason: string | undefined;
    pace: RunPace;
  }): void;
}

/**
 * Asks for the reason and the number of conversations; in production for the environment's name; to delete data, also to confirm that it
 * cannot be restored. The Enter key does not confirm.
 */
export function ConfirmRun({ draft, environment, busy, onStart }: ConfirmRunProps) {
  const [reason, setReason] = useState<DeletionReason | ''>('');
  const [ticket, setTicket] = useState('');
  const [count, setCount] = useState('');
  const [name, setName] = useState('');
  const [isFinal, setFinal] = useState(false);
  const [earlyReason, setEarlyReason] = useState('');
  const [pace, setPace] = useState<RunPace>({ concurrency: 4, stopAfter: 10 });
  const { included, mode, state, confirmation } = draft;
  const isData = mode === 'DELETE_DATA';
  const { environmentId, draftId } = draft;
  const early = useBridgeQuery(
    'deletionRuns.early',
    isData && state !== 'reading' ? { environmentId, draftId, included } : undefined,
  );
  const needsReason = early.data !== undefined && earlyText(early.data) !== undefined;
  const isTicketValid = ticket.trim() === '' || ticketNumber.safeParse(ticket).success;
  const isComplete =
    included > 0 &&
    state !== 'reading' &&
    reason !== '' &&
    isTicketValid &&
    (!isData || early.data !== undefined) &&
    (!needsReason || earlyReason.trim() !== '') &&
    count.trim() === String(included) &&
    (confirmation === undefined || name.trim() === confirmation) &&
    (!isData || isFinal);
  if (environment.settings.readOnly) {
    return (
      <p className={classes.message}>
        This environment is read-only in this console. Turn that off in its settings to go on.
      </p>
    );
  }
  const noun = included === 1 ? 'conversation' : 'conversations';
  return (
    <div className={classes.confirm}>
      <div className={classes.fields}>
        <NativeSelect
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as DeletionReason | '')}
          data={[
            { value: '', label: 'Choose a reason' },
            ...deletionReasons.map((one) => ({ value: one, label: reasonLabels[one] })),
          ]}
        />
        <TextInput
          label="Ticket (optional)"
          value={ticket}
          onChange={(event) => setTicket(event.currentTarget.value)}
          error={!isTicketValid && 'Letters, digits and # / _ . : - only'}
          maxLength={40}
        />
      </div>
      <EarlyReason early={early.data} value={earlyReason} onChange={setEarlyReason} />
      {early.failure && <FailureNotice failure={early.failure} />}
      <PaceFields pace={pace} onPace={setPace} />
      {isData && (
        <Checkbox
          label="I know that deleted data cannot be restored"
          checked={isFinal}
          onChange={(event) => setFinal(event.currentTarget.checked)}
        />
      )}
      <div className={classes.fields}>
        <TextInput
          label={
            <>
              Type <strong>{included}</strong> to {isData ? 'delete the data of' : 'expire'}{' '}
              {included.toLocaleString('en')} {noun}
            </>
          }
          value={count}
          onChange={(event) => setCount(event.currentTarget.value)}
          inputMode="numeric"
        />
        {confirmation !== undefined && (
          <TextInput
            label={
              <>
                Type <strong>{visibleText(confirmation)}</strong> to confirm
              </>
            }
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            spellCheck={false}
          />
        )}
      </div>
      <div className={classes.ways}>
        <Button
          variant="filled"
          color="red"
          disabled={!isComplete}
          loading={busy}
          onClick={() =>
            reason !== '' &&
            onStart({
              count: count.trim(),
              environmentName: confirmation === undefined ? undefined : name.trim(),
              reason,
              ticket: ticket.trim() === '' ? undefined : ticket.trim(),
              earlyReason: needsReason ? earlyReason.trim() : undefined,
              pace,
            })
          }
        >
          {actionLabel(mode, visibleText(environment.settings.name))}
        </Button>
        <span className={layout.quietParagraph}>You can cancel everything for ten seconds afterwards.</span>
      </div>
    </div>
  );
}
