import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type DeletionReason, deletionReasons } from '../../../../preload/contract/deletion.ts';
import { planStep, type RegisterFilter } from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { planText, reasonLabels } from '../../../../preload/wording/deletion-runs.ts';
import { type Period, periodLabels, periods, spanOf } from '../../../ui/periods.ts';
import classes from '../deletion.module.css';

const nothingChosen = {
  ...{ environmentId: '', mode: '', reason: '', period: 'all', from: '', to: '', user: '', text: '' },
};

/**
 * Returns what the register is filtered by, and the fields that choose it.
 * @param changed called when another filter was chosen
 */
export function useRegisterFilter(
  environments: readonly EnvironmentView[],
  changed: () => void,
): {
  filter: RegisterFilter;
  fields: ReactNode;
} {
  const [chosen, setChosen] = useState(nothingChosen);
  const put = (change: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...change });
    changed();
  };
  const choice = (
    label: string,
    name: keyof typeof chosen,
    data: readonly { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={label}
      value={chosen[name]}
      onChange={(event) => put({ [name]: event.currentTarget.value })}
      data={[...data]}
    />
  );
  const input = (
    label: string,
    name: keyof typeof chosen,
    props: { type?: string; placeholder?: string } = {},
  ) => (
    <TextInput
      {...props}
      label={label}
      value={chosen[name]}
      maxLength={200}
      spellCheck={false}
      onChange={(event) => put({ [name]: event.currentTarget.value })}
    />
  );
  const all = { value: '', label: 'All' };
  const { environmentId, mode, reason, period, user, text } = chosen;
  const filter = omitUndefined({
    environmentId: environmentId === '' ? undefined : environmentId,
    mode: planStep.options.find((step) => step === mode),
    reason: reason === '' ? undefined : (reason as DeletionReason),
    user: user.trim() === '' ? undefined : user.trim(),
    text: text.trim() === '' ? undefined : text.trim(),
    ...spanOf(period as Period, chosen, Date.now()),
  }) as RegisterFilter;
  const fields = (
    <div className={classes.fields}>
      {input('Person or id', 'text', { placeholder: 'User key, id or ticket' })}
      {choice('Environment', 'environmentId', [
        all,
        ...environments.map(({ id, settings }) => ({ value: id, label: visibleText(settings.name) })),
      ])}
      {choice('Action', 'mode', [
        all,
        ...planStep.options.map((step) => ({ value: step, label: planText([step]) })),
      ])}
      {choice('Reason', 'reason', [
        all,
        ...deletionReasons.map((one) => ({ value: one, label: reasonLabels[one] })),
      ])}
      {input('By', 'user', { placeholder: 'System user' })}
      {choice(
        'Period',
        'period',
        periods.map((value) => ({ value, label: periodLabels[value] })),
      )}
      {period === 'own' && input('From', 'from', { type: 'date' })}
      {period === 'own' && input('To', 'to', { type: 'date' })}
    </div>
  );
  return { filter, fields };
}
