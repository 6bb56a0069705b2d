import { Button, Checkbox, Flex, SegmentedControl } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import {
  type DeletionDraft,
  type PreviewGroup,
  type PreviewRow,
  previewGroups,
} from '../../../../preload/contract/deletion-runs.ts';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import {
  detailCounts,
  detailText,
  groupLabels,
  isWrongEnvironment,
  notFoundText,
  planText,
  planTextOf,
} from '../../../../preload/wording/deletion-runs.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { conversationStatusTerm } from '../../../../preload/wording/statuses.ts';
import { EnvironmentTag } from '../../../ui/environment-tag.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/layout.module.css';
import { MaskScope } from '../../../ui/masked.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge, ToneIcon } from '../../../ui/status-badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TermBadge } from '../../../ui/term-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { UserKey } from '../../../ui/user-key.tsx';
import { modeTexts } from '../deletion-wording.ts';
import { ConfirmRun } from './confirm-run.tsx';
import classes from './many.module.css';
import type { RunsState } from './runs-store.ts';

interface DraftViewProps {
  store: StoreApi<RunsState>;
  draft: DeletionDraft;
  environment: EnvironmentView;
  onOpen(conversationId: string): void;
}

/** Shows the preview of a run: groups, the table, and the confirmation. */
export function DraftView({ store, draft, environment, onOpen }: DraftViewProps) {
  const { group, rows, rowCount, busy, setGroup, need, choose, discard, start } = useStore(store);
  const { mode, state, read, total, failure, options } = draft;
  const { kind, name, readOnly } = environment.settings;
  const canInclude = group === 'works' || group === 'refused' || group === 'unclear';
  return (
    <Section
      title={`Preview: ${modeTexts[mode].label.toLowerCase()}`}
      aside={<EnvironmentTag kind={kind} name={name} readOnly={readOnly} />}
      actions={
        <Button variant="subtle" color="gray" onClick={() => void discard()}>
          Discard preview
        </Button>
      }
    >
      <div className={classes.stack} data-draft={state}>
        {isWrongEnvironment(draft) && (
          <div className={classes.caution}>
            <ToneIcon tone="caution" size={15} />
            <p>
              <strong>Is this the right environment?</strong>{' '}
              {notFoundText(draft.groups.missing, read, visibleText(name))}
            </p>
          </div>
        )}
        <p className={classes.summary} role="status">
          {state === 'ready'
            ? `${total.toLocaleString('en')} ${total === 1 ? 'conversation' : 'conversations'} read. Nothing was changed.`
            : `${read.toLocaleString('en')} of ${total.toLocaleString('en')} read`}
        </p>
        {failure && <FailureNotice failure={failure} />}
        <div className={classes.ways}>
          <SegmentedControl
            aria-label="Action"
            value={mode}
            onChange={(value) => void choose({ mode: value === 'EXPIRE' ? 'EXPIRE' : 'DELETE_DATA' })}
            data={(['EXPIRE', 'DELETE_DATA'] as const).map((one) => ({
              value: one,
              label: modeTexts[one].label,
            }))}
          />
          {state === 'reading' && (
            <Button onClick={() => void choose({ reading: 'pause' })}>Stop reading</Button>
          )}
          {state === 'paused' && (
            <Button onClick={() => void choose({ reading: 'resume' })}>Read the rest</Button>
          )}
          {state === 'ready' && <Button onClick={() => void choose({ reading: 'again' })}>Read again</Button>}
        </div>
        <Groups draft={draft} group={group} onGroup={setGroup} />
        <Options
          draft={draft}
          onOptions={(changed) => void choose({ options: { ...options, ...changed } })}
        />
        {group !== undefined && canInclude && draft.groups[group] > 0 && (
          <div className={classes.ways}>
            <Button onClick={() => void choose({ group, included: true })}>
              Include all {draft.groups[group].toLocaleString('en')}
            </Button>
            <Button onClick={() => void choose({ group, included: false })}>Exclude all</Button>
          </div>
        )}
        <MaskScope scope={`run ${draft.draftId}`}>
          <Table
            label="Conversations of the preview"
            columns={[
              {
                id: 'include',
                heading: 'Include',
                cell: ({ conversationId, group: of, included }) => (
                  <Checkbox
                    aria-label={`Include ${conversationId}`}
                    checked={included}
                    disabled={isFixed(of)}
                    onChange={(event) =>
                      void choose({ ids: [conversationId], included: event.currentTarget.checked })
                    }
                  />
                ),
              },
              {
                id: 'conversation',
                heading: 'Conversation',
                cell: ({ conversationId, createdAt }) => (
                  <span className={classes.id}>
                    <button type="button" className={classes.link} onClick={() => onOpen(conversationId)}>
                      <OutsideText text={conversationId} />
                    </button>
                    {createdAt !== undefined && (
                      <span className={layout.quietParagraph}>
                        {' '}
                        created <Time at={createdAt} />
                      </span>
                    )}
                  </span>
                ),
              },
              ...columns,
            ]}
            rows={{
              count: rowCount,
              at: (index) => rows.get(index),
              onView(from, count) {
                for (let index = from; index < from + count; index += 1) {
                  need(index);
                }
              },
            }}
          />
        </MaskScope>
        <Sums draft={draft} />
        {draft.included > 0 ? (
          <ConfirmRun
            key={mode}
            draft={draft}
            environment={environment}
            busy={busy === 'starting'}
            onStart={(given) => void start(given)}
          />
        ) : (
          state !== 'reading' && (
            <p className={classes.message}>Nothing is included, so nothing can be sent.</p>
          )
        )}
      </div>
    </Section>
  );
}

