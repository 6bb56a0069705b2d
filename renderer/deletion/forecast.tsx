import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { DeletionForecast } from '../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { conversationStatusWord } from '../../preload/contract/service/statuses.ts';
import { ConfirmWithName } from '../ui/confirm-with-name.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Field, FieldList } from '../ui/field-list.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { WordBadge } from '../ui/word-badge.tsx';
import classes from './deletion.module.css';
import type { DeletionTarget } from './store.ts';

interface ForecastProps {
  forecast: DeletionForecast;
  target: DeletionTarget;
  environment: EnvironmentView;
  onRun(confirmation: string | undefined): void;
  onOther(): void;
}

const verdicts = {
  accepted: { tone: 'good', word: 'The service will accept it' },
  refused: { tone: 'bad', word: 'The service will refuse it' },
  unknown: { tone: 'caution', word: 'Whether the service accepts it is not known' },
} as const;

/** What a fresh read says would happen, and the way to go on that fits the environment. */
export function Forecast({ forecast, target, environment, onRun, onOther }: ForecastProps) {
  const verdict = verdicts[forecast.expectation];
  const name = environment.settings.name;
  const action = target.mode === 'EXPIRE' ? `Expire in ${name}` : `Delete data in ${name}`;
  const other = target.mode === 'EXPIRE' ? 'Delete its data instead' : 'Expire it instead';
  const refused = forecast.expectation === 'refused';
  return (
    <Section title="What would happen" aside={<StatusBadge tone={verdict.tone} status={verdict.word} />}>
      <div className={classes.stack} role="status">
        <ul className={classes.sentences}>
          {forecast.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <FieldList>
          <Field label="Conversation">
            <Copyable value={target.conversationId} label="conversation id" />
          </Field>
          <Field label="Status, as just read">
            {forecast.status === undefined ? (
              'none given'
            ) : (
              <WordBadge word={conversationStatusWord(forecast.status)} value={forecast.status} />
            )}
          </Field>
          <Field label="AML subscription">{forecast.subscriptionActive ? 'active' : 'not active'}</Field>
          <Field label="Read">
            <Time at={forecast.readAt} />
          </Field>
          {forecast.statusDetail !== undefined && (
            <Field label="Refusal to expect">
              <Copyable value={forecast.statusDetail} label="status detail" />
            </Field>
          )}
          {forecast.requestId !== undefined && (
            <Field label="Request id">
              <Copyable value={forecast.requestId} label="request id" />
            </Field>
          )}
        </FieldList>
        {refused && forecast.statusDetail !== 'ActiveSubscriptionExists' && (
          <div className={classes.decision}>
            <Button variant="default" onClick={onOther}>
              {other}
            </Button>
          </div>
        )}
        {!refused && (
          <div className={classes.decision}>
            <Confirmation forecast={forecast} environment={environment} action={action} onRun={onRun} />
          </div>
        )}
      </div>
    </Section>
  );
}

interface ConfirmationProps {
  forecast: DeletionForecast;
  environment: EnvironmentView;
  action: string;
  onRun(confirmation: string | undefined): void;
}

/** Production asks for its name, a test environment for a tick, the sandbox for nothing. */
function Confirmation({ forecast, environment, action, onRun }: ConfirmationProps) {
  const [meant, setMeant] = useState(environment.settings.kind === 'sandbox');
  if (forecast.confirmation !== undefined) {
    return <ConfirmWithName name={forecast.confirmation} action={action} onConfirm={onRun} />;
  }
  return (
    <div className={classes.ways}>
      {environment.settings.kind !== 'sandbox' && (
        <Checkbox
          label="I mean this conversation, and it cannot be undone"
          checked={meant}
          onChange={(event) => setMeant(event.currentTarget.checked)}
        />
      )}
      <Button color="red" disabled={!meant} onClick={() => onRun(undefined)}>
        {action}
      </Button>
    </div>
  );
}
