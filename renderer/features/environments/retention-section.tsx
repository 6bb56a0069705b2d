import { Button, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { RetentionPeriods } from '../../../preload/contract/case-settings.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { UnderPolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { PartFailure } from './part-failure.tsx';
import { previewText, RetentionPreview } from './retention-preview.tsx';

/** The periods offered when a user turns the deletion on. */
const suggestion = { data: 90, decisions: 1825 };
const maxDays = 3650;

/** Sets how long the cases of an environment stay in this console. */
export function RetentionSection() {
  const { data, failure } = useEnvironmentQuery('cases.settings', {});
  return (
    <Section title="Retention">
      <UnderPolicy isForm rule="retention" input={{ retention: true }}>
        <RetentionForm key={data && 'read'} periods={data} />
      </UnderPolicy>
      <PartFailure failure={failure} />
    </Section>
  );
}

interface RetentionFormProps {
  /** Undefined until it was read. */
  periods: RetentionPeriods | undefined;
}

function RetentionForm({ periods }: RetentionFormProps) {
  const [isLimited, setLimited] = useState(typeof periods?.retentionDays === 'number');
  const [days, setDays] = useState<number | string>(periods?.retentionDays ?? suggestion.data);
  const [withDecisions, setWithDecisions] = useState(typeof periods?.decisionDays === 'number');
  const [decisionDays, setDecisionDays] = useState<number | string>(
    periods?.decisionDays ?? suggestion.decisions,
  );
  const action = useEnvironmentAction('cases.saveSettings', {}, { changes: ['cases.settings'] });
  const choice = chosenPeriods({ isLimited, days, withDecisions, decisionDays });
  const data = choice?.retentionDays;
  const decisions = choice?.decisionDays;
  const due = useEnvironmentQuery(
    'cases.retentionPreview',
    periods !== undefined && typeof data === 'number' && decisions !== undefined
      ? { retentionDays: data, decisionDays: decisions }
      : undefined,
  );
  const preview = due.data;
  const isUnchanged =
    periods === undefined ||
    (choice !== undefined && data === periods.retentionDays && decisions === periods.decisionDays);
  // The cases to be deleted are shown before it can be saved.
  const isShown = choice === undefined || data === null || preview !== undefined;
  const check = useFormCheck({ days: choice === undefined && 'Enter whole numbers of days.' });
  const save = () => {
    if (check.passes() && choice !== undefined) {
      void action.run({ retention: choice }, 'Retention saved');
    }
  };
  return (
    <Stack ref={check.ref} align="flex-start" gap={10}>
      <Switch
        checked={isLimited}
        // A choice made before the stored one is known would be replaced by it.
        disabled={periods === undefined}
        onChange={(event) => setLimited(event.currentTarget.checked)}
        label="Delete the data of old cases from this console"
        description="Nothing changes at the service."
      />
      {isLimited && (
        <DaysInput label="Delete data after days without activity" value={days} onChange={setDays} min={1} />
      )}
      {isLimited && (
        <Switch
          checked={withDecisions}
          onChange={(event) => setWithDecisions(event.currentTarget.checked)}
          label="Delete decisions too"
        />
      )}
      {isLimited && withDecisions && (
        <DaysInput
          label="Delete decisions after days without activity"
          value={decisionDays}
          onChange={setDecisionDays}
          min={typeof days === 'number' ? days : 1}
        />
      )}
      <Text maw={736}>
        {isLimited
          ? `Readings, notes, comments, labels and user keys are deleted. The id, decision, reason, reviewer and time of a decided case are kept${withDecisions ? ' until its decision is deleted, too' : ''}. Cases are kept while they are watched, in review or waiting, and while a decision to escalate or to request resubmission is open: set their state to Done to end that. Those kept on purpose stay until the hold ends.`
          : 'Cases stay in this console until you forget them.'}
      </Text>
      <Text maw={736} role="status">
        {isLimited && preview !== undefined ? previewText(preview) : ''}
      </Text>
      {isLimited && preview !== undefined && <RetentionPreview preview={preview} />}
      <Button variant="filled" disabled={isUnchanged || !isShown} loading={action.busy} onClick={save}>
        Save retention
      </Button>
      <PartFailure failure={action.failure ?? due.failure} />
    </Stack>
  );
}

function DaysInput({
  min,
  value,
  ...props
}: {
  label: string;
  value: number | string;
  onChange: (value: number | string) => void;
  min: number;
}) {
  return (
    <NumberInput
      {...props}
      value={value}
      min={min}
      max={maxDays}
      clampBehavior="none"
      error={
        isWhole(value, min)
          ? undefined
          : `Enter a whole number from ${min.toLocaleString('en')} to ${maxDays.toLocaleString('en')}`
      }
    />
  );
}

function isWhole(value: number | string, min: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= maxDays;
}

/** Returns undefined while a number is not valid. */
export function chosenPeriods({
  isLimited,
  days,
  withDecisions,
  decisionDays,
}: {
  isLimited: boolean;
  days: number | string;
  withDecisions: boolean;
  decisionDays: number | string;
}): RetentionPeriods | undefined {
  if (!isLimited) {
    return { retentionDays: null, decisionDays: null };
  }
  if (!isWhole(days, 1)) {
    return undefined;
  }
  if (!withDecisions) {
    return { retentionDays: days, decisionDays: null };
  }
  return isWhole(decisionDays, days) ? { retentionDays: days, decisionDays } : undefined;
}
