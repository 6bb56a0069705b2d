import { Button, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { type ApprovalRule, targetHours } from '../../../preload/contract/case-settings.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Section } from '../../ui/section.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { PartFailure } from './part-failure.tsx';

const nothing: ApprovalRule = { settledFrom: null, finalResults: false, notRejectedBefore: false };

/** The weights that are offered, as the guide has them. */
const weights = [
  { value: '', label: 'No findings' },
  { value: '85', label: 'Lists, fraud, document and face (weight 85 and more)' },
  { value: '65', label: 'Contradictions and low similarity too (65 and more)' },
  { value: '1', label: 'All findings' },
];

/** Sets what must hold before a case of an environment is approved. */
export function ApprovalSection() {
  const { data, failure } = useEnvironmentQuery('cases.settings', {});
  return (
    <Section title="Before a case is approved">
      {data && (
        <ApprovalForm
          key={JSON.stringify([data.approval, data.targetHours])}
          current={{ approval: data.approval ?? nothing, targetHours: data.targetHours ?? null }}
        />
      )}
      <PartFailure failure={failure} />
    </Section>
  );
}

interface SavedRule {
  approval: ApprovalRule;
  targetHours: number | null;
}

function ApprovalForm({ current }: { current: SavedRule }) {
  const [rule, setRule] = useState(current.approval);
  const [hours, setHours] = useState<number | string>(current.targetHours ?? '');
  const target = targetHours.safeParse(hours === '' ? null : hours);
  const action = useEnvironmentAction('cases.saveSettings', {}, { changes: ['cases.settings'] });
  const check = useFormCheck({ hours: target.success ? undefined : target.error.issues[0]?.message });
  const save = () => {
    if (check.passes() && target.success) {
      void action.run({ approval: rule, targetHours: target.data }, 'Conditions saved');
    }
  };
  return (
    <Stack ref={check.ref} align="flex-start" gap={10}>
      <Select
        label="Findings that must be settled"
        w={400}
        data={weights}
        value={String(rule.settledFrom ?? '')}
        onChange={(value) => setRule({ ...rule, settledFrom: value ? Number(value) : null })}
      />
      <Switch
        label="The results must be final"
        checked={rule.finalResults}
        onChange={(event) => setRule({ ...rule, finalResults: event.currentTarget.checked })}
      />
      <Switch
        label="No case seen before may have been rejected"
        checked={rule.notRejectedBefore}
        onChange={(event) => setRule({ ...rule, notRejectedBefore: event.currentTarget.checked })}
      />
      <Switch
        label="No item of the checklist may be open"
        description="The checklist is the same for all environments, in Settings."
        checked={rule.checklistDone ?? false}
        onChange={(event) => setRule({ ...rule, checklistDone: event.currentTarget.checked })}
      />
      <NumberInput
        label="Target: hours from the result to the decision"
        description="The list shows the age of each case, and is:over-target finds those that are older. Time spent waiting for the user does not count. Empty for no target."
        w={400}
        min={1}
        max={8760}
        clampBehavior="none"
        value={hours}
        onChange={setHours}
        error={target.success ? undefined : target.error.issues[0]?.message}
      />
      <Button
        variant="filled"
        disabled={
          target.success &&
          JSON.stringify(rule) === JSON.stringify(current.approval) &&
          target.data === current.targetHours
        }
        loading={action.busy}
        onClick={save}
      >
        Save conditions
      </Button>
      <PartFailure failure={action.failure} />
    </Stack>
  );
}
