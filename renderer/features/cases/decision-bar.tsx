import { Button, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowUpCircle,
  IconCircleCheck,
  IconCircleX,
  IconMailForward,
} from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import {
  type CaseRow,
  type Decision,
  type DecisionKind,
  decisionKinds,
} from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { decisionLabels, sinceDecidedText } from '../../../preload/wording/cases.ts';
import type { CaseChecklistItem } from '../../../preload/wording/checklist.ts';
import { decisionVerb, newerFirst, reasonLabel } from '../../../preload/wording/decisions.ts';
import { hasFinalResults } from '../../../preload/wording/verdict.ts';
import { useAction } from '../../actions/use-action.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Bar } from '../../ui/bar.tsx';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { FormButton } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useEntryRefusal } from '../../ui/policy.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { AnswerButton } from './answer-button.tsx';
import { AssignButton } from './assign-form.tsx';
import { ChecklistButton } from './checklist.tsx';
import type { DecisionDrafts } from './decision-drafts.ts';
import { DecisionForm, type DecisionFormProps } from './decision-form.tsx';
import { FollowUpButton, FollowUpText } from './follow-up-button.tsx';
import type { NewDecision } from './use-case-entries.ts';
import { useIsTeam } from './use-claims.ts';
import { WaitButton, WaitingText } from './wait-button.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

const keys: Readonly<Record<DecisionKind, string>> = {
  clear: 'a',
  escalate: 'e',
  reject: 'x',
  'ask-again': 'g',
};

const icons = {
  clear: IconCircleCheck,
  escalate: IconArrowUpCircle,
  reject: IconCircleX,
  'ask-again': IconMailForward,
} satisfies Record<DecisionKind, unknown>;

const tones: Readonly<Record<DecisionKind, Tone>> = {
  clear: 'good',
  escalate: 'caution',
  reject: 'bad',
  'ask-again': 'active',
};

interface DecisionBarProps {
  conversationId: string;
  /** The case in the list; undefined while it is loaded. */
  row: CaseRow | undefined;
  /** True if a newer result than the one on the page was read: it is shown before a decision. */
  isOutdated: boolean;
  /** True if the user went back to the decision of this case. */
  takesFocus: boolean;
  /** True while the side panel with notes, labels and history is open. */
  panelShown: boolean;
  noteCount: number;
  /** The reasons that were given last, by decision. */
  lastReasons: Partial<Record<DecisionKind, string>>;
  /** What the environment’s settings ask for before the case may be approved, and is missing. */
  missing: readonly string[];
  /** What is asked before the case is approved. */
  checklist: readonly CaseChecklistItem[];
  /** The address of the conversation for the user, while it is running. */
  address: string | undefined;
  /** Prepares a new conversation for the same user. */
  onNewConversation(): void;
  /** Called when the case waits for the user. */
  onWaiting(): void;
  /** True while a decision is being saved. */
  busy: boolean;
  /** Resolves to false where nothing was saved. */
  decide(decision: NewDecision): Promise<boolean>;
  drafts: StoreApi<DecisionDrafts>;
  /** Called when a withdrawal is saved. */
  onWithdrawn(): void;
  /** Opens the side panel with the focus in the field for a note. */
  onNote(): void;
  /** Opens or closes the side panel. */
  onPanel(): void;
}

