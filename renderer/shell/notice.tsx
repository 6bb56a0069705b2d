import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { ToneIcon } from '../ui/status-badge.tsx';
import type { Tone } from '../ui/tone.ts';
import classes from './notices.module.css';

/** A button of a notice. */
export function Act({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {children}
    </Button>
  );
}

interface NoticeProps {
  tone: Tone;
  children: ReactNode;
  actions?: ReactNode;
  /** Shown on demand. */
  more?: ReactNode;
}

/** A condition that lasts until something is done about it, in a thin bar. */
export function Notice({ tone, children, actions, more }: NoticeProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.notice} data-tone={tone} data-open={open}>
      <ToneIcon tone={tone} size={15} />
      <p className={classes.text}>{children}</p>
      {(actions !== undefined || more !== undefined) && (
        <div className={classes.actions}>
          {actions}
          {more !== undefined && (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Less' : 'How to fix this'}
            </button>
          )}
        </div>
      )}
      {more !== undefined && (
        <div id={id} className={classes.more} hidden={!open}>
          {open && more}
        </div>
      )}
    </div>
  );
}
