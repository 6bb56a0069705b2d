import { Box, Button, Flex, SegmentedControl, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import { failureOf } from '../../../bridge/bridge-client.ts';
import { useBridgeAction } from '../../../bridge/use-bridge.tsx';
import { Bar } from '../../../ui/bar.tsx';
import { clearCopiesAfter } from '../../../ui/clipboard.ts';
import { ShowData } from '../../../ui/data-switch.tsx';
import layout from '../../../ui/layout.module.css';
import { useShown } from '../../../ui/masked.tsx';
import { EmptyState, FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useUiServices } from '../../../ui/services.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useVirtualRows } from '../../../ui/virtual-rows.ts';
import { LoadingBar } from '../../../ui/waiting.tsx';
import { RawBar } from './raw-bar.tsx';
import { RawLines, ReadFailure } from './raw-lines.tsx';
import {
  type RawFormat,
  type RawPlace,
  type RawTools,
  type ResponseName,
  useRawPage,
  useRawTools,
} from './raw-tools.ts';
import classes from './raw-view.module.css';

interface RawViewProps {
  /** The place of the user in the response. */
  place: StoreApi<RawPlace>;
  /** The responses to choose from: the conversation's, and those read since. */
  responses: readonly RawResponse[];
}

interface RawResponse {
  name: ResponseName;
  readingId: string;
  title: string;
  /** Byte offsets of members that are given more than once. */
  twice: readonly number[];
  /** Reads it again. */
  read(): void;
}

/** Shows the response as received. It contains personal data, so it is shown only on request. */
export function RawView({ place, responses }: RawViewProps) {
  const isRevealed = useShown();
  const responseName = useStore(place, ({ name }) => name);
  const [form, setForm] = useState<RawFormat>('indented');
  const cover = useRef<HTMLDivElement>(null);
  // The button that was pressed is removed once it is shown.
  const focusCover = () => cover.current?.focus();
  const response = responses.find(({ name }) => name === responseName) ?? responses[0];
  return (
    <Flex direction="column" flex="1" mih={0} style={{ outline: 'none' }} ref={cover} tabIndex={-1}>
      <Bar rowGap={4} px={12} py={4}>
        {responses.length > 1 && (
          <SegmentedControl
            aria-label="Response"
            value={response?.name ?? responseName}
            onChange={(value) => place.setState({ name: value as ResponseName })}
            data={responses.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )}
        <SegmentedControl
          aria-label="Response format"
          value={form}
          onChange={(value) => setForm(value === 'received' ? 'received' : 'indented')}
          data={[
            { value: 'indented', label: 'Indented' },
            { value: 'received', label: 'As received' },
          ]}
        />
        {isRevealed && response && <CopyResponse readingId={response.readingId} form={form} />}
        {isRevealed && response && <Figures readingId={response.readingId} form={form} />}
      </Bar>
      {!isRevealed && (
        <Box py={16} px={20}>
          <EmptyState
            title="The raw response contains personal data"
            actions={<ShowData variant="filled" onShown={focusCover} />}
          >
            <p>It is shown exactly as the service sent it, with all personal data.</p>
          </EmptyState>
        </Box>
      )}
      {isRevealed && response && <Lines key={form} place={place} response={response} form={form} />}
    </Flex>
  );
}

interface LinesProps {
  place: StoreApi<RawPlace>;
  response: RawResponse;
  form: RawFormat;
}

function Lines({ place, response: { readingId, name, twice, read }, form }: LinesProps) {
  const tools = useRawTools(place, readingId, name, form);
  const { data, failure: readFailure, busy } = useRawPage(readingId, form, 0);
  const { filterResult, line, failure, goTo } = tools;
  return (
    <>
      <RawBar key={readingId} tools={tools} />
      {failure && <FailureNotice failure={failure} />}
      <Flex pos="relative" direction="column" flex="1" mih={0} data-personal>
        <LoadingBar busy={busy && !data} label="Loading the raw response" />
        {filterResult && form === 'indented' && (
          <FilterList filterResult={filterResult} current={line} onGo={goTo} />
        )}
        {readFailure && <ReadFailure failure={readFailure} onReload={read} />}
        {data && !readFailure && (
          <RawLines readingId={readingId} total={data.total} tools={tools} twice={twice} onReload={read} />
        )}
      </Flex>
      {form === 'indented' && <PathBar place={tools.place} />}
    </>
  );
}

function Figures({ readingId, form }: { readingId: string; form: RawFormat }) {
  const { total, bytes } = useRawPage(readingId, form, 0).data ?? {};
  return (
    total !== undefined &&
    bytes !== undefined && (
      <Text span ml="auto" fz={12} c="dimmed">
        {counted(total, 'line')} · {bytes.toLocaleString('en')} bytes
      </Text>
    )
  );
}

/** The most a copy may hold, in characters: the contract's limit. */
const maxCopyLength = 1_000_000;

function CopyResponse({ readingId, form }: { readingId: string; form: RawFormat }) {
  const { clipboard, announce } = useUiServices();
  const bytes = useRawPage(readingId, form, 0).data?.bytes;
  const { run, failure } = useBridgeAction('conversations.raw', { readingId, form: 'received' });
  const [refusal, setRefused] = useState<FailureView>();
  const tooLong = bytes !== undefined && bytes > maxCopyLength;
  const problem = failure ?? refusal;
  const copy = async () => {
    setRefused(undefined);
    let text = '';
    for (let from = 0, total = 1; from < total; from += 2000) {
      const part = await run({ from, count: 2000 });
      if (!part) {
        return;
      }
      total = part.total;
      for (const [at, piece] of part.lines.entries()) {
        text += `${from + at > 0 && !piece.continued ? '\n' : ''}${piece.text}`;
      }
    }
    await clipboard.copy(text, { clearAfterMs: clearCopiesAfter }).then(
      () => announce('Copied. The clipboard is cleared in 60 seconds'),
      (error) => setRefused(failureOf(error)),
    );
  };
  return (
    <>
      <Button leftSection={<IconCopy size={14} />} disabled={bytes === undefined || tooLong} onClick={copy}>
        Copy as received
      </Button>
      {tooLong && <span className={layout.quiet}>Too long to copy: more than 1,000,000 characters.</span>}
      {problem && <span role="alert">{problem.message}</span>}
    </>
  );
}

/** Shows the path of the current line, to be copied, and its value. */
function PathBar({ place }: Pick<RawTools, 'place'>) {
  const { copy } = useCopy();
  return (
    <Flex align="center" gap={8} px={12} py={4} className={layout.bar} data-foot>
      <Text component="code" flex="1" miw={0} truncate ff="monospace" fz={12} title={place?.path}>
        {place ? <OutsideText text={place.path} max={400} /> : ' '}
      </Text>
      <Button
        size="compact-sm"
        disabled={!place}
        onClick={() => void copy(place?.path ?? '', { said: 'Path copied' })}
      >
        Copy path
      </Button>
      <Button
        size="compact-sm"
        disabled={!place || place.isCut}
        title={place?.isCut ? 'Longer than 1,000,000 characters' : undefined}
        onClick={() =>
          void copy(place?.value ?? '', {
            said: 'Value copied. The clipboard is cleared in 60 seconds',
            clearAfterMs: clearCopiesAfter,
          })
        }
      >
        Copy value
      </Button>
    </Flex>
  );
}

/** Pixels. */
const rowHeight = 26;

interface FilterListProps {
  filterResult: NonNullable<RawTools['filterResult']>;
  current: number;
  onGo(line: number): void;
}

/** Shows the paths that a JSONPath query selected; each leads to its line. */
function FilterList({ filterResult: { matches, total }, current, onGo }: FilterListProps) {
  const { scroller, indexes, before, after } = useVirtualRows({
    count: matches.length,
    height: rowHeight,
    isFixed: true,
  });
  if (matches.length === 0) {
    return (
      <Text px={12} py={4} fz={12} c="dimmed">
        Nothing matches.
      </Text>
    );
  }
  return (
    <Box
      component="section"
      mah="10rem"
      className={`${layout.bar} ${layout.scrolls}`}
      ref={scroller}
      aria-label="Matches"
    >
      <ul className={layout.plainList} style={{ margin: 0, padding: `${before}px 0 ${after}px` }}>
        {indexes.map((index) => {
          const { path = '', line = 0 } = matches[index] ?? {};
          return (
            <Box component="li" key={index} h={rowHeight}>
              <button
                type="button"
                className={`${layout.hovers} ${classes.match}`}
                aria-current={line === current}
                onClick={() => onGo(line)}
              >
                <code className={layout.ellipsis}>
                  <OutsideText text={path} max={300} />
                </code>
                <span className={layout.quietAside}>line {(line + 1).toLocaleString('en')}</span>
              </button>
            </Box>
          );
        })}
      </ul>
      {total > matches.length && (
        <Text px={12} py={4} fz={12} c="dimmed">
          The first {matches.length.toLocaleString('en')} are listed.
        </Text>
      )}
    </Box>
  );
}
