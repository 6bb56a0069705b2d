import { Textarea } from '@mantine/core';
import type { EarlyDeletions } from '../../../../preload/contract/due.ts';
import { earlyText } from '../../../../preload/wording/due.ts';

interface EarlyReasonProps {
  /** Undefined while it is not known. */
  early: EarlyDeletions | undefined;
  error: string | false | undefined;
  value: string;
  onChange(value: string): void;
}

/** Asks why data is deleted that is kept on purpose or must still be kept. */
export function EarlyReason({ early, error, value, onChange }: EarlyReasonProps) {
  const text = early && earlyText(early);
  return text === undefined ? null : (
    <Textarea
      label="Why is this data deleted now?"
      description={`${text} The reason is entered in the journal.`}
      required
      error={error}
      maxLength={1000}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
