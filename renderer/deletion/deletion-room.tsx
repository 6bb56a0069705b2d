import { Button, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
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
  /** What was looked at lately, the last first: offered where no id is given. */
  recent: readonly { conversationId: string; title?: string | undefined }[];
  nameOfEnvironment(id: string): string;
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
export function DeletionRoom(props: DeletionRoomProps) {
  const { store, environment, conversationId = '', recent, onChoose, onOpen } = props;
  const state = useStore(store);
  const { target, busy } = state;
  const [typed, setTyped] = useState(conversationId);
  const results = useRef<HTMLDivElement>(null);
  const running = busy === 'run';
  // A run goes on when its room is left, or another environment switched to, and stays in sight until another is looked at.
  const mine = target?.environmentId === environment.id;
  const shown = mine || running;

  useEffect(() => {
    const { target: known, busy: at, steps } = store.getState();
    const here = known?.environmentId === environment.id;
    if (at === 'run' || (here && steps.length > 0 && conversationId === '')) {
      if (here) setTyped(known.conversationId);
      return;
    }
    if (here && known.conversationId === conversationId) return;
    setTyped(conversationId);
    if (conversationId !== '') void store.getState().look(environment.id, conversationId);
    else if (here || !store.getState().unseen) store.getState().reset();
  }, [store, environment.id, conversationId]);
  useEffect(() => {
    if (mine && state.unseen) state.seen();
  }, [mine, state]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = typed.trim();
    if (id === '' || running) return;
    if (id === conversationId) void state.look(environment.id, id);
    else onChoose(id);
  };
  const run = (confirmation: string | undefined) => {
    // The button pressed is gone once it runs.
    results.current?.focus();
    void state.run(confirmation);
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
              disabled={running}
              autoComplete="off"
              spellCheck={false}
              classNames={{ input: classes.id ?? '' }}
            />
            {typed === '' && recent.length > 0 && (
              <div className={classes.offers}>
                <span className={classes.quiet}>Looked at lately:</span>
                {recent.slice(0, 3).map(({ conversationId: id, title }) => (
                  <Button key={id} variant="default" size="compact-xs" onClick={() => onChoose(id)}>
                    {title ?? <code>{id}</code>}
                  </Button>
                ))}
              </div>
            )}
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
                    disabled={running}
                    className={classes.mode ?? ''}
                  />
                ))}
              </div>
            </Radio.Group>
            <div className={classes.ways}>
              <Button type="submit" variant="default" disabled={typed.trim() === '' || running}>
                Read it and say what would happen
              </Button>
            </div>
          </form>
        </Section>

        <div ref={results} className={classes.results} tabIndex={-1}>
          {busy === 'forecast' && (
            <Section title="What would happen">
              <SkeletonLines lines={8} />
            </Section>
          )}
          {mine && state.forecast && !state.outcome && !running && (
            <Forecast
              key={`${target.conversationId} ${target.mode} ${state.forecast.readAt}`}
              forecast={state.forecast}
              target={target}
              environment={environment}
              onRun={run}
              onOther={() => state.setMode(target.mode === 'EXPIRE' ? 'DELETE_DATA' : 'EXPIRE')}
            />
          )}
          {running && target && !mine && (
            <p className={classes.hint}>
              This one is under way in <strong>{props.nameOfEnvironment(target.environmentId)}</strong>.
              Another can be looked at when it has ended.
            </p>
          )}
          {shown && (running || state.steps.length > 0) && (
            <Steps
              steps={state.steps}
              conversationId={target?.conversationId ?? ''}
              running={running}
              onStop={state.stop}
            />
          )}
          {mine && state.outcome && (
            <Outcome
              outcome={state.outcome}
              onOpen={() => onOpen(target.conversationId)}
              onAgain={() => void state.look(target.environmentId, target.conversationId)}
            />
          )}
          {mine && state.failure && (
            <FailureNotice
              failure={state.failure}
              onRetry={() => void state.look(target.environmentId, target.conversationId)}
            />
          )}
        </div>
      </div>
    </Room>
  );
}
