import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { type Period, periodLabels, periods, spanOf } from './periods.ts';

export interface PeriodChoice {
  period: Period;
  /** Two days as `YYYY-MM-DD`, or empty. */
  own: { from: string; to: string };
}

interface PeriodFieldsProps {
  choice: PeriodChoice;
  onChange(choice: PeriodChoice): void;
}

/** Shows the fields that choose a period. */
export function PeriodFields({ choice, onChange }: PeriodFieldsProps) {
  const { period, own } = choice;
  const day = (label: string, name: keyof typeof own) => (
    <TextInput
      type="date"
      label={label}
      value={own[name]}
      error={name === 'to' && own.from !== '' && own.to !== '' && own.to < own.from && 'Before From'}
      onChange={(event) => onChange({ period, own: { ...own, [name]: event.currentTarget.value } })}
    />
  );
  return (
    <>
      <NativeSelect
        label="Period"
        value={period}
        onChange={(event) => onChange({ period: event.currentTarget.value as Period, own })}
        data={periods.map((value) => ({ value, label: periodLabels[value] }))}
      />
      {period === 'own' && day('From', 'from')}
      {period === 'own' && day('To', 'to')}
    </>
  );
}

/** Returns the span of a period, in milliseconds since the epoch. Made once for each choice: a report is read again only when another time is chosen. */
export function useSpan({ period, own }: PeriodChoice): { from?: number; to?: number } {
  return useMemo(() => spanOf(period, own, Date.now()), [period, own]);
}

/** Returns a period that the user chooses, in milliseconds since the epoch, and the fields that choose it. */
export function usePeriod(first: Period): { span: { from?: number; to?: number }; fields: ReactNode } {
  const [choice, setChoice] = useState<PeriodChoice>({ period: first, own: { from: '', to: '' } });
  return { span: useSpan(choice), fields: <PeriodFields choice={choice} onChange={setChoice} /> };
}
