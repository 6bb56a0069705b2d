import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { ProposalView } from '../../../../preload/contract/approvals.ts';
import type { DeletionDraft } from '../../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { rolesAtService } from '../../../../preload/contract/team-roles.ts';
import {
  actChoicesText,
  approvedAct,
  changedText,
  isForMe,
  memberText,
  proposalText,
} from '../../../../preload/wording/approvals.ts';
import { reasonText } from '../../../../preload/wording/deletion-runs.ts';
import { earlyText } from '../../../../preload/wording/due.ts';
import { productTerm } from '../../../../preload/wording/products.ts';
import { useBridgeAction, useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import { useEnvironmentAction, useEnvironmentQuery } from '../../../environments/use-environment.ts';
import { AssessmentChip } from '../../../ui/assessment-chip.tsx';
import { Field } from '../../../ui/field-list.tsx';
import { FailureNotice, Notice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useRoleRefusal } from '../../../ui/policy.tsx';
import { Section } from '../../../ui/section.tsx';
import { useGo } from '../../../ui/services.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { SkeletonLines } from '../../../ui/waiting.tsx';
import type { DeletionState } from '../deletion-state.ts';
import { DraftSection } from '../draft-section.tsx';
import { PersonWithKey } from '../person-text.tsx';

interface ProposalSectionProps {
  proposal: ProposalView;
  state: StoreApi<DeletionState>;
  onDone(): void;
}

/** Shows one proposal; to whom it is up to, with a preview that is read now, and the form to answer it or to carry it out. */
export function ProposalSection(props: ProposalSectionProps) {
  const { proposal, state, onDone } = props;
  const isDeletion = proposal.act === undefined;
  const preview = usePreview(proposal.id, isDeletion && isForMe(proposal));
  const changes = { changes: ['approvals.list'] } as const;
  const reject = useBridgeAction('approvals.reject', { id: proposal.id }, changes);
  const mayPropose = useRoleRefusal(rolesAtService) === undefined;
  const isOwn = mayPropose && proposal.state === 'waiting' && proposal.by.isMe;
  return (
    <>
      <Section
        title={proposalText(proposal)}
        actions={
          isOwn && (
            <Button loading={reject.busy} onClick={() => void reject.run({}, 'Proposal withdrawn')}>
              Withdraw
            </Button>
          )
        }
      >
        {reject.failure && isOwn && <FailureNotice failure={reject.failure} />}
        <Facts proposal={proposal} />
      </Section>
      {!isDeletion && <ActSection proposal={proposal} onAnswered={onDone} />}
      {preview.failure && <FailureNotice failure={preview.failure} />}
      {preview.id !== undefined && (
        <DraftSection
          key={preview.id}
          state={state}
          draftId={preview.id}
          onStarted={() => state.setState({ section: 'delete', proposal: undefined })}
          confirm={
            proposal.mayAnswer
              ? (draft) => <DeletionAnswer draft={draft} proposal={proposal} onAnswered={onDone} />
              : undefined
          }
        />
      )}
    </>
  );
}

/** Previews what was proposed, once it is shown; the preview is dropped when it is left. */
function usePreview(proposal: string, isAsked: boolean) {
  const prepare = useEnvironmentAction('deletionRuns.prepare', { from: { proposal } });
  const discard = useEnvironmentAction('deletionRuns.discard');
  const isBegun = useRef(false);
  const leave = useRef(() => undefined as unknown);
  leave.current = () => prepare.data && discard.run({ draftId: prepare.data.draftId });
  useEffect(() => {
    if (isAsked && !isBegun.current) {
      isBegun.current = true;
      void prepare.run();
    }
  });
  useEffect(() => () => void leave.current(), []);
  return { id: prepare.data?.draftId, failure: prepare.failure };
}

function Facts({ proposal }: { proposal: ProposalView }) {
  const { by, at, reason, ticket, startsAt, answer, carrier, begunAt, state, act } = proposal;
  const facts: [label: string, value: ReactNode][] = [
    [
      'Proposed',
      <>
        {memberText(by)}, <Time at={at} />
      </>,
    ],
    ['Reason', act === undefined && reasonText(reason)],
    ['As it was asked for', act !== undefined && actChoicesText(act)],
    ['Ticket', ticket],
    ['Begins', startsAt !== undefined && <Time at={startsAt} relative={false} />],
    [
      state === 'withdrawn' ? 'Withdrawn' : state === 'rejected' ? 'Rejected' : 'Approved',
      answer && (
        <>
          {memberText(answer)}, <Time at={answer.at} />
        </>
      ),
    ],
    ['Comment', answer?.comment && <OutsideText text={answer.comment} hasLines />],
    ['Carried out by', carrier && memberText(carrier)],
    ['Begun', begunAt !== undefined && <Time at={begunAt} />],
  ];
  return (
    <dl>
      {facts.map(([label, value]) => (
        <Field key={label} label={label}>
          {value}
        </Field>
      ))}
    </dl>
  );
}

const answerOptions = { once: true, changes: ['approvals.list'] } as const;

interface DeletionAnswerProps {
  draft: DeletionDraft;
  proposal: ProposalView;
  onAnswered(): void;
}

/** Approves exactly what the preview of a deletion shows, or rejects it. */
function DeletionAnswer({ draft, ...props }: DeletionAnswerProps) {
  const { environmentId, draftId, state, included } = draft;
  const approve = useBridgeAction('approvals.approve', { environmentId, draftId }, answerOptions);
  const [carrier, setCarrier] = useState<'proposer' | 'approver'>('proposer');
  const { changed = 0, earlyReason } = draft.proposal ?? {};
  const isRead = draft.mode === 'DELETE_DATA' && state === 'ready';
  const early = useBridgeQuery(
    'deletionRuns.early',
    isRead ? { environmentId, draftId, included } : undefined,
  );
  const earlyFor = early.data && earlyText(early.data);
  return (
    <AnswerForm
      {...props}
      isReady={state === 'ready'}
      changed={changed}
      approve={{
        ...approve,
        run: (comment) => approve.run({ carrier, ...omitUndefined({ comment }) }, 'Proposal approved'),
      }}
      choice={
        <Radio.Group
          label="Who carries it out"
          description="Nobody else can, and it can be done once."
          value={carrier}
          onChange={(value) => setCarrier(value === 'approver' ? 'approver' : 'proposer')}
        >
          <Group gap={14} mt={6}>
            <Radio value="proposer" label={`${visibleText(props.proposal.by.name)}, who proposed it`} />
            <Radio value="approver" label="You, on this console" />
          </Group>
        </Radio.Group>
      }
    >
      {earlyFor !== undefined && <Text>{earlyFor}</Text>}
      {earlyReason !== undefined && (
        <Text>
          Why it is deleted now: <OutsideText text={earlyReason} hasLines />
        </Text>
      )}
    </AnswerForm>
  );
}

/** Shows the cases of a proposal that is no deletion, read now, and to whom it is up to the form to answer it. */
function ActSection({ proposal, onAnswered }: Pick<DeletionAnswerProps, 'proposal' | 'onAnswered'>) {
  const go = useGo();
  const { id, mayAnswer } = proposal;
  const read = useEnvironmentQuery('approvals.readAct', { id });
  const approve = useEnvironmentAction('approvals.approveAct', { id }, answerOptions);
  if (read.failure) {
    return <FailureNotice failure={read.failure} onRetry={read.refresh} />;
  }
  if (read.data === undefined) {
    return <SkeletonLines lines={3} />;
  }
  const { cases, reason } = read.data;
  return (
    <Section title="What it is about">
      <Stack gap={14}>
        <Text>
          Why: <OutsideText text={reason} max={1000} />
        </Text>
        {proposal.state === 'approved' && proposal.by.isMe && <Text>{approvedAct}</Text>}
        {cases.length > 0 && (
          <Table
            label="Cases of the proposal"
            columns={caseColumns((conversationId) => go({ page: 'conversations', conversationId }))}
            rows={cases}
          />
        )}
        {mayAnswer && (
          <AnswerForm
            proposal={proposal}
            onAnswered={onAnswered}
            isReady
            changed={cases.filter(({ isChanged }) => isChanged).length}
            approve={{
              ...approve,
              run: (comment) => approve.run(omitUndefined({ comment }), 'Proposal approved'),
            }}
          />
        )}
      </Stack>
    </Section>
  );
}

type ActCase = OperationOutput<'approvals.readAct'>['cases'][number];

const caseColumns = (onOpen: (conversationId: string) => void): Column<ActCase>[] => [
  { heading: 'Person', cell: (one) => <PersonWithKey {...one} /> },
  {
    heading: 'Assessment',
    cell: ({ assessment }) => assessment && <AssessmentChip {...assessment} isWhole />,
  },
  {
    heading: 'Products',
    cell: ({ products }) => products.map((name) => productTerm(name).label).join(', '),
  },
  {
    heading: 'Conversation',
    isName: true,
    cell: ({ conversationId }) => <OutsideText text={conversationId} max={80} />,
  },
  { heading: 'Since the proposal', cell: ({ isChanged }) => (isChanged ? 'Changed' : 'Unchanged') },
  {
    heading: 'Open',
    isHeadingHidden: true,
    cell: ({ conversationId }) => (
      <Button aria-label={`Open ${visibleText(conversationId, 80)}`} onClick={() => onOpen(conversationId)}>
        Open
      </Button>
    ),
  },
];

interface AnswerFormProps extends Omit<DeletionAnswerProps, 'draft'> {
  /** True once all is shown that is approved. */
  isReady: boolean;
  /** The number of cases that are not as they were proposed. */
  changed: number;
  approve: { busy: boolean; failure?: FailureView | undefined; run(comment?: string): Promise<unknown> };
  /** Fields beside the comment. */
  choice?: ReactNode;
  children?: ReactNode;
}

/** Approves what is shown, or rejects it. */
function AnswerForm(props: AnswerFormProps) {
  const { proposal, isReady, changed, approve, choice, children, onAnswered } = props;
  const reject = useBridgeAction('approvals.reject', { id: proposal.id }, answerOptions);
  const [text, setText] = useState('');
  const comment = text.trim() === '' ? undefined : text.trim();
  const failure = approve.failure ?? reject.failure;
  return (
    <Stack gap={14}>
      {changed > 0 && (
        <Notice>
          <strong>{changedText(changed)}</strong> It cannot be approved any more: reject it, and have it
          proposed again.
        </Notice>
      )}
      {children}
      <Textarea
        label="Comment (optional)"
        maxLength={1000}
        autosize
        minRows={2}
        maw={560}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {changed === 0 && choice}
      {failure && <FailureNotice failure={failure} />}
      <Group gap={8}>
        <Button
          variant="filled"
          disabled={!isReady || changed > 0}
          loading={approve.busy}
          onClick={async () => {
            if ((await approve.run(comment)) !== undefined) {
              onAnswered();
            }
          }}
        >
          Approve
        </Button>
        <Button
          loading={reject.busy}
          onClick={async () => {
            if ((await reject.run(omitUndefined({ comment }), 'Proposal rejected')) !== undefined) {
              onAnswered();
            }
          }}
        >
          Reject
        </Button>
      </Group>
    </Stack>
  );
}
