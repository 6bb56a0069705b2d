import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type DeletionReason, deletionReasons, ticketNumber } from '../../../preload/contract/deletion.ts';
import {
  type DeletionDraft,
  maxPlannedMs,
  normalPace,
  type RunPace,
} from '../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { rolesAtService } from '../../../preload/contract/team-roles.ts';
import {
  approvalAsked,
  approvalWithoutTeam,
  changedText,
  proposeLabel,
} from '../../../preload/wording/approvals.ts';
import { actionLabel, plannedHint, reasonLabels } from '../../../preload/wording/deletion-runs.ts';
import { earlyText } from '../../../preload/wording/due.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { useEnvironment } from '../../environments/use-environment.ts';
import { fieldTime } from '../../ui/format-date.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { refusalText, useRefusal, useRoleRefusal } from '../../ui/policy.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import classes from './deletion.module.css';
import type { FilledIn } from './deletion-state.ts';
import { RunPaceFields } from './pace-fields.tsx';

interface ConfirmRunProps {
  draft: DeletionDraft;
  filledIn: FilledIn;
  onStarted(runId: string): void;
  onProposed(): void;
}

/**
 * Asks for what confirms the run: for several conversations their number; for one, outside the sandbox, that it is the right person; in production
 * also for the name of the environment and, for one, the end of the user key. The Enter key does not confirm.
 */
