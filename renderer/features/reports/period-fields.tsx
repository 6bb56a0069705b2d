import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { type Period, periodLabels, periods, spanOf } from '../../ui/periods.ts';

/** Returns a period that the user chooses, in milliseconds since the epoch, and the fields that choose it. */
export function usePeriod(first: Period): { span: { from?: number; to?: number }; fields: ReactNode } {
  const [period, setPeriod] = useState(first);
  const [own, setOwn] = useState({ from: '', to: '' });
  // Made once for each choice: a report is read again only when another time is chosen.
  const span = useMemo(() => spanOf(period, own, Date.now()), [period, own]);
  const day = (label: string, name: keyof typeof own) => (
    <TextInput
      type="date"
      label={label}
      value={own[name]}
      onChange={(event) => setOwn({ ...own, [name]: event.currentTarget.value })}
    />
  );
  const fields = (
    <>
      <NativeSelect
        label="Period"
        value={period}
        onChange={(event) => setPeriod(event.currentTarget.value as Period)}
        data={periods.map((value) => ({ value, label: periodLabels[value] }))}
      />
      {period === 'own' && day('From', 'from')}
      {period === 'own' && day('To', 'to')}
    </>
  );
  return { span, fields };
}
