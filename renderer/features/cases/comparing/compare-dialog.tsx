import { Button, Flex, Group, Modal, Switch, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { Masked, MaskScope, RevealAll } from '../../../ui/masked.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import type { ComparedRead, CompareState } from './compare-store.ts';
import { comparedLabel, comparedTerm } from './compared-terms.ts';
import classes from './comparing.module.css';
import { type ComparedField, compareConversations } from './difference.ts';

/** Two cases, or two consecutive reads of one case, side by side with their differences marked. */
export function CompareDialog({ store }: { store: StoreApi<CompareState> }) {
  const { kind, environmentId, left, right, reads, step, busy, failure, missing } = useStore(store);
  const { close, showReads } = store.getState();
  const to = (next: number) => {
    if (environmentId !== undefined && right) {
      void showReads(environmentId, right.conversationId, next);
    }
  };
  return (
    <Modal
      opened={kind !== undefined}
      onClose={close}
      title={kind === 'reads' ? 'Reads of this case' : 'Compare two cases'}
      size="72rem"
    >
      <div className={classes.dialog}>
        <LoadingBar busy={busy} />
        {failure && <FailureNotice failure={failure} />}
        {kind === 'reads' && reads.length > 0 && (
          <Group>
            <Button
              leftSection={<IconChevronLeft size={14} aria-hidden />}
              disabled={step === 0}
              onClick={() => to(step - 1)}
            >
              Older
            </Button>
            <Button
              rightSection={<IconChevronRight size={14} aria-hidden />}
              disabled={step >= reads.length - 1}
              onClick={() => to(step + 1)}
            >
              Newer
            </Button>
            <span role="status">
              Read {step + 1} of {reads.length}
            </span>
          </Group>
        )}
        {missing !== undefined && (
          <EmptyState title="Nothing to compare">
            <p>
              No saved read of <OutsideText text={missing} max={64} />. Open or refresh the case first.
            </p>
          </EmptyState>
        )}
        {right && (left || kind === 'reads') && (
          <MaskScope
            key={`${left?.conversationId} ${left?.at} ${right.conversationId} ${right.at}`}
            scope={`compare ${environmentId} ${left?.conversationId} ${right.conversationId}`}
          >
            <Comparison left={left} right={right} kind={kind} />
          </MaskScope>
        )}
      </div>
    </Modal>
  );
}

interface ComparisonProps {
  left: ComparedRead | undefined;
  right: ComparedRead;
  kind: CompareState['kind'];
}

function Comparison({ left, right, kind }: ComparisonProps) {
  const [all, setAll] = useState(left === undefined);
  const fields = useMemo(
    () => compareConversations((left ?? right).conversation, right.conversation),
    [left, right],
  );
  const different = fields.filter(({ isSame }) => !isSame);
  const shown = all ? fields : different;
  return (
    <>
      <Group>
        {left ? (
          <>
            <Text role="status" span flex="1" fw={600}>
              {different.length === 0
                ? 'No differences'
                : `${different.length.toLocaleString('en')} of ${fields.length.toLocaleString('en')} values differ`}
            </Text>
            <Switch
              label="Show equal values too"
              checked={all}
              onChange={(event) => setAll(event.currentTarget.checked)}
            />
          </>
        ) : (
          <Text span flex="1" fw={600}>
            This is the oldest saved read, so there is nothing to compare it with.
          </Text>
        )}
        <RevealAll />
      </Group>
      <Flex component="dl" rowGap={4} columnGap={24} wrap="wrap">
        {left && <Side label={kind === 'reads' ? 'Before' : 'Left'} read={left} />}
        <Side label={kind === 'reads' ? 'This read' : 'Right'} read={right} />
      </Flex>
      {shown.length > 0 && (
        <LongTable
          label="Values"
          columns={
            left
              ? ['Value', kind === 'reads' ? 'Before' : 'Left', kind === 'reads' ? 'This read' : 'Right']
              : ['Value', 'This read']
          }
          count={shown.length}
          row={(index) => {
            const field = shown[index];
            return field && <FieldRow field={field} sides={left ? ['left', 'right'] : ['right']} />;
          }}
        />
      )}
    </>
  );
}

function Side({ label, read }: { label: string; read: ComparedRead }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>
          <OutsideText text={read.conversationId} max={64} />
        </code>{' '}
        <Time at={read.at} />
      </dd>
    </div>
  );
}

function FieldRow({ field, sides }: { field: ComparedField; sides: readonly ('left' | 'right')[] }) {
  return (
    <tr className={classes.field} data-different={!field.isSame}>
      <th scope="row">
        <OutsideText text={comparedLabel(field.path)} max={160} />{' '}
        <code className={layout.quietSmall}>
          <OutsideText text={field.path} max={160} />
        </code>
        {!field.isSame && <span className={classes.mark}>Different</span>}
      </th>
      {sides.map((side) => {
        const value = field[side];
        return (
          <td key={side}>
            {value === undefined ? (
              <span className={layout.quiet}>Missing</span>
            ) : field.isPersonal ? (
              <Masked value={value} field={`${side} ${field.path}`} label={comparedLabel(field.path)} />
            ) : (
              <ComparedValue path={field.path} value={value} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Shows a coded value by its plain term, with the code beside it. */
function ComparedValue({ path, value }: { path: string; value: string }) {
  const term = comparedTerm(path, value);
  if (term === undefined || term === value) {
    return <OutsideText text={value} />;
  }
  return (
    <>
      <OutsideText text={term} max={500} />{' '}
      <code className={layout.quietSmall}>
        <OutsideText text={value} max={500} />
      </code>
    </>
  );
}
