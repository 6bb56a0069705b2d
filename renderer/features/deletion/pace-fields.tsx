import { NumberInput } from '@mantine/core';
import type { RunPace } from '../../../preload/contract/deletion-runs.ts';
import { PaceFields } from '../../ui/pace-fields.tsx';
import classes from './deletion.module.css';

interface RunPaceFieldsProps {
  pace: RunPace;
  onPace(pace: RunPace): void;
}

/** Sets how many requests a run sends at once and per second, and after how many failures it pauses. */
export function RunPaceFields({ pace, onPace }: RunPaceFieldsProps) {
  const { stopAfter } = pace;
  return (
    <div className={classes.fields}>
      <PaceFields pace={pace} onPace={(changed) => onPace({ ...changed, stopAfter })} what="requests" />
      <NumberInput
        label="Pause after failures in a row"
        min={1}
        max={1000}
        clampBehavior="strict"
        value={stopAfter}
        onChange={(value) => typeof value === 'number' && onPace({ ...pace, stopAfter: value })}
      />
    </div>
  );
}
