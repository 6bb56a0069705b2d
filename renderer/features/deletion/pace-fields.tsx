import { NumberInput } from '@mantine/core';
import type { RunPace } from '../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import classes from './deletion.module.css';

interface PaceFieldsProps {
  pace: RunPace;
  onPace(pace: RunPace): void;
}

/** Sets how many requests a run sends at once and per second, and after how many failures it pauses. */
export function PaceFields({ pace, onPace }: PaceFieldsProps) {
  const { concurrency, perSecond, stopAfter } = pace;
  return (
    <div className={classes.fields}>
      <NumberInput
        label="Concurrent requests"
        min={1}
        max={16}
        value={concurrency}
        onChange={(value) => onPace({ ...pace, concurrency: bounded(value, 1, 16) })}
      />
      <NumberInput
        label="Requests per second"
        placeholder="No limit"
        min={0.1}
        max={1000}
        value={perSecond ?? ''}
        onChange={(value) =>
          onPace({ concurrency, stopAfter, ...omitUndefined({ perSecond: rateOf(value) }) })
        }
      />
      <NumberInput
        label="Pause after failures in a row"
        min={1}
        max={1000}
        value={stopAfter}
        onChange={(value) => onPace({ ...pace, stopAfter: bounded(value, 1, 1000) })}
      />
    </div>
  );
}

/** Returns undefined for no limit. */
function rateOf(value: string | number): number | undefined {
  return value === '' ? undefined : Math.min(1000, Math.max(0.1, Number(value) || 0.1));
}

function bounded(value: string | number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(Number(value)) || least));
}