export function ConfirmRun({ draft, filledIn, onStarted, onProposed }: ConfirmRunProps) {
  const environment = useEnvironment();
  const { included, mode, state, confirmation, identityOf, draftId, environmentId, proposal } = draft;
  /** True if a second person is asked; false for what that person has approved. */
  const isProposed = draft.needsApproval && proposal === undefined;
  const isSandbox = environment.settings.kind === 'sandbox';
  const isOne = included === 1;
  const isData = mode === 'DELETE_DATA';
  const start = useBridgeAction('deletionRuns.start', { environmentId, draftId }, { once: true });
  const proposing = { once: true, changes: ['approvals.list'] } as const;
  const propose = useBridgeAction('approvals.propose', { environmentId, draftId }, proposing);
  const isInTeam = useBridgeQuery('team.view', isProposed ? {} : undefined).data?.team?.stage === 'member';
  const { texts, field } = useTexts(
    { ticket: filledIn.ticket ?? '', count: '', name: '', identity: '', early: '' },
    { spellCheck: false },
  );
  // A proposal keeps the reason that was approved.
  const [reason, setReason] = useState(
    filledIn.reason ?? ((isSandbox || proposal ? 'test-data' : '') as DeletionReason | ''),
  );
  const ticket = texts.ticket.trim();
  const count = texts.count.trim();
  const name = texts.name.trim();
  const identity = texts.identity.trim();
  const earlyReason = texts.early.trim();
  const [isChecked, setChecked] = useState(false);
  const [pace, setPace] = useState<RunPace>();
  /** The local time to begin at, as the field writes it; undefined to begin now. */
  const [plan, setPlan] = useState<string>();
  const startsAt = plan === undefined ? undefined : new Date(plan).getTime();
  const early = useBridgeQuery(
    'deletionRuns.early',
    isData && state !== 'reading' && proposal === undefined
      ? { environmentId, draftId, included }
      : undefined,
  );
  /** Why the deletion needs a reason of its own. */
  const earlyFor = early.data && earlyText(early.data);
  const isTicketValid = ticket === '' || ticketNumber.safeParse(ticket).success;
  const isAskedToCheck = isOne ? !isSandbox : confirmation !== undefined && isData;
  const isAsCounted = !isData || proposal !== undefined || early.data !== undefined;
  const isRead = state !== 'reading' && isAsCounted && !proposal?.changed;
  const refusal = useRefusal('delete');
  const roleRefusal = useRoleRefusal(rolesAtService);
  const check = useFormCheck({
    reason: reason === '' && 'Choose a reason.',
    ticket: !isTicketValid && 'Letters, digits and # / _ . : - only',
    early: earlyFor !== undefined && earlyReason === '' && 'Enter why.',
    checked: isAskedToCheck && !isChecked && 'Tick this first.',
    count: !isOne && count !== String(included) && `Type ${included}.`,
    identity: identityOf !== undefined && identity === '' && 'Type the last four characters.',
    name: confirmation !== undefined && name !== confirmation && 'Type it exactly as it is shown.',
    plan: startsAt !== undefined && !isPlannable(startsAt) && 'A time within the next thirty days',
  });
  if (environment.settings.readOnly) {
    return (
      <p className={classes.strong}>
        This environment is read-only in this console. Turn that off in its settings to go on.
      </p>
    );
  }
  if (roleRefusal !== undefined) {
    return <p className={classes.strong}>{roleRefusal}</p>;
  }
  if (refusal !== undefined) {
    return <p className={classes.strong}>{refusalText(refusal)}</p>;
  }
  if (isProposed && !isInTeam) {
    return <p className={classes.strong}>{approvalWithoutTeam}</p>;
  }
  const label = isProposed ? proposeLabel : actionLabel(mode, visibleText(environment.settings.name));
  const run = async () => {
    if (!check.passes() || reason === '') {
      return;
    }
    const given = omitUndefined({
      count: isOne ? undefined : count,
      environmentName: confirmation === undefined ? undefined : name,
      identity: identityOf === undefined ? undefined : identity,
      ticket: ticket === '' ? undefined : ticket,
      earlyReason: earlyFor === undefined ? undefined : earlyReason,
      startsAt,
    });
    if (isProposed && (await propose.run({ reason, ...given }))) {
      onProposed();
    } else if (!isProposed) {
      const started = await start.run({ reason, pace: pace ?? normalPace, ...given });
      if (started) {
        onStarted(started.runId);
      }
    }
  };
  const failure = start.failure ?? propose.failure;
  const isPlanned = plan !== undefined || (proposal?.startsAt ?? 0) > Date.now();
  return (
    <Stack ref={check.ref} gap={14} pt={14} style={{ borderTop: '1px solid var(--line-strong)' }}>
      {isProposed && <Text>{approvalAsked}</Text>}
      {proposal !== undefined && proposal.changed > 0 && (
        <p className={classes.strong}>{changedText(proposal.changed)} Propose it again.</p>
      )}
      {proposal === undefined && (
        <div className={classes.fields}>
          <NativeSelect
            label="Reason"
            value={reason}
            error={check.errors.reason}
            onChange={(event) => setReason(event.currentTarget.value as DeletionReason | '')}
            data={[
              { value: '', label: 'Choose a reason' },
              ...deletionReasons.map((one) => ({ value: one, label: reasonLabels[one] })),
            ]}
          />
          <TextInput label="Ticket (optional)" {...field('ticket', check.errors)} maxLength={40} />
        </div>
      )}
      {earlyFor !== undefined && (
        <Textarea
          label="Why is this data deleted now?"
          description={`${earlyFor} The reason is entered in the journal.`}
          required
          maxLength={1000}
          {...field('early', check.errors)}
          spellCheck
        />
      )}
      {early.failure && <FailureNotice failure={early.failure} />}
      {isAskedToCheck && (
        <Checkbox
          label={checkText(isOne, isData)}
          checked={isChecked}
          error={check.errors.checked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      <div className={classes.fields}>
        {!isOne && (
          <TextInput
            label={
              <>
                Type <strong>{included}</strong> to {isData ? 'delete the data of' : 'expire'}{' '}
                {included.toLocaleString('en')} conversations
              </>
            }
            {...field('count', check.errors)}
            inputMode="numeric"
          />
        )}
        {identityOf !== undefined && (
          <TextInput
            label={`Last four characters of the ${identityOf === 'id' ? 'conversation id' : 'user key'}`}
            {...field('identity', check.errors)}
            maxLength={20}
          />
        )}
        {confirmation !== undefined && (
          <TextInput
            label={
              <>
                Type <strong>{visibleText(confirmation)}</strong> to confirm
              </>
            }
            {...field('name', check.errors)}
          />
        )}
      </div>
      {plan !== undefined && (
        <TextInput
          type="datetime-local"
          label="Begin at"
          description={plannedHint}
          w={420}
          value={plan}
          min={fieldTime(Date.now())}
          max={fieldTime(Date.now() + maxPlannedMs)}
          error={check.errors.plan}
          onChange={(event) => setPlan(event.currentTarget.value)}
        />
      )}
      {failure && <FailureNotice failure={failure} />}
      <Group gap={8}>
        <Button
          variant="filled"
          {...(isProposed ? {} : { color: 'red' })}
          disabled={!isRead}
          loading={start.busy || propose.busy}
          onClick={() => void run()}
        >
          {isPlanned && !isProposed ? `Plan: ${label}` : label}
        </Button>
        {proposal === undefined && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={plan !== undefined}
            onClick={() => setPlan(plan === undefined ? fieldTime(Date.now() + 86_400_000) : undefined)}
          >
            {plan === undefined ? 'Plan for later…' : 'Begin now instead'}
          </Button>
        )}
        {!isOne && !isProposed && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={pace !== undefined}
            onClick={() => setPace(pace === undefined ? normalPace : undefined)}
          >
            {pace === undefined ? 'Pace: normal · Change' : 'Pace: own · Use the normal one'}
          </Button>
        )}
        <span className={layout.quiet}>
          {isData && 'Deleted data cannot be restored.'}
          {!isOne && !isPlanned && !isProposed && ' You can cancel everything for ten seconds afterwards.'}
        </span>
      </Group>
      {pace !== undefined && <RunPaceFields pace={pace} onPace={setPace} />}
    </Stack>
  );
}

function isPlannable(startsAt: number): boolean {
  const ms = startsAt - Date.now();
  return ms > 0 && ms <= maxPlannedMs;
}

function checkText(isOne: boolean, isData: boolean): string {
  const lost = 'deleted data cannot be restored';
  if (!isOne) {
    return `I know that ${lost}`;
  }
  const checked = 'I have checked that this is the right person';
  return isData ? `${checked}, and I know that ${lost}` : checked;
}
