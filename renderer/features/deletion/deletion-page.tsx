import { useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { useBridgeAction, useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { useEnvironment } from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { useGo } from '../../ui/services.tsx';
import { LoadingBar } from '../../ui/waiting.tsx';
import { type DeletionState, emptyDeletion } from './deletion-state.ts';
import { DraftSection } from './draft-section.tsx';
import { EntrySection } from './entry-section.tsx';
import { RegisterSection } from './register/register-section.tsx';
import { RunCard } from './run-card.tsx';
import { useEntry } from './use-entry.ts';

interface DeletionPageProps {
  state: StoreApi<DeletionState>;
  environments: readonly EnvironmentView[];
  /** The conversation of the route, which was opened in this environment. */
  conversationId: string | undefined;
}

/** Expires conversations and deletes their data: what is given, what will happen, runs under way, and the register (interface 3.3). */
export function DeletionPage(props: DeletionPageProps) {
  const { id: environmentId } = useEnvironment();
  const { state, conversationId } = props;
  const go = useGo();
  const draftId = useStore(state, (one) => one.draftId);
  const entry = useEntry(state, conversationId);
  const { data: { runs } = { runs: [] }, failure } = useBridgeQuery('deletionRuns.list', {});
  const { run: control } = useBridgeAction('deletionRuns.control', {}, { changes: ['deletionRuns.list'] });
  const dismissed = useRef(new Set<string>());
  useEffect(() => {
    // It is a row of the register now.
    for (const { runId, state: of } of runs) {
      if (of === 'done' && !dismissed.current.has(runId)) {
        dismissed.current.add(runId);
        void control({ runId, action: 'dismiss' });
      }
    }
  });
  return (
    <>
      <LoadingBar busy={entry.busy} />
      <EntrySection state={state} entry={entry} />
      {draftId !== undefined && (
        <DraftSection
          key={draftId}
          state={state}
          draftId={draftId}
          onStarted={(runId) => {
            state.setState(({ text }) => ({
              ...emptyDeletion,
              sent: runId === undefined ? undefined : { runId, text },
            }));
            entry.clear();
            if (conversationId !== undefined) {
              go({ page: 'deletion' });
            }
          }}
        />
      )}
      {failure && <FailureNotice failure={failure} />}
      {runs
        .filter((run) => run.state !== 'done')
        .map((run) => (
          <RunCard
            key={run.runId}
            run={run}
            onUndone={() => {
              const { sent, text, draftId: other } = state.getState();
              const isLast = sent?.runId === run.runId && run.environmentId === environmentId;
              if (isLast && sent.text !== '' && text === '' && other === undefined) {
                void entry.paste(sent.text);
              }
            }}
          />
        ))}
      <RegisterSection environments={props.environments} />
    </>
  );
}
