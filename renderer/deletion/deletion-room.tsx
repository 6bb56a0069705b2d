import { Button, Group, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { EnvironmentTag } from '../ui/environment-tag.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Room } from '../ui/room.tsx';
import { Section } from '../ui/section.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import classes from './deletion.module.css';
import { Forecast } from './forecast.tsx';
import { Outcome, Steps } from './outcome.tsx';
import type { DeletionState } from './store.ts';

interface DeletionRoomProps {
  store: StoreApi<DeletionState>;
  environment: EnvironmentView;
  /** Where one came from, if anywhere. */
  conversationId: string | undefined;
  onChoose(conversationId: string): void;
  onOpen(conversationId: string): void;
}

const modes: { mode: DeletionMode; label: string; description: string }[] = [
  {
    mode: 'EXPIRE',
    label: 'Expire',
    description: 'Blocks a conversation that is still active. Its data stays.',
  },
  {
    mode: 'DELETE_DATA',
    label: 'Delete data',
    description: 'Deletes what a finished conversation collected. Its callbacks may not arrive any more.',
  },
];

/** One conversation, expired or its data deleted: looked at first, confirmed as the environment asks, then watched (interface 3.3). */
export function DeletionRoom({
  store,
  environment,
  conversationId = '',
  onChoose,
  onOpen,
}: DeletionRoomProps) {
  const state = useStore(store);
  const [typed, setTyped] = useState(conversationId);
  const { target, busy } = state;

  useEffect(() => {
    const { target: known, busy: at } = store.getState();
    const same = known?.environmentId === environment.id && known.conversationId === conversationId;
    if (at === 'run' || (same && conversationId !== '')) return;
    setTyped(conversationId);
    if (conversationId === '') store.getState().reset();
    else void store.getState().look(environment.id, conversationId);
  }, [store, environment.id, conversationId]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = typed.trim();
    if (id === '' || busy === 'run') return;
    if (id === conversationId) void state.look(environment.id, id);
    else onChoose(id);
  };

  return (
    <Room
      title="Deletion"
      subtitle="Expire a conversation, or delete the data of a finished one. One at a time, once, and seen to the end."
      busy={busy !== undefined}
    >
      <div className={classes.column}>
        <Section
          title="What"
          aside={<EnvironmentTag kind={environment.settings.kind} name={environment.settings.name} />}
        >
          <form onSubmit={submit} className={classes.form}>
            <TextInput
              label="Conversation id"
              description="The conversation’s own id, not the callback’s."
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              disabled={busy === 'run'}
              autoComplete="off"
              spellCheck={false}
              classNames={{ input: classes.id ?? '' }}
            />
            <Radio.Group
              label="How"
              value={state.mode}
              onChange={(mode) => state.setMode(mode === 'DELETE_DATA' ? 'DELETE_DATA' : 'EXPIRE')}
            >
              <div className={classes.modes}>
                {modes.map(({ mode, label, description }) => (
                  <Radio
                    key={mode}
                    value={mode}
                    label={label}
                    description={description}
                    disabled={busy === 'run'}
                    className={classes.mode ?? ''}
                    data-chosen={state.mode === mode}
                  />
                ))}
              </div>
            </Radio.Group>
            <Group gap="xs">
              <Button type="submit" variant="default" disabled={typed.trim() === '' || busy === 'run'}>
                Read it and say what would happen
              </Button>
            </Group>
          </form>
        </Section>

        {busy === 'forecast' && (
          <Section title="What would happen">
            <SkeletonLines lines={4} />
          </Section>
        )}
        {state.forecast && target && !state.outcome && busy !== 'run' && (
          <Forecast
            key={`${target.conversationId} ${target.mode} ${state.forecast.readAt}`}
            forecast={state.forecast}
            target={target}
            environment={environment}
            onRun={(confirmation) => void state.run(confirmation)}
            onOther={() => state.setMode(target.mode === 'EXPIRE' ? 'DELETE_DATA' : 'EXPIRE')}
          />
        )}
        {state.steps.length > 0 && <Steps steps={state.steps} running={busy === 'run'} onStop={state.stop} />}
        {state.outcome && target && (
          <Outcome
            outcome={state.outcome}
            onOpen={() => onOpen(target.conversationId)}
            onAgain={() => void state.look(target.environmentId, target.conversationId)}
          />
        )}
        {state.failure && target && (
          <FailureNotice
            failure={state.failure}
            onRetry={() => void state.look(target.environmentId, target.conversationId)}
          />
        )}
      </div>
    </Room>
  );
}
