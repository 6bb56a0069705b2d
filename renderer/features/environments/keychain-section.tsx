import { Button, Switch } from '@mantine/core';
import { useKeychain } from '../../environments/use-keychain.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import classes from './settings.module.css';

const states: Record<'available' | 'absent' | 'locked' | 'denied', { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'good' },
  absent: { label: 'Absent', tone: 'bad' },
  locked: { label: 'Locked', tone: 'caution' },
  denied: { label: 'Denied', tone: 'caution' },
};

/** Secret storage on this machine, and what to do when it cannot be reached. */
export function KeychainSection() {
  const { keychain, isChecking, check, cancel, sessionOnly } = useKeychain();
  const shown = keychain && states[keychain.state];
  return (
    <Section
      title="Secret storage"
      aside={shown && <StatusBadge status={shown.label} tone={shown.tone} />}
      actions={
        keychain?.isWaiting ? (
          <Button onClick={cancel}>Stop waiting</Button>
        ) : (
          <Button loading={isChecking} onClick={check}>
            Check again
          </Button>
        )
      }
    >
      <div className={classes.stack}>
        <div role="status" className={classes.stack}>
          {keychain ? (
            <>
              <p className={classes.text}>{keychain.message}</p>
              {keychain.hint !== undefined && <p className={classes.text}>{keychain.hint}</p>}
              {keychain.command !== undefined && (
                <span className={classes.command}>
                  <Copyable value={keychain.command} label="command" />
                </span>
              )}
            </>
          ) : (
            <SkeletonLines lines={2} />
          )}
        </div>
        {keychain && (
          <Switch
            label="Keep new secrets for this session only"
            description="In memory, until the console closes. Never written to a file."
            checked={keychain.sessionOnly}
            onChange={(event) => sessionOnly(event.currentTarget.checked)}
          />
        )}
      </div>
    </Section>
  );
}
