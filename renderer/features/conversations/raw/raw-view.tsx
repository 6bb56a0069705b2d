import { Box, Button, SegmentedControl, Text } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { RawLine, RawMark } from '../../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { useAction } from '../../../actions/use-action.ts';
import { failureOf } from '../../../bridge/bridge-client.ts';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { useRevealed } from '../../../ui/masked.tsx';
import { useUiServices } from '../../../ui/services.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import { FilterList } from './filter-list.tsx';
import { PathBar } from './path-bar.tsx';
import { RawBar } from './raw-bar.tsx';
import { RawLines, type ShownLine } from './raw-lines.tsx';
import { maxCopyLength, type RawFormat, type RawState, rawLineAt } from './raw-store.ts';
import type { RawTools, ReplyName } from './raw-tools.ts';
import classes from './raw-view.module.css';

interface RawViewProps {
  store: StoreApi<RawState>;
  tools: StoreApi<RawTools>;
  /** The replies to choose from: the conversation's, and those read since. */
  replies: readonly RawReply[];
  chosen: ReplyName;
  onChoose(name: ReplyName): void;
}

interface RawReply {
  name: ReplyName;
  readingId: string;
  title: string;
  /** Byte offsets of members that are given more than once. */
  twice: readonly number[];
  /** Reads it again. */
  read(): void;
}

/** Shows the reply as received. It contains personal data, so it is shown only on request. */
export function RawView({ store, tools, replies, chosen, onChoose }: RawViewProps) {
  const { revealed, all, reveal, hide } = useRevealed('raw reply');
  const [form, setForm] = useState<RawFormat>('indented');
  const cover = useRef<HTMLDivElement>(null);
  const show = () => {
    // The button that was pressed is removed once it is shown.
    cover.current?.focus();
    reveal();
  };
  useAction({
    id: 'raw.show',
    group: 'Conversation',
    label: revealed ? 'Mask the raw reply' : 'Show the raw reply',
    disabled: all,
    run: revealed ? hide : show,
  });
  const reply = replies.find(({ name }) => name === chosen) ?? replies[0];
  return (
    <div className={classes.raw} ref={cover} tabIndex={-1}>
      <div className={classes.bar}>
        {replies.length > 1 && (
          <SegmentedControl
            aria-label="Reply"
            value={reply?.name ?? chosen}
            onChange={(value) => onChoose(value as ReplyName)}
            data={replies.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )}
        <SegmentedControl
          aria-label="Reply format"
          value={form}
          onChange={(value) => setForm(value === 'received' ? 'received' : 'indented')}
          data={[
            { value: 'indented', label: 'Indented' },
            { value: 'received', label: 'As received' },
          ]}
        />
        {revealed && !all && (
          <Button leftSection={<IconEyeOff size={14} />} onClick={hide}>
            Mask
          </Button>
        )}
        {revealed && <CopyReply store={store} />}
        {revealed && <Figures store={store} />}
      </div>
      {!revealed && (
        <Box py={16} px={20}>
          <EmptyState
            title="The raw reply contains personal data"
            actions={
              <Button variant="filled" leftSection={<IconEye size={14} />} onClick={show}>
                Show raw reply{' '}
              </Button>
            }
          >
            <p>
              It is shown exactly as the service sent it, and masked again after five minutes without use.
            </p>
          </EmptyState>
        </Box>
      )}
      {revealed && reply && <Lines store={store} tools={tools} reply={reply} form={form} />}
    </div>
  );
}

interface LinesProps {
  store: StoreApi<RawState>;
  tools: StoreApi<RawTools>;
  reply: RawReply;
  form: RawFormat;
}

function Lines({ store, tools, reply, form }: LinesProps) {
  const { readingId, name } = reply;
  const state = useStore(store);
  const { folds, line: current, filtered, marks, failure, goTo, toggleFold } = useStore(tools);
  useEffect(() => store.getState().show(readingId, form), [store, readingId, form]);
  useEffect(() => tools.getState().show(readingId, name, form), [tools, readingId, name, form]);
  const marked = useMemo(() => new Map(marks.map(({ line, kind }) => [line, kind])), [marks]);
  if (state.failure && state.failure.code !== 'cancelled') {
    return (
      <Box py={16} px={20}>
        <FailureNotice failure={state.failure}>
          <Button onClick={reply.read}>Reload</Button>
        </FailureNotice>
      </Box>
    );
  }
  return (
    <>
      <RawBar key={`${readingId} ${form}`} tools={tools} />
      {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} />}
      <div className={classes.body} data-personal>
        <LoadingBar busy={state.total === undefined} label="Loading the raw reply" />
        {filtered && form === 'indented' && <FilterList filtered={filtered} current={current} onGo={goTo} />}
        {state.total !== undefined && (
          <RawLines
            key={form}
            label="Raw reply"
            total={state.total}
            folds={folds}
            current={current}
            canFold={form === 'indented'}
            line={(index) =>
              shownLine(
                rawLineAt(state, index),
                reply.twice,
                form === 'indented' ? marked.get(index) : undefined,
              )
            }
            onWanted={state.want}
            onCurrent={goTo}
            onFold={(line) => void toggleFold(line)}
          />
        )}
      </div>
      {form === 'indented' && <PathBar tools={tools} />}
    </>
  );
}

const markTexts = {
  unknown: 'Not documented',
  type: 'Not of the documented type: not used',
} as const;

/** Returns a line with marks for duplicate members and those that the console did not understand. */
function shownLine(
  line: RawLine | undefined,
  twice: readonly number[],
  kind: RawMark['kind'] | undefined,
): ShownLine | undefined {
  if (!line) {
    return undefined;
  }
  if (twice.some((at) => at >= line.from && at < line.to)) {
    return { text: line.text, mark: 'Given more than once', tone: 'bad' };
  }
  return kind === undefined
    ? { text: line.text }
    : { text: line.text, mark: markTexts[kind], tone: kind === 'type' ? 'bad' : 'caution' };
}

function Figures({ store }: { store: StoreApi<RawState> }) {
  const { total, bytes } = useStore(store);
  if (total === undefined || bytes === undefined) {
    return null;
  }
  return (
    <Text span ml="auto" fz={12} c="dimmed">
      {total.toLocaleString('en')} {total === 1 ? 'line' : 'lines'} · {bytes.toLocaleString('en')} bytes
    </Text>
  );
}

function CopyReply({ store }: { store: StoreApi<RawState> }) {
  const { clipboard, announce } = useUiServices();
  const bytes = useStore(store, (state) => state.bytes);
  const [failure, setFailure] = useState<FailureView>();
  const tooLong = bytes !== undefined && bytes > maxCopyLength;
  const copy = async () => {
    try {
      setFailure(undefined);
      await clipboard.copy(await store.getState().text(), { clearAfterMs: clearCopiesAfter });
      announce('Copied. The clipboard is cleared in 60 seconds');
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return (
    <>
      <Button leftSection={<IconCopy size={14} />} disabled={bytes === undefined || tooLong} onClick={copy}>
        Copy as received
      </Button>
      {tooLong && <span className={layout.quiet}>Too long to copy: more than 1,000,000 characters.</span>}
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}