/** Shows the decision on a case, at the foot of its page. It is not sent to the service, and the bar says so. */
export function DecisionBar(props: DecisionBarProps) {
  const { conversationId, row, isOutdated, panelShown, noteCount, missing } = props;
  const { busy, decide, onWithdrawn, onNote, onPanel } = props;
  const isTeam = useIsTeam();
  const { sinceDecided } = row ?? {};
  // A decision on what is in progress, or was not read, needs a comment.
  const isUnfinal = row !== undefined && !hasFinalResults(row);
  useAction({
    id: 'case.panel',
    group: 'Decision',
    label: 'Write a note',
    shortcut: 'n',
    keywords: ['note', 'comment', 'label', 'history', 'journal'],
    run: onNote,
  });
  const roleRefusal = useEntryRefusal('decided', 'decide on cases');
  const decisionRefusal =
    roleRefusal ?? (row?.secondReview === 'differs' ? 'A third person decides this case.' : undefined);
  const mayEnter = useEntryRefusal('noted') === undefined;
  const isAsked = row?.question === 'mine';
  const bar = useRef<HTMLDivElement>(null);
  const isFocused = props.takesFocus && row !== undefined;
  useEffect(() => {
    if (isFocused) {
      // After the title, which every page that is opened focuses.
      queueMicrotask(() => {
        const [own, ...others] = ['[data-decision] button', 'button'].map((one) =>
          bar.current?.querySelector<HTMLElement>(`${one}:enabled`),
        );
        (own ?? others[0])?.focus();
      });
    }
  }, [isFocused]);
  const needs = missing.length > 0 && `${decisionVerb('clear')} needs more: ${missing.join('; ')}`;
  const changes = sinceDecided && `Changed since decided: ${sinceDecidedText(sinceDecided)}`;
  const progress = row
    ? progressOf({
        conversationId,
        row,
        onWithdrawn,
        mayWithdraw: decisionRefusal === undefined,
      })
    : [];
  // One alone has room beside the buttons, so that the foot stays as low as without it; where it has a second line anyway, it stands there.
  const alone = progress.length === 1 && !changes && !needs ? progress[0] : undefined;
  return (
    <Bar ref={bar} isFoot direction="column" justify="center" gap={4} mih={44} name="Decision">
      {(changes || needs || progress.length > 1) && (
        // One line, however much there is to say.
        <Group gap={14} wrap="nowrap">
          {alone === undefined && progress}
          {changes && (
            <Text
              span
              truncate
              fw={550}
              c="var(--status-caution)"
              role="status"
              title={visibleText(changes, 400)}
            >
              <IconAlertTriangle size={15} style={{ verticalAlign: 'text-bottom' }} aria-hidden />{' '}
              <OutsideText text={changes} max={200} />
            </Text>
          )}
          {needs && (
            <Text
              span
              truncate
              id="approval-missing"
              fz={12}
              c="var(--status-caution)"
              title={visibleText(needs, 400)}
            >
              <OutsideText text={needs} max={300} />
            </Text>
          )}
        </Group>
      )}
      <Group gap={6}>
        {decisionRefusal !== undefined ? (
          <>
            {isAsked && <AnswerButton conversationId={conversationId} />}
            <Text span>{decisionRefusal}</Text>
          </>
        ) : isOutdated ? (
          newerFirst
        ) : (
          <>
            {decisionKinds.map((kind) =>
              kind === 'escalate' && isAsked ? (
                <AnswerButton key={kind} conversationId={conversationId} />
              ) : (
                <DecisionButton
                  key={kind}
                  conversationId={conversationId}
                  kind={kind}
                  isUnfinal={isUnfinal}
                  busy={busy}
                  decide={decide}
                  drafts={props.drafts}
                  checklist={kind === 'clear' ? props.checklist : []}
                  isDisabled={kind === 'clear' && missing.length > 0}
                  // A question is another one for each case.
                  lastReason={kind === 'escalate' && isTeam ? undefined : props.lastReasons[kind]}
                />
              ),
            )}
            <ChecklistButton conversationId={conversationId} items={props.checklist} />
          </>
        )}
        {row && mayEnter && (
          <>
            <WaitButton
              row={row}
              address={props.address}
              onNewConversation={props.onNewConversation}
              onWaiting={props.onWaiting}
            />
            <FollowUpButton row={row} />
            {isTeam && <AssignButton row={row} />}
          </>
        )}
        {alone ? (
          <Group gap={0} wrap="nowrap" flex="1 1 6rem" miw={0}>
            {alone}
          </Group>
        ) : (
          <Text span ml="auto" fz={12} c="dimmed" visibleFrom="xl">
            {isTeam ? 'Shared with your team only.' : 'Saved in this console only.'}
          </Text>
        )}
        <Button
          ml={{ base: 'auto', xl: 0 }}
          aria-expanded={panelShown}
          {...withShortcut('n')}
          onClick={onPanel}
        >
          <span>
            Notes<ButtonLabel> and history</ButtonLabel>
            {noteCount > 0 && ` (${noteCount})`}
          </span>
        </Button>
      </Group>
    </Bar>
  );
}

