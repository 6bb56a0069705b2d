import { Button, SegmentedControl } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { RawLine } from '../../preload/contract/conversations.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { useAction } from '../actions/use-action.ts';
import { failureOf } from '../bridge/bridge-client.ts';
import { clearCopiesAfter } from '../ui/clipboard.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useRevealed } from '../ui/masked.tsx';
import { useUiServices } from '../ui/services.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import { type VirtualLine, VirtualLines } from '../ui/virtual-lines.tsx';
import { LoadingBar } from '../ui/waiting.tsx';
import classes from './conversations.module.css';
import { maxCopyLength, type RawFormat, type RawState, rawLineAt } from './raw-store.ts';

/** A raw reply that can be viewed: of the conversation, its database sources (interface 4.8) or its list of files (4.4). */
export type ReplyName = 'conversation' | 'sources' | 'media';

interface RawViewProps {
  store: StoreApi<RawState>;
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

const showShortcut = 'mod+shift+s';

/** The reply as received. It contains personal data, so it is shown only on request. */
export function RawView({ store, replies, chosen, onChoose }: RawViewProps) {
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
    shortcut: showShortcut,
    disabled: all,
    run: revealed ? hide : show,
  });
  const reply = replies.find(({ name }) => name === chosen) ?? replies[0];
  return (
    <div className={classes.raw} ref={cover} tabIndex={-1}>
      <div className={classes.rawBar}>
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
          <Button variant="default" leftSection={<IconEyeOff size={14} />} onClick={hide}>
            Mask
          </Button>
        )}
        {revealed && <CopyReply store={store} />}
        {revealed && <Figures store={store} />}
      </div>
      {!revealed && (
        <div className={classes.rawCover}>
          <EmptyState
            title="The raw reply contains personal data"
            actions={
              <Button
                leftSection={<IconEye size={14} />}
                rightSection={<ShortcutHint shortcut={showShortcut} />}
                onClick={show}
              >
                Show raw reply{' '}
              </Button>
            }
          >
            <p>It is shown for five minutes, exactly as the service sent it.</p>
          </EmptyState>
        </div>
      )}
      {revealed && reply && <Lines store={store} reply={reply} form={form} />}
    </div>
  );
}

interface LinesProps {
  store: StoreApi<RawState>;
  reply: RawReply;
  form: RawFormat;
}

function Lines({ store, reply, form }: LinesProps) {
  const { readingId } = reply;
  const state = useStore(store);
  useEffect(() => store.getState().show(readingId, form), [store, readingId, form]);
  if (state.failure && state.failure.code !== 'cancelled') {
    return (
      <div className={classes.rawCover}>
        <FailureNotice failure={state.failure}>
          <Button variant="default" onClick={reply.read}>
            Reload
          </Button>
        </FailureNotice>
      </div>
    );
  }
  return (
    <div className={classes.rawBody}>
      <LoadingBar busy={state.total === undefined} label="Loading the raw reply" />
      {state.total !== undefined && (
        <VirtualLines
          key={form}
          label="Raw reply"
          total={state.total}
          line={(index) => shownLine(rawLineAt(state, index), reply.twice)}
          onWanted={state.want}
        />
      )}
    </div>
  );
}

/** What is given twice is marked. */
function shownLine(line: RawLine | undefined, twice: readonly number[]): VirtualLine | undefined {
  if (!line) {
    return undefined;
  }
  const mark = twice.some((at) => at >= line.from && at < line.to) ? 'Given more than once' : undefined;
  return { text: line.text, mark };
}

function Figures({ store }: { store: StoreApi<RawState> }) {
  const { total, bytes } = useStore(store);
  if (total === undefined || bytes === undefined) {
    return null;
  }
  return (
    <span className={classes.rawFigures}>
      {total.toLocaleString('en')} {total === 1 ? 'line' : 'lines'} · {bytes.toLocaleString('en')} bytes
    </span>
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
      <Button
        variant="default"
        leftSection={<IconCopy size={14} />}
        disabled={bytes === undefined || tooLong}
        onClick={copy}
      >
        Copy as received
      </Button>
      {tooLong && <span className={classes.quiet}>Too long to copy: more than 1,000,000 characters.</span>}
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}
