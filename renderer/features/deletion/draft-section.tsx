import { Box, Button, Checkbox, Flex, Group, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StoreApi } from 'zustand';
import {
  type DeletionDraft,
  type PreviewGroup,
  type PreviewRow,
  previewGroups,
} from '../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import {
  detailCounts,
  groupLabels,
  groupsText,
  isWrongEnvironment,
  notFoundText,
  planTextOf,
} from '../../../preload/wording/deletion-runs.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useRows } from '../../bridge/use-rows.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { ConversationButton } from '../../ui/conversation-button.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice, Notice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { TermBadge } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { ConfirmRun } from './confirm-run.tsx';
import classes from './deletion.module.css';
import type { DeletionState } from './deletion-state.ts';
import { type Change, Happens, isFixed, Outlook, tones } from './outlook.tsx';
import { PersonWithKey } from './person-text.tsx';

interface DraftSectionProps {
  state: StoreApi<DeletionState>;
  draftId: string;
  /** Called when the run has begun, or with no id when it was proposed. */
  onStarted(runId?: string): void;
  /** The question below the preview, in place of the confirmation. */
  confirm?: ((draft: DeletionDraft) => ReactNode) | undefined;
}

/** Shows what will happen to whom, by groups, and asks for the confirmation. */
export function DraftSection(props: DraftSectionProps) {
  const environment = useEnvironment();
  const { state, draftId, onStarted, confirm } = props;
  const go = useGo();
  const { group, filledIn } = usePick(state, 'group', 'filledIn');
  const { data: draft, failure } = useEnvironmentQuery('deletionRuns.draft', { draftId });
  const change = useEnvironmentAction(
    'deletionRuns.choose',
    { draftId },
    { changes: ['deletionRuns.draft', 'deletionRuns.rows'] },
  );
  if (draft === undefined) {
    return failure && <FailureNotice failure={failure} />;
  }
  const choose = (changed: Change) => void change.run({ change: changed });
  const { read, total, groups } = draft;
  return (
    <Section title="What will happen" aside={<Reading draft={draft} choose={choose} />}>
      <Stack gap={14} data-draft={draft.state}>
        {isWrongEnvironment(draft) && (
          <Notice>
            <strong>Is this the right environment?</strong>{' '}
            {notFoundText(groups.missing, read, visibleText(environment.settings.name))}
          </Notice>
        )}
        {draft.failure && draft.state === 'reading' && (
          <p className={classes.strong}>
            <OutsideText text={draft.failure.message} /> Reading goes on by itself.
          </p>
        )}
        {draft.failure && draft.state !== 'reading' && (
          <FailureNotice failure={draft.failure}>
            <Button
              onClick={() => go({ page: 'settings', section: 'environment', environmentId: environment.id })}
            >
              Open the settings of this environment
            </Button>
          </FailureNotice>
        )}
        {change.failure && <FailureNotice failure={change.failure} />}
        {total > 1 && (
          <Flex component="fieldset" wrap="wrap" gap={6} m={0} p={0} bd={0} aria-label="Groups">
            {[undefined, ...previewGroups.filter((one) => groups[one] > 0)].map((one) => (
              <button
                key={one ?? 'all'}
                type="button"
                className={classes.chip}
                data-tone={one !== undefined && tones[one] === 'caution' ? 'caution' : undefined}
                aria-pressed={group === one}
                onClick={() => state.setState({ group: one })}
              >
                {one === undefined ? 'All' : groupLabels[one]}{' '}
                <strong>{(one === undefined ? total : groups[one]).toLocaleString('en')}</strong>
              </button>
            ))}
          </Flex>
        )}
        {draft.proposal === undefined && <Choices draft={draft} group={group} choose={choose} />}
        <Rows key={group} draftId={draftId} draft={draft} group={group} choose={choose} />
        <Sums draft={draft} />
        {confirm !== undefined ? (
          confirm(draft)
        ) : draft.included > 0 ? (
          <ConfirmRun
            key={`${draft.mode} ${draft.included === 1}`}
            draft={draft}
            filledIn={filledIn}
            onStarted={onStarted}
            onProposed={() => {
              onStarted();
              state.setState({ section: 'proposals' });
            }}
          />
        ) : (
          draft.state !== 'reading' && (
            <p className={classes.strong}>Nothing is included, so nothing can be sent.</p>
          )
        )}
      </Stack>
    </Section>
  );
}

const readingActions = {
  reading: { reading: 'pause', label: 'Stop reading' },
  paused: { reading: 'resume', label: 'Read the rest' },
  ready: { reading: 'again', label: 'Read again' },
} as const;

function Reading({ draft, choose }: { draft: DeletionDraft; choose(change: Change): void }) {
  const { state, read, total, groups } = draft;
  const { reading, label } = readingActions[state];
  return (
    <Group gap={8}>
      <span role="status" className={layout.quiet}>
        {state === 'ready' && <VisuallyHidden component="span">{groupsText(groups)} </VisuallyHidden>}
        {state === 'ready'
          ? 'Read. Nothing was changed yet.'
          : `${read.toLocaleString('en')} of ${counted(total, 'conversation')} read`}
      </span>
      <Button size="compact-sm" onClick={() => choose({ reading })}>
        {label}
      </Button>
    </Group>
  );
}

