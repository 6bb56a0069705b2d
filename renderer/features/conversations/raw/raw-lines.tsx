import { Box, Button, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo } from 'react';
import type { RawLine, RawMark } from '../../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { cutText } from '../../../../preload/contract/service/visible-text.ts';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { JsonText } from '../../../ui/outside-text.tsx';
import { useVirtualRows } from '../../../ui/virtual-rows.ts';
import classes from './raw-lines.module.css';
import { pageOf, pageSize, type RawTools, useRawPage } from './raw-tools.ts';

/** Pixels; the style sheet says the same. */
const lineHeight = 18;
/** So many characters are shown of the current line, and of each other one: laying out sixty long lines takes a browser seconds. */
const maxCurrentLine = 4000;
const maxLine = 240;

interface RawLinesProps {
  readingId: string;
  total: number;
  tools: RawTools;
  /** Byte offsets of members that are given more than once. */
  twice: readonly number[];
  /** Reads the response again. */
  onReload(): void;
}

/** Shows any number of lines of text; only those in view are in the page. Arrow keys move the current line, left and right fold it. */
export function RawLines({ readingId, total, tools, twice, onReload }: RawLinesProps) {
  const { form, folds, line: current, marks, goTo: onCurrent, toggleFold } = tools;
  const canFold = form === 'indented';
  const count = folds.lineCount(total);
  const { scroller, indexes, before, after, scrollTo } = useVirtualRows({
    count,
    height: lineHeight,
    isFixed: true,
  });
  const lineNumbers = indexes.map((index) => folds.lineAt(index));
  const { failure } = useRawPage(readingId, form, lineNumbers[0] ?? 0);
  const kinds = useMemo(() => new Map(marks.map(({ line, kind }) => [line, kind])), [marks]);
  const position = folds.positionOf(current);
  const follow = useEffectEvent(scrollTo);
  useEffect(() => follow(position), [position]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      PageDown: position + page,
      PageUp: position - page,
      Home: 0,
      End: count - 1,
    };
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      onCurrent(folds.lineAt(Math.min(Math.max(step, 0), count - 1)));
      return;
    }
    const isFolded = folds.endAt(current) !== undefined;
    if (canFold && ((event.key === 'ArrowLeft' && !isFolded) || (event.key === 'ArrowRight' && isFolded))) {
      event.preventDefault();
      void toggleFold(current);
    }
  };
  if (failure) {
    return <ReadFailure failure={failure} onReload={onReload} />;
  }
  return (
    <section
      className={classes.scroller}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and its lines are chosen by keys, so the keyboard must be able to reach it
      tabIndex={0}
      aria-label="Raw response"
      onKeyDown={onKeyDown}
    >
      <div className={layout.widestLine} style={{ paddingTop: before, paddingBottom: after }}>
        {[...Map.groupBy(lineNumbers, pageOf)].map(([page, indexes]) => (
          <Page
            key={page}
            readingId={readingId}
            indexes={indexes}
            tools={tools}
            digits={String(total).length}
            kinds={kinds}
            twice={twice}
          />
        ))}
      </div>
    </section>
  );
}

/** Shows why lines of a response could not be read. */
export function ReadFailure({ failure, onReload }: { failure: FailureView; onReload(): void }) {
  return (
    <Box py={16} px={20}>
      <FailureNotice failure={failure}>
        <Button onClick={onReload}>Reload</Button>
      </FailureNotice>
    </Box>
  );
}

interface PageProps extends Pick<RawLinesProps, 'readingId' | 'tools' | 'twice'> {
  /** The lines of one page that are in view. */
  indexes: readonly number[];
  /** The number of digits of the last line's number. */
  digits: number;
  /** The lines of members that the console did not understand. */
  kinds: ReadonlyMap<number, RawMark['kind']>;
}

function Page({ readingId, indexes, kinds, ...row }: PageProps) {
  const { form } = row.tools;
  const first = indexes[0] ?? 0;
  const lines = useRawPage(readingId, form, first).data?.lines;
  return indexes.map((index) => (
    <Row
      key={index}
      index={index}
      line={lines?.[index % pageSize]}
      kind={form === 'indented' ? kinds.get(index) : undefined}
      {...row}
    />
  ));
}

interface RowProps extends Pick<PageProps, 'tools' | 'twice' | 'digits'> {
  index: number;
  /** Undefined until it was read. */
  line: RawLine | undefined;
  kind: RawMark['kind'] | undefined;
}

function Row({ index, line, tools, digits, kind, twice }: RowProps) {
  const { form, folds, line: current, goTo, toggleFold } = tools;
  const { text = '', from = 0, to = 0 } = line ?? {};
  const isTwice = twice.some((at) => at >= from && at < to);
  const mark = isTwice ? 'Given more than once' : kind && markTexts[kind];
  const tone = isTwice || kind === 'type' ? 'bad' : 'caution';
  const end = folds.endAt(index);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the region choose lines too
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the region choose lines too
    <div
      className={classes.row}
      data-current={index === current}
      data-marked={mark && tone}
      title={mark}
      onClick={() => goTo(index)}
    >
      <span className={classes.number} aria-hidden style={{ width: `${digits + 1}ch` }}>
        {index + 1}
      </span>
      <span className={classes.gutter}>
        {form === 'indented' && opens(text) && (
          <button
            type="button"
            tabIndex={-1}
            className={classes.fold}
            aria-label={`${end === undefined ? 'Fold' : 'Unfold'} line ${index + 1}`}
            onClick={(event) => {
              event.stopPropagation();
              void toggleFold(index);
            }}
          >
            {end === undefined ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          </button>
        )}
      </span>
      <bdi className={classes.text} dir="ltr">
        {text === '' ? ' ' : <JsonText text={short(text, index === current ? maxCurrentLine : maxLine)} />}
      </bdi>
      {end !== undefined && (
        <span className={classes.folded}>… {(end - index).toLocaleString('en')} lines</span>
      )}
      {mark !== undefined && <VisuallyHidden>{mark}</VisuallyHidden>}
    </div>
  );
}

const markTexts = {
  unknown: 'Not documented',
  type: 'Not of the documented type: not used',
} as const;

/** Returns whether a line opens an object or array that is not empty: in the indented form only such a line ends with its bracket. */
function opens(text: string): boolean {
  return text.endsWith('{') || text.endsWith('[');
}

function short(text: string, max: number): string {
  const { text: begin, left } = cutText(text, max);
  return left === 0 ? text : `${begin} … ${left.toLocaleString('en')} more characters`;
}
