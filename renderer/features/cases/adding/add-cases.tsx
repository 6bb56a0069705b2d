import { Button, Flex, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { listSummary } from '../../../../preload/wording/reading.ts';
import { failureOf } from '../../../bridge/bridge-client.ts';
import { useEnvironment, useEnvironmentAction } from '../../../environments/use-environment.ts';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import { FileChoice } from '../../../ui/file-choice.tsx';
import layout from '../../../ui/layout.module.css';
import { ListProblems } from '../../../ui/list-problems.tsx';
import { FailureNotice } from '../../../ui/notices.tsx';
import { PaceFields } from '../../../ui/pace-fields.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { useFormCheck } from '../../../ui/use-form-check.ts';
import { LoadingBar } from '../../../ui/waiting.tsx';
import classes from './adding.module.css';
import type { AddingState } from './adding-store.ts';
import { MarkFields, marksOf, noMarks } from './mark-fields.tsx';

interface AddCasesProps {
  store: StoreApi<AddingState>;
}

/** Shows the dialog that takes a list of conversations, pasted or as a file, reports what it contains, and starts reading it. */
export function AddCases({ store }: AddCasesProps) {
  const { settings } = useEnvironment();
  const isAdding = useStore(store, (state) => state.isAdding);
  return (
    <Modal
      opened={isAdding}
      onClose={store.getState().end}
      title={
        <Flex component="span" gap={8} align="center">
          Add cases <EnvironmentTag kind={settings.kind} name={settings.name} />
        </Flex>
      }
      size="lg"
    >
      <AddForm store={store} />
    </Modal>
  );
}

function AddForm({ store }: { store: StoreApi<AddingState> }) {
  const { text, file, pace, take, setPace, end } = useStore(store);
  const { list, busy, failure } = useReadList(file ?? text);
  const starting = useEnvironmentAction('reading.start');
  const [marks, setMarks] = useState(noMarks);
  const columns = list?.report.columns ?? [];
  const count = list?.report.conversations ?? 0;
  const drop = useFileDrop(([dropped]) => take(dropped));
  const check = useFormCheck({
    list: count === 0 && (list ? 'No conversation was found.' : 'Paste conversations, or choose a file.'),
  });
  const start = async () => {
    const from = list && { listId: list.listId, marks: marksOf(marks, columns) };
    if (check.passes() && from && (await starting.run({ from, pace }))) {
      end();
    }
  };
  // Cases are read again by the same operation, beside the dialog.
  const isOwn = starting.input !== undefined && 'listId' in starting.input.from;
  const shownFailure = failure ?? (isOwn ? starting.failure : undefined);
  return (
    <Stack ref={check.ref} align="flex-start" className={classes.dialog} {...drop}>
      <Textarea
        w="100%"
        label="Conversations"
        description="Conversation ids, addresses, CSV, JSON or callback bodies. At most 100,000 lines."
        placeholder={file === undefined ? 'Paste here, or drop a file' : `From the file ${file.name}`}
        minRows={7}
        maxRows={14}
        value={text}
        error={check.errors.list}
        onChange={(event) => take(event.currentTarget.value)}
        spellCheck={false}
        data-autofocus
        classNames={{ input: layout.identifier }}
      />
      <FileChoice icon={<IconFileUpload size={14} aria-hidden />} onFile={take}>
        Choose a file…
      </FileChoice>
      <Stack gap={8} w="100%" pos="relative">
        <LoadingBar busy={busy} label="Reading the list" />
        {list && (
          <>
            <Text fw={600} role="status">
              {file !== undefined && `${file.name}: `}
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
      </Stack>
      <MarkFields marks={marks} names={columns} onMarks={setMarks} />
      <Group gap={12}>
        <PaceFields pace={pace} onPace={setPace} what="reads" />
      </Group>
      {shownFailure && <FailureNotice failure={shownFailure} />}
      {/* Stays in view below a long list of lines without a conversation. */}
      <Group pos="sticky" bottom={0} w="100%" py={8} bg="var(--mantine-color-body)" style={{ zIndex: 2 }}>
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={starting.busy}
          onClick={() => void start()}
        >
          {count === 0 ? 'Read' : `Read ${count.toLocaleString('en')} ${count === 1 ? 'case' : 'cases'}`}
        </Button>
        <Button onClick={end}>Cancel</Button>
      </Group>
    </Stack>
  );
}

/** Milliseconds after the last keystroke before a text is parsed. */
const typingPause = 250;

/** Returns what a text or file lists, as main has parsed it. Another source cancels the request for the one before. */
function useReadList(source: string | File) {
  const reading = useEnvironmentAction('reading.readList');
  const read = useEffectEvent((content: string | Uint8Array) => void reading.run({ source: content }));
  const end = useEffectEvent(() => {
    reading.stop();
    reading.reset();
  });
  /** The source that was sent to main; with a failure, one that could not be read. */
  const [sent, setSent] = useState<{ source: string | File; failure?: FailureView }>();
  const isText = typeof source === 'string';
  const isEmpty = isText && source.trim() === '';
  useEffect(() => {
    if (isEmpty) {
      return;
    }
    let isLatest = true;
    const send = async () => {
      try {
        const content = typeof source === 'string' ? source : new Uint8Array(await source.arrayBuffer());
        if (isLatest) {
          setSent({ source });
          read(content);
        }
      } catch (error) {
        setSent({ source, failure: failureOf(error) });
      }
    };
    const timer = setTimeout(() => void send(), isText ? typingPause : 0);
    return () => {
      isLatest = false;
      clearTimeout(timer);
      end();
    };
  }, [source, isText, isEmpty]);
  const isSent = sent?.source === source;
  return {
    list: isSent && !reading.busy ? reading.data : undefined,
    busy: !isEmpty && (isSent ? reading.busy : true),
    failure: isSent ? (sent.failure ?? (reading.busy ? undefined : reading.failure)) : undefined,
  };
}
