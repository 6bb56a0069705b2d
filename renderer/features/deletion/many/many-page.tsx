import { Button, Flex, Radio, Textarea } from '@mantine/core';
import { IconFileUpload, IconListSearch } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DeletionMode } from '../../../../preload/contract/deletion.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { listSummary } from '../../../../preload/wording/reading.ts';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { FileChoice } from '../../../ui/file-choice.tsx';
import { ListProblems } from '../../../ui/list-problems.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import { modeTexts } from '../deletion-wording.ts';
import { DraftView } from './draft-view.tsx';
import classes from './many.module.css';
import { RunCard } from './run-card.tsx';
import { draftOf, type RunsState } from './runs-store.ts';

interface ManyPageProps {
  store: StoreApi<RunsState>;
  environment: EnvironmentView;
  /** The tabs of the page. */
  bar: ReactNode;
  onOpen(conversationId: string): void;
}

const modes: readonly DeletionMode[] = ['EXPIRE', 'DELETE_DATA'];

/** Expires many conversations or deletes their data: the list, its preview, and the runs. */
export function ManyPage({ store, environment, bar, onOpen }: ManyPageProps) {
  const state = useStore(store);
  const draft = draftOf(state);
  const mine = draft?.environmentId === environment.id ? draft : undefined;
  const running = state.runs.filter(({ state: now }) => now !== 'done');
  const finished = state.runs.filter(({ state: now }) => now === 'done');
  return (
    <Page
      title="Deletion"
      subtitle="Expire or delete many conversations in one run."
      bar={bar}
      busy={state.busy === 'preview' || mine?.state === 'reading'}
    >
      <div className={classes.page}>
        {state.failure && <FailureNotice failure={state.failure} />}
        {running.map((run) => (
          <RunCard key={run.runId} run={run} store={store} />
        ))}
        {mine === undefined ? (
          <ListForm state={state} environment={environment} />
        ) : (
          <DraftView
            key={mine.draftId}
            store={store}
            draft={mine}
            environment={environment}
            onOpen={onOpen}
          />
        )}
        {finished.map((run) => (
          <RunCard key={run.runId} run={run} store={store} />
        ))}
      </div>
    </Page>
  );
}

function ListForm({ state, environment }: { state: RunsState; environment: EnvironmentView }) {
  const { mode, text, fileName, list, busy, setMode, setText, readFile, prepare } = state;
  const [over, setOver] = useState(false);
  const count = list?.report.conversations ?? 0;
  const drag = (event: DragEvent, isOver: boolean) => {
    if (event.dataTransfer.types.includes('Files')) {
      event.preventDefault();
      setOver(isOver);
    }
  };
  const { kind, name, readOnly } = environment.settings;
  return (
    <Section
      title="Conversations and action"
      aside={<EnvironmentTag kind={kind} name={name} readOnly={readOnly} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button below */}
      <div
        className={classes.form}
        data-over={over}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          drag(event, false);
          const file = event.dataTransfer.files[0];
          if (file) {
            void readFile(environment.id, file);
          }
        }}
      >
        <Textarea
          label="Conversations"
          description="Conversation ids, addresses, user keys in your list of cases, CSV, JSON or callback bodies. At most 100,000 lines."
          placeholder={fileName === undefined ? 'Paste here, or drop a file' : `From the file ${fileName}`}
          rows={6}
          value={text}
          onChange={(event) => setText(environment.id, event.currentTarget.value)}
          spellCheck={false}
          classNames={{ input: classes.text }}
        />
        <FileChoice
          icon={<IconFileUpload size={14} aria-hidden />}
          onFile={(file) => void readFile(environment.id, file)}
        >
          Choose a file…
        </FileChoice>
        <div className={classes.report}>
          <LoadingBar busy={busy === 'list'} label="Reading the list" />
          <p className={classes.summary} role="status">
            {list && fileName !== undefined && `${fileName}: `}
            {list && listSummary(list.report)}
          </p>
          {list && <ListProblems report={list.report} />}
        </div>
        <Radio.Group
          label="Action"
          value={mode}
          onChange={(value) => setMode(value === 'EXPIRE' ? 'EXPIRE' : 'DELETE_DATA')}
        >
          <Flex rowGap={8} columnGap={24} wrap="wrap" mt={6}>
            {modes.map((one) => (
              <Radio
                key={one}
                value={one}
                label={modeTexts[one].label}
                description={modeTexts[one].description}
              />
            ))}
          </Flex>
        </Radio.Group>
        <Button
          variant="filled"
          leftSection={<IconListSearch size={14} aria-hidden />}
          disabled={count === 0 || busy === 'list'}
          loading={busy === 'preview'}
          onClick={() => void prepare(environment.id)}
        >
          {count === 0
            ? 'Preview'
            : `Preview ${count.toLocaleString('en')} ${count === 1 ? 'conversation' : 'conversations'}`}
        </Button>
      </div>
    </Section>
  );
}
