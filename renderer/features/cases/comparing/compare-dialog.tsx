import { Button, Flex, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { useEnvironmentQuery } from '../../../environments/use-environment.ts';
import { DataSwitch } from '../../../ui/data-switch.tsx';
import layout from '../../../ui/layout.module.css';
import { Masked } from '../../../ui/masked.tsx';
import { EmptyState, FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { UserKey } from '../../../ui/user-key.tsx';
import { LoadingBar } from '../../../ui/waiting.tsx';
import { comparedLabel, comparedTerm } from './compared-terms.ts';
import { type ComparedField, compareConversations, mainFieldsOf } from './difference.ts';

/** Two cases; without another one, a read of the case and the one before it. */
export interface Compared {
  conversationId: string;
  otherId?: string;
}

interface CompareDialogProps {
  /** Undefined while the dialog is closed. */
  compared: Compared | undefined;
  /** Returns the pictures of two cases. */
  pictures(left: string, right: string): ReactNode;
  onClose(): void;
}

/** Two cases, or two consecutive reads of one case, side by side with their differences marked. */
export function CompareDialog({ compared, pictures, onClose }: CompareDialogProps) {
  return (
    <Modal
      opened={compared !== undefined}
      onClose={onClose}
      title={compared?.otherId === undefined ? 'Reads of this case' : 'Compare two cases'}
      size="72rem"
    >
      {compared && <Sides pictures={pictures} {...compared} />}
    </Modal>
  );
}

/** Reads both sides from what the console stored. It does not call the service. */
function Sides({ conversationId, otherId, pictures }: Compared & Pick<CompareDialogProps, 'pictures'>) {
  const [chosenId, setChosenId] = useState<number>();
  const own = useEnvironmentQuery('cases.get', { conversationId });
  const other = useEnvironmentQuery(
    'cases.get',
    otherId === undefined ? undefined : { conversationId: otherId },
  );
  // Newest first.
  const reads = own.data?.case?.reads ?? [];
  const isOfOne = otherId === undefined;
  const at = Math.max(
    0,
    reads.findIndex(({ id }) => id === chosenId),
  );
  const [leftId, rightId] = isOfOne
    ? [reads[at + 1]?.id, reads[at]?.id]
    : [reads[0]?.id, other.data?.case?.reads[0]?.id];
  const left = useStoredRead(conversationId, leftId);
  const right = useStoredRead(otherId ?? conversationId, rightId);
  // The reads next to those shown are read ahead, so that a step shows both sides at once.
  useStoredRead(conversationId, isOfOne ? reads[at + 2]?.id : undefined);
  useStoredRead(conversationId, isOfOne ? reads[at - 1]?.id : undefined);
  const queries = [own, other, left, right];
  const failure = queries.find((query) => query.failure)?.failure;
  const missing =
    own.data && reads.length === 0
      ? conversationId
      : other.data && rightId === undefined
        ? otherId
        : undefined;
  const isOldest = isOfOne && leftId === undefined;
  return (
    <Stack pos="relative" mih={192}>
      <LoadingBar busy={queries.some(({ busy }) => busy)} />
      {failure && <FailureNotice failure={failure} />}
      {isOfOne && reads.length > 0 && (
        <Group>
          <Button
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            disabled={at >= reads.length - 1}
            onClick={() => setChosenId(reads[at + 1]?.id)}
          >
            Older
          </Button>
          <Button
            rightSection={<IconChevronRight size={14} aria-hidden />}
            disabled={at === 0}
            onClick={() => setChosenId(reads[at - 1]?.id)}
          >
            Newer
          </Button>
          <span role="status">
            Read {reads.length - at} of {reads.length}
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
      {right.data && (left.data || isOldest) && (
        <Fragment key={`${conversationId} ${leftId} ${otherId} ${rightId}`}>
          <Comparison
            left={left.data && { conversationId, ...left.data }}
            right={{ conversationId: otherId ?? conversationId, ...right.data }}
            isOfOne={isOfOne}
            pictures={otherId === undefined ? undefined : pictures(conversationId, otherId)}
          />
        </Fragment>
      )}
    </Stack>
  );
}

function useStoredRead(conversationId: string, readId: number | undefined) {
  return useEnvironmentQuery('cases.reading', readId === undefined ? undefined : { conversationId, readId });
}

type ComparedRead = { conversationId: string } & OperationOutput<'cases.reading'>;

interface ComparisonProps {
  left: ComparedRead | undefined;
  right: ComparedRead;
  /** True if both are reads of one case. */
  isOfOne: boolean;
  pictures: ReactNode;
}

function Comparison({ left, right, isOfOne, pictures }: ComparisonProps) {
  const [all, setAll] = useState(left === undefined);
  const before = (left ?? right).conversation;
  const now = right.conversation;
  const fields = useMemo(() => compareConversations(before, now), [before, now]);
  const different = fields.filter(({ isSame }) => !isSame);
  const main = useMemo(() => (isOfOne ? [] : mainFieldsOf(fields)), [fields, isOfOne]);
  const mainPaths = new Set(main.flatMap(({ paths }) => paths));
  const visible = (all ? fields : different).filter(({ path }) => !mainPaths.has(path));
  const sides = [
    ...(left ? [sideColumn('left', isOfOne ? 'Before' : 'Left')] : []),
    sideColumn('right', left && !isOfOne ? 'Right' : 'This read'),
  ];
  const attributes = ({ isSame }: ComparedField) => ({
    className: layout.compared,
    'data-different': !isSame,
  });
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
        <DataSwitch />
      </Group>
      <Flex component="dl" rowGap={4} columnGap={24} wrap="wrap">
        {left && <Side label={isOfOne ? 'Before' : 'Left'} read={left} />}
        <Side label={isOfOne ? 'This read' : 'Right'} read={right} />
      </Flex>
      {pictures}
      {main.length > 0 && (
        <Table
          label="Person and document"
          columns={[nameColumn(false), ...sides]}
          rows={main}
          attributes={attributes}
        />
      )}
      {visible.length > 0 && (
        <Table
          label={isOfOne ? 'Values' : 'Other values'}
          columns={[nameColumn(true), ...sides]}
          rows={visible}
          attributes={attributes}
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

const nameColumn = (hasPath: boolean): Column<ComparedField> => ({
  heading: 'Value',
  isName: true,
  cell: ({ path, isSame }) => (
    <>
      <OutsideText text={comparedLabel(path)} max={160} />{' '}
      {hasPath && (
        <>
          <code className={layout.quietSmall}>
            <OutsideText text={path} max={160} />
          </code>{' '}
        </>
      )}
      {!isSame && (
        <Text span ml={6} fz={12} c="var(--status-caution)">
          Different
        </Text>
      )}
    </>
  ),
});

const sideColumn = (side: 'left' | 'right', heading: string): Column<ComparedField> => ({
  id: side,
  heading,
  cell(field) {
    const value = field[side];
    return value === undefined ? (
      <span className={layout.quiet}>Missing</span>
    ) : field.path === 'userKey' ? (
      <UserKey userKey={value} />
    ) : field.isPersonal ? (
      <Masked value={value} label={comparedLabel(field.path)} />
    ) : (
      <ComparedValue path={field.path} value={value} />
    );
  },
});

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
