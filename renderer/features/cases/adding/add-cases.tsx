import { Button, Flex, Modal, Text, Textarea } from '@mantine/core';
import { IconFileUpload, IconPlayerPlay } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { listSummary } from '../../../../preload/wording/reading.ts';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { FileChoice } from '../../../ui/file-choice.tsx';
import layout from '../../../ui/layout.module.css';
import { ListProblems } from '../../../ui/list-problems.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import classes from './adding.module.css';
import { PaceFields } from './pace-fields.tsx';
import type { ReadingState } from './reading-store.ts';

interface AddCasesProps {
  store: StoreApi<ReadingState>;
  environment: EnvironmentView;
}

/** Shows the dialog that takes a list of conversations, pasted or as a file, reports what it contains, and starts reading it. */
export function AddCases({ store, environment }: AddCasesProps) {
  const { isAdding, text, fileName, list, busy, failure, pace } = useStore(store);
  const { setText, readFile, setPace, start, endAdding } = store.getState();
  const [over, setOver] = useState(false);
  const count = list?.report.conversations ?? 0;
  const take = (file: File | undefined) => {
    if (file) {
      void readFile(environment.id, file);
    }
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    if (event.dataTransfer.types.includes('Files')) {
      event.preventDefault();
      setOver(isOver);
    }
  };
  return (
    <Modal
      opened={isAdding}
      onClose={endAdding}
      title={
        <Flex component="span" gap={8} align="center">
          Add cases <EnvironmentTag kind={environment.settings.kind} name={environment.settings.name} />
        </Flex>
      }
      size="lg"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button below */}
      <div
        className={classes.dialog}
        data-over={over}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          drag(event, false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <Textarea
          label="Conversations"
          description="Conversation ids, addresses, CSV, JSON or callback bodies. At most 100,000 lines."
          placeholder={fileName === undefined ? 'Paste here, or drop a file' : `From the file ${fileName}`}
          rows={7}
          value={text}
          onChange={(event) => setText(environment.id, event.currentTarget.value)}
          spellCheck={false}
          data-autofocus
          classNames={{ input: layout.identifier }}
        />
        <FileChoice icon={<IconFileUpload size={14} aria-hidden />} onFile={take}>
          Choose a file…
        </FileChoice>
        <div className={classes.report} aria-live="polite">
          <LoadingBar busy={busy === 'reading'} label="Reading the list" />
          {list && (
            <>
              <Text fw={600}>
                {fileName !== undefined && `${fileName}: `}
                {listSummary(list.report)}
              </Text>
              {list.report.callbacks > 0 && (
                <p className={layout.quietParagraph}>
                  Callback ids were left out. The conversation ids inside the callbacks are used.
                </p>
              )}
              <ListProblems report={list.report} />
            </>
          )}
        </div>
        <PaceFields pace={pace} onPace={setPace} />
        {failure && <FailureNotice failure={failure} />}
        <div className={classes.ways}>
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={count === 0 || busy === 'reading'}
            loading={busy === 'starting'}
            onClick={() => void start(environment.id)}
          >
            {count === 0 ? 'Read' : `Read ${count.toLocaleString('en')} ${count === 1 ? 'case' : 'cases'}`}
          </Button>
          <Button onClick={endAdding}>Cancel</Button>
        </div>
      </div>
    </Modal>
  );
}
