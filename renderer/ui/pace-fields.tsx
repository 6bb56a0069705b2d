import { NumberInput } from '@mantine/core';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { ReadingPace } from '../../preload/contract/reading.ts';

interface PaceFieldsProps {
  pace: ReadingPace;
  onPace(pace: ReadingPace): void;
  /** The name of what is sent. */
  what: 'reads' | 'requests';
}

/** Sets how many reads or requests are sent at once, and per second. */
export function PaceFields({ pace: { concurrency, perSecond }, onPace, what }: PaceFieldsProps) {
  return (
    <>
      <NumberInput
        label={`Concurrent ${what}`}
        min={1}
        max={16}
        clampBehavior="strict"
        value={concurrency}
        onChange={(value) =>
          typeof value === 'number' && onPace({ concurrency: value, ...omitUndefined({ perSecond }) })
        }
      />
      <NumberInput
        allowDecimal
        label={what === 'reads' ? 'Reads per second' : 'Requests per second'}
        placeholder="No limit"
        min={0.1}
        max={1000}
        value={perSecond ?? ''}
        onChange={(value) => {
          const rate = value === '' ? undefined : Math.min(1000, Math.max(0.1, Number(value) || 0.1));
          onPace({ concurrency, ...omitUndefined({ perSecond: rate }) });
        }}
      />
    </>
  );
}
