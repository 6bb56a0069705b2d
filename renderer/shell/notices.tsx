import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { ToneIcon } from '../ui/status-badge.tsx';
import type { Tone } from '../ui/tone.ts';
import classes from './notices.module.css';
import { useGo } from './place.ts';

/** What stays true until it is mended: it is said for as long, in a thin bar. */
export function Notices() {
  const { environments, application } = useStores();
  const { keychain, selected, failure, problem, load, checkKeychain, sessionOnly } = useStore(environments);
  const { connection, info } = useStore(application);
  const go = useGo();
  const absent = keychain !== undefined && keychain.state !== 'available';
  return (
    <section className={classes.notices} aria-label="Notices" aria-live="polite">
      {connection === 'lost' && (
        <Notice tone="bad">
          The window lost its connection to the console. It connects again by itself; what was under way may
          or may not have happened.
        </Notice>
      )}
      {failure && failure.code !== 'connection-lost' && (
        <Notice
          tone="bad"
          actions={
            <Button variant="default" size="compact-xs" onClick={() => void load()}>
              Try again
            </Button>
          }
        >
          {failure.message} {failure.hint} <code>{failure.code}</code>
        </Notice>
      )}
      {problem && (
        <Notice
          tone="bad"
          actions={
            <Button variant="default" size="compact-xs" onClick={() => void load()}>
              Read it again
            </Button>
          }
        >
          {problem.message} {problem.hint} <code>{problem.code}</code>
        </Notice>
      )}
      {absent && !keychain.sessionOnly && (
        <Notice
          tone="caution"
          actions={
            <>
              <Button variant="default" size="compact-xs" onClick={() => void checkKeychain()}>
                Look again
              </Button>
              <Button variant="default" size="compact-xs" onClick={() => void sessionOnly(true)}>
                Keep secrets for this session only
              </Button>
            </>
          }
        >
          {keychain.message} {keychain.hint}{' '}
          {keychain.command !== undefined && <Copyable value={keychain.command} label="command" />}
        </Notice>
      )}
      {keychain?.sessionOnly && (
        <Notice
          tone="caution"
          actions={
            <Button variant="default" size="compact-xs" onClick={() => void sessionOnly(false)}>
              Use the keychain
            </Button>
          }
        >
          Secrets are kept in memory only, for this session. They are gone when the console closes.
        </Notice>
      )}
      {selected && !selected.builtIn && (!selected.apiKey || selected.apiKey.heldBack) && (
        <Notice
          tone="caution"
          actions={
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => go({ room: 'settings', section: 'environment', environmentId: selected.id })}
            >
              {selected.apiKey ? 'Enter it again' : 'Add it'}
            </Button>
          }
        >
          {selected.apiKey
            ? `The API key of ${selected.settings.name} was entered for another address and is not used, so nothing can be read from it.`
            : `${selected.settings.name} has no API key here yet, so nothing can be read from it.`}
        </Notice>
      )}
      {info?.notice !== undefined && <Notice tone="neutral">{info.notice}</Notice>}
    </section>
  );
}

function Notice({ tone, children, actions }: { tone: Tone; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone}>
      <ToneIcon tone={tone} size={15} />
      <p className={classes.text}>{children}</p>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