function DecisionButton({
  isDisabled,
  lastReason: reason,
  ...props
}: Omit<DecisionFormProps, 'onClose'> & { isDisabled: boolean; lastReason: string | undefined }) {
  const { kind, isUnfinal, conversationId, drafts, decide } = props;
  const isDraft = useStore(drafts, (all) => all[conversationId]?.kind === kind);
  const verb = decisionVerb(kind);
  const Icon = icons[kind];
  return (
    <FormButton
      name={verb}
      action={[
        {
          id: `decide.${kind}`,
          label: verb,
          detail: 'Saved in this console only',
          shortcut: keys[kind],
          disabled: isDisabled,
        },
        {
          id: `decide.${kind}.again`,
          label: `${verb} for the same reason as last`,
          // Shift + G goes to a page of a PDF.
          ...(kind !== 'ask-again' && { shortcut: `shift+${keys[kind]}` }),
          keywords: ['repeat', 'change the decision'],
          disabled: isDisabled,
          run: (open) => (reason === undefined || isUnfinal ? open() : void decide({ kind, reason })),
        },
      ]}
      button={(button) => (
        <Button
          {...button}
          leftSection={<Icon size={15} data-tone={tones[kind]} color="var(--tone)" aria-hidden />}
          {...withShortcut(keys[kind])}
          disabled={isDisabled}
          {...(isDisabled && { 'aria-describedby': 'approval-missing' })}
        >
          {isDraft ? `${verb} (draft)` : verb}
        </Button>
      )}
    >
      {({ close }) => <DecisionForm {...props} onClose={close} />}
    </FormButton>
  );
}

interface CaseProgressProps {
  conversationId: string;
  row: CaseRow;
  mayWithdraw: boolean;
  onWithdrawn(): void;
}

/** Returns the decision on a case, for what it waits and when it comes back, each where there is one. What has no room is cut off. */
function progressOf({ row, mayWithdraw, ...withdrawal }: CaseProgressProps): ReactElement[] {
  const { decision, waiting, followUp } = row;
  return [
    decision && (
      <Group key="decision" gap={2} wrap="nowrap" miw={0} data-decision>
        <DecisionText decision={decision} />
        {mayWithdraw && <WithdrawButton {...withdrawal} />}
      </Group>
    ),
    waiting && <WaitingText key="waiting" row={row} isShort />,
    followUp && (
      <Text key="follow-up" span truncate title={visibleText(followUp.reason, 400)}>
        <FollowUpText row={row} />
      </Text>
    ),
  ].filter((one) => one !== undefined);
}

function DecisionText({ decision: { kind, reason, at } }: { decision: Decision }) {
  const { reasons = [] } = useEnvironmentQuery('cases.settings', {}).data ?? {};
  const Icon = icons[kind];
  const label = reason === undefined ? '' : reasonLabel(kind, reason, reasons);
  return (
    <Text span truncate title={[decisionLabels[kind], visibleText(label, 300)].filter(Boolean).join(': ')}>
      <Text span fw={650} c="var(--tone)" data-tone={tones[kind]}>
        <Icon size={16} style={{ verticalAlign: 'text-bottom' }} aria-hidden /> {decisionLabels[kind]}
      </Text>{' '}
      {label && `${label} `}
      <span className={layout.quiet}>
        <Time at={at} />
      </span>
    </Text>
  );
}
