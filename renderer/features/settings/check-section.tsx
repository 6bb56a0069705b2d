import { Button, Group, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CheckStep } from '../../../preload/contract/environments.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import classes from './check-section.module.css';
import { PartFailure } from './part-failure.tsx';
import shared from './settings.module.css';
import type { ConnectionCheck, SettingsState } from './settings-store.ts';

const names: Record<CheckStep['step'], string> = {
  settings: 'Settings',
  proxy: 'Proxy',
  name: 'Host name',
  tcp: 'Connection',
  tls: 'TLS',
  token: 'Access token',
  'media-type': 'Media type',
  authorisation: 'Authorisation',
};

const tones: Record<CheckStep['state'], { tone: Tone; label: string }> = {
  running: { tone: 'active', label: 'in progress' },
  passed: { tone: 'good', label: 'passed' },
  skipped: { tone: 'neutral', label: 'skipped' },
  failed: { tone: 'bad', label: 'failed' },
  unknown: { tone: 'caution', label: 'cannot tell' },
};

const verdicts: Record<ConnectionCheck['state'], string> = {
  running: 'Checking…',
  passed: 'The service responds and accepts the API key.',
  failed: 'The connection failed. See the failed step above.',
  unknown: 'The service responds, but this does not show whether it accepts the API key.',
  stopped: 'Stopped.',
};

/** Tests the connection step by step and shows at which step it fails. */
export function CheckSection({
  store,
  environmentId,
}: {
  store: StoreApi<SettingsState>;
  environmentId: string;
}) {
  const { busy, check, startCheck, stopCheck } = useStore(store);
  const announce = useAnnounce();
  const mine = check?.environmentId === environmentId ? check : undefined;
  const running = mine?.state === 'running';
  useEffect(() => () => store.getState().stopCheck(), [store]);
  const verdict = mine && mine.state !== 'running' ? verdicts[mine.state] : undefined;
  useEffect(() => {
    if (verdict !== undefined) {
      announce(verdict);
    }
  }, [verdict, announce]);
  return (
    <Section
      title="Connection"
      actions={
        running ? (
          <Button onClick={stopCheck}>Stop</Button>
        ) : (
          <Button
            leftSection={<IconPlugConnected size={14} />}
            // A save in progress may change the result.
            disabled={busy !== undefined}
            onClick={() => void startCheck(environmentId)}
          >
            Check connection
          </Button>
        )
      }
    >
      <div className={shared.stack}>
        {mine ? (
          <>
            <ol className={classes.steps} aria-label="Steps of the check">
              {mine.steps.map((step) => (
                <Step key={step.step} step={step} stopped={mine.state === 'stopped'} />
              ))}
            </ol>
            <p className={shared.text} data-check={mine.state}>
              {verdicts[mine.state]}
            </p>
            {mine.state === 'unknown' && (
              <KnownConversation onCheck={(knownId) => void startCheck(environmentId, knownId)} />
            )}
          </>
        ) : (
          <p className={layout.explanation}>
            Tests the connection step by step, from the host name to the API key. It reads a conversation that
            does not exist, so nothing is changed and nothing is billed.
          </p>
        )}
        <PartFailure store={store} part="check" />
      </div>
    </Section>
  );
}

/** Asks for a conversation that exists, where only such a one proves the path and the API key. */
function KnownConversation({ onCheck }: { onCheck: (knownId: string) => void }) {
  const [id, setId] = useState('');
  const knownId = id.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (knownId !== '') {
          onCheck(knownId);
        }
      }}
    >
      <Group align="end">
        <TextInput
          label="Id of a conversation that exists"
          value={id}
          maxLength={512}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" disabled={knownId === ''}>
          Check with it
        </Button>
      </Group>
    </form>
  );
}

function Step({ step, stopped }: { step: CheckStep; stopped: boolean }) {
  const { tone, label } = tones[step.state];
  const unfinished = stopped && step.state === 'running';
  return (
    <li className={classes.step} data-step={step.step} data-state={step.state}>
      <ToneIcon tone={unfinished ? 'neutral' : tone} />
      <span className={layout.strong}>
        {names[step.step]} <span className={layout.quietSmall}>{unfinished ? 'stopped' : label}</span>
      </span>
      <span className={classes.message}>{step.message}</span>
      <span className={classes.when}>{step.ms !== undefined && `${Math.round(step.ms)} ms`}</span>
      {step.hint !== undefined && <span className={classes.hint}>{step.hint}</span>}
    </li>
  );
}
