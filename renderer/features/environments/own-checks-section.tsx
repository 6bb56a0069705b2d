import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type OwnCheckChoices,
  type OwnCheckWeight,
  type PlausibilityRule,
  plausibilityRules,
} from '../../../preload/contract/plausibility.ts';
import { ownCheckLabels, plausibilityTitle } from '../../../preload/wording/plausibility.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Section } from '../../ui/section.tsx';
import { PartFailure } from './part-failure.tsx';
import formLayout from './settings-form.module.css';

const weights: { value: OwnCheckWeight | ''; label: string }[] = [
  { value: '', label: 'Standard' },
  { value: 'high', label: 'High: the case has issues' },
  { value: 'low', label: 'Low' },
  { value: 'note', label: 'Note: does not count' },
  { value: 'off', label: 'Off' },
];
const rules = Object.keys(ownCheckLabels) as PlausibilityRule[];

/** Sets the weight of each of the console's own checks in an environment. */
export function OwnChecksSection() {
  const { data, failure } = useEnvironmentQuery('cases.settings', {});
  return (
    <Section title={plausibilityTitle}>
      {data && <OwnChecksForm key={JSON.stringify(data.ownChecks)} choicesBefore={data.ownChecks ?? {}} />}
      <PartFailure failure={failure} />
    </Section>
  );
}

function OwnChecksForm({ choicesBefore }: { choicesBefore: OwnCheckChoices }) {
  const [choices, setChoices] = useState(choicesBefore);
  const [opened, setOpened] = useState(false);
  const action = useEnvironmentAction('cases.saveSettings', {}, { changes: ['cases.settings'] });
  const changeCount = Object.keys(choices).length;
  const isUnchanged = plausibilityRules.every((rule) => choices[rule] === choicesBefore[rule]);
  const choose = (rule: PlausibilityRule, weight: string) => {
    const { [rule]: _, ...others } = choices;
    setChoices(weight === '' ? others : { ...others, [rule]: weight as OwnCheckWeight });
  };
  return (
    <Stack align="flex-start" gap={10}>
      <Text maw={736}>
        Each check can be turned off or weighted. Lists, cases, reports and the command line follow, also for
        cases that were read before.
      </Text>
      <details
        style={{ alignSelf: 'stretch' }}
        open={opened}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary className={formLayout.legend}>
          Advanced: {changeCount === 0 ? 'all have their standard weight' : `${changeCount} not standard`}
        </summary>
        {opened && (
          <div className={formLayout.fields}>
            {rules.map((rule) => (
              <NativeSelect
                key={rule}
                label={ownCheckLabels[rule]}
                data={weights}
                value={choices[rule] ?? ''}
                onChange={(event) => choose(rule, event.currentTarget.value)}
              />
            ))}
          </div>
        )}
      </details>
      <Button
        variant="filled"
        disabled={isUnchanged}
        loading={action.busy}
        onClick={() => void action.run({ ownChecks: choices }, 'Checks saved')}
      >
        Save checks
      </Button>
      <PartFailure failure={action.failure} />
    </Stack>
  );
}
