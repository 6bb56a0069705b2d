import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type DeletionReason, deletionReasons } from '../../../../preload/contract/deletion.ts';
import { planStep, type RegisterFilter } from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { planText, reasonLabels } from '../../../../preload/wording/deletion-runs.ts';
import { usePeriod } from '../../../ui/period-fields.tsx';
import classes from '../deletion.module.css';

const nothingChosen = { environmentId: '', mode: '', reason: '', user: '', text: '' };

/** Returns what the register is filtered by, and the fields that choose it. */
export function useRegisterFilter(environments: readonly EnvironmentView[]): {
  filter: RegisterFilter;
  fields: ReactNode;
} {
  const [chosen, setChosen] = useState(nothingChosen);
  const { span, fields: periodFields } = usePeriod('all');
  const put = (change: Partial<typeof chosen>) => setChosen({ ...chosen, ...change });
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
  const input = (label: string, name: keyof typeof chosen, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={chosen[name]}
      maxLength={200}
      spellCheck={false}
      onChange={(event) => put({ [name]: event.currentTarget.value })}
    />
  );
  const all = { value: '', label: 'All' };
  const { environmentId, mode, reason, user, text } = chosen;
  const filter = omitUndefined({
    environmentId: environmentId === '' ? undefined : environmentId,
    mode: planStep.options.find((step) => step === mode),
    reason: reason === '' ? undefined : (reason as DeletionReason),
    user: user.trim() === '' ? undefined : user.trim(),
    text: text.trim() === '' ? undefined : text.trim(),
    ...span,
  }) as RegisterFilter;
  const fields = (
    <div className={classes.fields}>
      {input('Person or id', 'text', 'User key, id or ticket')}
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
      {input('By', 'user', 'System user')}
      {periodFields}
    </div>
  );
  return { filter, fields };
}
