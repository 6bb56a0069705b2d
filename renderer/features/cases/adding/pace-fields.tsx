import { Group, NumberInput } from '@mantine/core';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ReadingPace } from '../../../../preload/contract/reading.ts';

/** Shows the number of concurrent reads and the limit per second. */
export function PaceFields({ pace, onPace }: { pace: ReadingPace; onPace(pace: ReadingPace): void }) {
  return (
    <Group gap={12}>
      <NumberInput
        label="Concurrent reads"
        w={128}
        min={1}
        max={16}
        clampBehavior="strict"
        allowDecimal={false}
        value={pace.concurrency}
        onChange={(value) => typeof value === 'number' && onPace({ ...pace, concurrency: value })}
      />
      <NumberInput
        label="Reads per second"
        w={160}
        placeholder="No limit"
        min={0.1}
        max={1000}
        decimalScale={1}
        value={pace.perSecond ?? ''}
        onChange={(value) => {
          const perSecond = typeof value === 'number' && value >= 0.1 ? Math.min(value, 1000) : undefined;
          onPace({ concurrency: pace.concurrency, ...omitUndefined({ perSecond }) });
        }}
      />
    </Group>
  );
}
