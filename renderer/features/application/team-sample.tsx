import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { Form } from '../../ui/form.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { PartFailure } from '../environments/part-failure.tsx';

/** The most entries of a sample. */
const maxNumbers = 100;

/** Saves the entries of the log that an auditor names, with proof that they belong to one which was fixed before. */
export function LogSample() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <SampleForm onClose={() => setOpen(false)} />
  ) : (
    <UnderPolicy rule="export">
      <Button onClick={() => setOpen(true)}>Sample for an auditor…</Button>
    </UnderPolicy>
  );
}

function SampleForm({ onClose }: { onClose(): void }) {
  const { texts, field } = useTexts({ head: '', entries: '' });
  const { head, entries } = texts;
  const sample = useBridgeAction('team.saveSample', {}, { saves: true });
  const [, seq, digest] = /^\s*(\d{1,9}):([0-9a-f]{64})\s*$/.exec(head) ?? [];
  const numbers = (entries.match(/\d+/g) ?? []).map(Number);
  const isNumbers = /^[\s,;\d]+$/.test(entries) && numbers.length > 0 && numbers.every((one) => one > 0);
  const check = useFormCheck({
    head: digest === undefined && 'Enter a number, a colon and 64 digits, as “Last entry” has them.',
    entries:
      (!isNumbers && 'Enter numbers of entries, such as 12, 40.') ||
      (numbers.length > maxNumbers && `At most ${maxNumbers} entries.`),
  });
  const save = async () => {
    if (digest !== undefined) {
      void sample.run({ head: { seq: Number(seq), digest }, numbers: [...new Set(numbers)] });
    }
  };
  return (
    <Form
      check={check}
      action="Save the sample"
      busy={sample.busy}
      isInPage
      maw={736}
      aria-label="Sample for an auditor"
      onSubmit={save}
      onCancel={onClose}
    >
      <Text c="dimmed">
        The auditor fixes the last entry, as the check of a saved log prints it, before naming entries. The
        file has what these entries say, unencrypted, and of all others nothing.
      </Text>
      <TextInput data-autofocus label="Last entry that was fixed" required {...field('head', check.errors)} />
      <TextInput label="Numbers of entries" required {...field('entries', check.errors)} />
      <PartFailure failure={sample.failure} />
    </Form>
  );
}
