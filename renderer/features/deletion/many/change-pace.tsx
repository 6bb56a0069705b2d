import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunPace } from '../../../../preload/contract/deletion-runs.ts';
import { paceText } from '../../../../preload/wording/deletion-runs.ts';
import layout from '../../../ui/layout.module.css';
import classes from './many.module.css';
import { PaceFields } from './pace-fields.tsx';

interface ChangePaceProps {
  pace: RunPace;
  onChange(pace: RunPace): void;
}

/** Shows the pace of a run that has not ended, and the fields to change it. */
export function ChangePace({ pace, onChange }: ChangePaceProps) {
  const [changed, setChanged] = useState<RunPace>();
  const isOpen = changed !== undefined;
  return (
    <>
      <div className={classes.ways}>
        <span className={layout.quietParagraph}>{paceText(pace)}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setChanged(isOpen ? undefined : pace)}
        >
          Change pace
        </Button>
      </div>
      {isOpen && (
        <>
          <PaceFields pace={changed} onPace={setChanged} />
          <div className={classes.ways}>
            <Button
              onClick={() => {
                onChange(changed);
                setChanged(undefined);
              }}
            >
              Apply
            </Button>
          </div>
        </>
      )}
    </>
  );
}