function Groups({
  draft,
  group,
  onGroup,
}: {
  draft: DeletionDraft;
  group: PreviewGroup | undefined;
  onGroup(group: PreviewGroup | undefined): void;
}) {
  const shown = previewGroups.filter((one) => draft.groups[one] > 0);
  const reasons = detailCounts(draft.details);
  return (
    <div>
      <fieldset className={classes.groups} aria-label="Groups">
        <Chip label="All" count={draft.total} isOn={group === undefined} onClick={() => onGroup(undefined)} />
        {shown.map((one) => (
          <Chip
            key={one}
            label={groupLabels[one]}
            count={draft.groups[one]}
            isOn={group === one}
            tone={one === 'missing' ? 'caution' : undefined}
            onClick={() => onGroup(one)}
          />
        ))}
      </fieldset>
      {reasons.length > 0 && <p className={layout.quietParagraph}>{reasons.join(' · ')}</p>}
    </div>
  );
}

function Chip(props: {
  label: string;
  count: number;
  isOn: boolean;
  tone?: Tone | undefined;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      className={classes.chip}
      data-tone={props.tone}
      aria-pressed={props.isOn}
      onClick={props.onClick}
    >
      {props.label} <strong>{props.count.toLocaleString('en')}</strong>
    </button>
  );
}

function Options({
  draft,
  onOptions,
}: {
  draft: DeletionDraft;
  onOptions(changed: Partial<DeletionDraft['options']>): void;
}) {
  if (draft.mode !== 'DELETE_DATA') {
    return null;
  }
  const { options, canEndMonitoring, details } = draft;
  const active = (details.ConversationNotYetFinished ?? 0) + (details['expired-first'] ?? 0);
  const isMonitored = (details.ActiveSubscriptionExists ?? 0) > 0 || options.endMonitoring;
  return (
    <>
      {active > 0 && (
        <Checkbox
          label="Expire active ones first, then delete their data"
          description="The interface does not say whether the data of an expired conversation can be deleted. The service decides."
          checked={options.expireFirst}
          onChange={(event) => onOptions({ expireFirst: event.currentTarget.checked })}
        />
      )}
      {isMonitored &&
        (canEndMonitoring ? (
          <Checkbox
            label="End AML monitoring first, then delete the data"
            checked={options.endMonitoring}
            onChange={(event) => onOptions({ endMonitoring: event.currentTarget.checked })}
          />
        ) : (
          <p className={layout.quietParagraph}>
            Monitored conversations can be deleted once their AML monitoring is ended. If the service can end
            it through its interface, turn that on in the settings of this environment.
          </p>
        ))}
    </>
  );
}

/** Returns whether a conversation of a group cannot be included. */
const isFixed = (group: PreviewGroup) => group === 'missing' || group === 'gone' || group === 'unread';

const columns: readonly Column<PreviewRow>[] = [
  {
    id: 'user-key',
    heading: 'User key',
    cell: ({ userKey }) => userKey !== undefined && <UserKey userKey={userKey} />,
  },
  {
    id: 'status',
    heading: 'Status',
    cell: ({ status }) =>
      status !== undefined && <TermBadge term={conversationStatusTerm(status)} value={status} />,
  },
  {
    id: 'products',
    heading: 'Products',
    cell: ({ products }) => (
      <OutsideText text={products.map((product) => productTerm(product).label).join(', ')} />
    ),
  },
  {
    id: 'forecast',
    heading: 'Forecast',
    cell: ({ group, detail }) => (
      <>
        {group === 'missing' ? (
          <StatusBadge tone="caution" status={groupLabels.missing} />
        ) : (
          groupLabels[group]
        )}
        {detail !== undefined && (
          <span className={layout.quietParagraph}>
            <br />
            <OutsideText text={detailText(detail)} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'action',
    heading: 'Action',
    cell: ({ group, plan, included }) => (included ? planText(plan) : isFixed(group) ? '' : 'Excluded'),
  },
  { id: 'files', heading: 'Files', align: 'right', cell: ({ files }) => files },
];

function Sums({ draft }: { draft: DeletionDraft }) {
  const { plans, files, included } = draft;
  if (included === 0) {
    return null;
  }
  return (
    <Flex component="ul" rowGap={4} columnGap={20} wrap="wrap">
      {Object.entries(plans).map(([plan, count]) => (
        <li key={plan}>
          {planTextOf(plan)}: <strong>{count.toLocaleString('en')}</strong>
        </li>
      ))}
      {draft.mode === 'DELETE_DATA' && files !== undefined && files > 0 && (
        <li>
          Files deleted with them: <strong>{files.toLocaleString('en')}</strong>
        </li>
      )}
    </Flex>
  );
}