interface ChoicesProps {
  draft: DeletionDraft;
  group: PreviewGroup | undefined;
  choose(change: Change): void;
}

/** Shows the choices for all conversations, and those for the group that is shown. */
function Choices({ draft, group, choose }: ChoicesProps) {
  const { choice, details, groups, canEndMonitoring, total } = draft;
  const reasons = detailCounts(details);
  const monitored = details.ActiveSubscriptionExists ?? 0;
  const canInclude = group !== undefined && !isFixed(group);
  const hasActive = groups['expire-first'] + groups['expire-only'] > 0;
  return (
    <>
      {total > 1 && reasons.length > 0 && <p className={layout.quietParagraph}>{reasons.join(' · ')}</p>}
      <Group gap={8} className={classes.ways}>
        {(hasActive || choice === 'expire') && (
          <Checkbox
            label="Expire only, and keep the data"
            checked={choice === 'expire'}
            onChange={(event) => choose({ choice: event.currentTarget.checked ? 'expire' : 'delete' })}
          />
        )}
        {monitored > 0 && canEndMonitoring && total > 1 && (
          <Button onClick={() => choose({ choice: 'end-monitoring', group: 'refused' })}>
            End AML monitoring of {monitored.toLocaleString('en')}, then delete
          </Button>
        )}
        {canInclude && groups[group] > 1 && (
          <>
            <Button onClick={() => choose({ group, included: true })}>
              Include all {groups[group].toLocaleString('en')}
            </Button>
            <Button onClick={() => choose({ group, included: false })}>Leave all out</Button>
          </>
        )}
      </Group>
      {monitored > 0 && !canEndMonitoring && (
        <p className={layout.quietParagraph}>
          End the AML monitoring at the service first. If it can be ended from here, turn that on in the
          settings of this environment.
        </p>
      )}
    </>
  );
}

interface RowsProps extends ChoicesProps {
  draftId: string;
}

/** Shows the conversations of a group; of a long list those in view. */
function Rows({ draftId, draft, group, choose }: RowsProps) {
  const { id: environmentId } = useEnvironment();
  const { query, source } = useRows(
    'deletionRuns.rows',
    { environmentId, draftId, ...omitUndefined({ group }) },
    ({ rows }) => rows,
  );
  const include: Column<PreviewRow> = {
    heading: 'Include',
    cell: ({ conversationId, group: of, included }) => (
      <Checkbox
        aria-label={`Include ${conversationId}`}
        checked={included}
        disabled={isFixed(of)}
        onChange={(event) => choose({ ids: [conversationId], included: event.currentTarget.checked })}
      />
    ),
  };
  return (
    <Table<PreviewRow>
      label="Conversations"
      columns={[
        // Nothing is chosen of a proposal.
        ...(draft.proposal === undefined ? [include] : []),
        { heading: 'Person', cell: (row) => <PersonWithKey {...row} /> },
        {
          heading: 'Conversation',
          cell: ({ conversationId, createdAt }) => (
            <>
              <ConversationButton conversationId={conversationId} />
              {createdAt !== undefined && (
                <span className={layout.quiet}>
                  {' '}
                  created <Time at={createdAt} />
                </span>
              )}
            </>
          ),
        },
        ...columns,
        {
          heading: 'What will happen',
          cell: (row) =>
            draft.proposal === undefined ? (
              <Happens row={row} canEndMonitoring={draft.canEndMonitoring} choose={choose} />
            ) : (
              <Outlook row={row} />
            ),
        },
      ]}
      rows={
        query.data ? source : { ...source, count: group === undefined ? draft.total : draft.groups[group] }
      }
    />
  );
}

const columns: readonly Column<PreviewRow>[] = [
  {
    heading: 'Status',
    cell: ({ status }) =>
      status !== undefined && <TermBadge term={conversationStatusTerm(status)} value={status} />,
  },
  {
    heading: 'Verified',
    cell: ({ products }) => (
      // Narrower, a name would be broken inside.
      <Box miw="5rem">
        <OutsideText text={products.map((product) => productTerm(product).label).join(', ')} />
      </Box>
    ),
  },
  { heading: 'Files', align: 'right', cell: ({ files }) => files },
];

function Sums({ draft: { plans, files, included, mode, total } }: { draft: DeletionDraft }) {
  if (included === 0 || total === 1) {
    return null;
  }
  return (
    <Flex component="ul" rowGap={4} columnGap={20} wrap="wrap">
      {Object.entries(plans).map(([plan, count]) => (
        <li key={plan}>
          {planTextOf(plan)}: <strong>{count.toLocaleString('en')}</strong>
        </li>
      ))}
      {mode === 'DELETE_DATA' && files !== undefined && files > 0 && (
        <li>
          Files deleted with them: <strong>{files.toLocaleString('en')}</strong>
        </li>
      )}
    </Flex>
  );
}
