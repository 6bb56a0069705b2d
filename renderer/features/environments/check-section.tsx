import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CheckStep } from '../../../preload/contract/environments.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { submitted, useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import classes from './check-section.module.css';
import { PartFailure } from './part-failure.tsx';

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

const verdicts = {
  running: 'Checking…',
  passed: 'The service responds and accepts the API key.',
  failed: 'The connection failed. See the failed step below.',
  unknown: 'The service responds, but this does not show whether it accepts the API key.',
  stopped: 'Stopped.',
};

/** Holds the check of a connection. Its steps are shown as they are reported, and those of main's reply at its end. */
export function useCheck() {
  const check = useEnvironmentAction('connection.check');
  const { data, failure, busy, reports } = check;
  const ended: keyof typeof verdicts | undefined = failure
    ? failure.code === 'cancelled'
      ? 'stopped'
      : 'failed'
    : data && outcomeOf(data);
  return {
    ...check,
    state: busy ? ('running' as const) : ended,
    steps: data?.steps ?? stepsOf(reports),
  };
}

function outcomeOf({ passed, steps }: OperationOutput<'connection.check'>): keyof typeof verdicts {
  if (passed) {
    return 'passed';
  }
  return steps.some(({ state }) => state === 'unknown') ? 'unknown' : 'failed';
}

/** Returns the steps reported. Each is reported when it begins and again when it ends: the later report replaces the earlier one. */
export function stepsOf(reports: readonly CheckStep[]): readonly CheckStep[] {
  return [...new Map(reports.map((report) => [report.step, report])).values()];
}

interface CheckProps {
  check: ReturnType<typeof useCheck>;
}

interface CheckButtonProps extends CheckProps {
  /** True while something else about the environment is done, which may change the result. */
  busy: boolean;
  label?: string;
  /** Checks something else than the environment as it is saved. */
  onCheck?: (() => void) | undefined;
}

/** Starts the check of a connection, and stops it. */
export function CheckButton({ check: { run, stop, state }, busy, label, onCheck }: CheckButtonProps) {
  return state === 'running' ? (
    <Button onClick={stop}>Stop</Button>
  ) : (
    <Button
      leftSection={<IconPlugConnected size={14} />}
      disabled={busy}
      onClick={() => (onCheck ? onCheck() : void run())}
    >
      {label ?? 'Check connection'}
    </Button>
  );
}

/** Shows the check of a connection on its own, where the settings cannot be changed. */
export function CheckSection(props: CheckButtonProps) {
  return (
    <Section title="Connection" actions={<CheckButton {...props} />}>
      <CheckResult check={props.check} />
    </Section>
  );
}

/** Shows the result of a check, and at which step the connection fails. It scrolls into view when it changes. */
export function CheckResult({ check: { run, stop, state, steps, failure } }: CheckProps) {
  const announce = useAnnounce();
  const element = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(stop);
  useEffect(() => () => end(), []);
  const verdict = state === undefined || state === 'running' ? undefined : verdicts[state];
  useEffect(() => {
    if (verdict !== undefined) {
      announce(verdict);
      element.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [verdict, announce]);
  return (
    <Stack ref={element} align="flex-start" gap={10}>
      {state ? (
        <>
          <Text maw={736} data-check={state}>
            {verdicts[state]}
          </Text>
          <Box component="ol" w="100%" className={layout.plainList} aria-label="Steps of the check">
            {steps.map((step) => (
              <Step key={step.step} step={step} isStopped={state === 'stopped'} />
            ))}
          </Box>
          {state === 'unknown' && <KnownConversation onCheck={(knownId) => void run({ knownId })} />}
        </>
      ) : (
        <p className={layout.explanation}>
          Tests the connection step by step, from the host name to the API key. It reads a conversation that
          does not exist, so nothing is changed and nothing is billed.
        </p>
      )}
      <PartFailure failure={failure} />
    </Stack>
  );
}

/** Asks for a conversation that exists, where only such a one proves the path and the API key. */
function KnownConversation({ onCheck }: { onCheck: (knownId: string) => void }) {
  const { texts, field } = useTexts({ id: '' });
  const knownId = texts.id.trim();
  const check = useFormCheck({ id: knownId === '' && 'Enter an id.' });
  return (
    <form ref={check.ref} onSubmit={submitted(() => check.passes() && onCheck(knownId))}>
      <Group align="end">
        <TextInput
          label="Id of a conversation that exists"
          inputWrapperOrder={['label', 'error', 'input']}
          maxLength={512}
          {...field('id', check.errors)}
        />
        <Button type="submit">Check with it</Button>
      </Group>
    </form>
  );
}

function Step({ step, isStopped }: { step: CheckStep; isStopped: boolean }) {
  const { tone, label } = tones[step.state];
  const isUnfinished = isStopped && step.state === 'running';
  return (
    <li className={classes.step} data-step={step.step} data-state={step.state}>
      <ToneIcon tone={isUnfinished ? 'neutral' : tone} />
      <span className={layout.strong}>
        {names[step.step]} <span className={layout.quietSmall}>{isUnfinished ? 'stopped' : label}</span>
      </span>
      <span className={classes.message}>{step.message}</span>
      <span className={classes.when}>{step.ms !== undefined && `${Math.round(step.ms)} ms`}</span>
      {step.hint !== undefined && <span className={classes.hint}>{step.hint}</span>}
    </li>
  );
}
