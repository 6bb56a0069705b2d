import { Checkbox, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { DecisionKind } from '../../../preload/contract/cases.ts';
import type { CaseChecklistItem } from '../../../preload/wording/checklist.ts';
import { decisionReasons, decisionVerb } from '../../../preload/wording/decisions.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Form } from '../../ui/form.tsx';
import { NumberedReasons } from '../../ui/numbered-reasons.tsx';
import { useReasonKeys } from '../../ui/reason-keys.ts';
import { useAnnounce } from '../../ui/services.tsx';
import { useTextDraft } from '../../ui/text-drafts.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { AskWhom, useRecipients } from './ask-whom.tsx';
import { Checklist } from './checklist.tsx';
import type { DecisionDrafts } from './decision-drafts.ts';
import type { NewDecision } from './use-case-entries.ts';

/** In characters, as in main. */
export const maxComment = 4000;

export interface DecisionFormProps {
  conversationId: string;
  kind: DecisionKind;
  /** What is asked before. */
  checklist: readonly CaseChecklistItem[];
  /** Something is in progress or was not read: a comment is needed. */
  isUnfinal: boolean;
  /** True while a decision is being saved. */
  busy: boolean;
  /** Resolves to false where nothing was saved. */
  decide(decision: NewDecision): Promise<boolean>;
  drafts: StoreApi<DecisionDrafts>;
  onClose(): void;
}

/** Shows the reasons for a decision and a comment, which is optional where the results are final. Digits choose reasons and Enter submits. */
export function DecisionForm(props: DecisionFormProps) {
  const { conversationId, kind, isUnfinal, busy, drafts, decide, onClose } = props;
  const { reasons: own = [] } = useEnvironmentQuery('cases.settings', {}).data ?? {};
  const reasons = decisionReasons(kind, own);
  const draft = drafts.getState()[conversationId];
  const [chosen, setChosen] = useState(draft?.kind === kind ? draft.reasons : []);
  const recipients = useRecipients('others');
  // In a team a case is escalated to somebody, with a question.
  const asks = kind === 'escalate' && recipients.length > 0;
  const [recipient, setRecipient] = useState(
    draft?.to === undefined ? '' : 'role' in draft.to ? draft.to.role : draft.to.member,
  );
  const to = recipients.find(({ value }) => asks && value === recipient)?.to;
  const {
    text: comment,
    field,
    end: endDraft,
  } = useTextDraft(kind, draft?.kind === kind ? draft.comment : '');
  const cancel = () => {
    drafts.setState({ [conversationId]: undefined });
    endDraft();
    onClose();
  };
  const check = useFormCheck({
    // One that was chosen may have been retired in another window since.
    reasons: !reasons.some(({ code }) => chosen.includes(code)) && 'Choose a reason.',
    to: asks && to === undefined && 'Choose a person or a role.',
    comment:
      (isUnfinal || asks) && comment.trim() === '' && (asks ? 'Enter a question.' : 'Enter a comment.'),
  });
  const announce = useAnnounce();
  const offered = reasons.map(({ label }, index) => `${index + 1} ${label}`).join(', ');
  // The digits are hidden from the names of the reasons, and Orca does not always read a dialog that opens.
  useEffect(() => announce(`${decisionVerb(kind)}. ${offered}`), [announce, kind, offered]);
  const save = async (index?: number) => {
    const codes = [...chosen, ...(index === undefined ? [] : [reasons[index]?.code])];
    // In the order in which they are offered.
    const reason = reasons.flatMap(({ code }) => (codes.includes(code) ? [code] : [])).join(' ');
    const decision = {
      kind,
      reason,
      ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      ...(to === undefined ? {} : { to }),
    };
    // Before the check, so that only what else is missing is named.
    setChosen(reason === '' ? [] : reason.split(' '));
    if (!check.passes(index === undefined ? undefined : 'reasons')) {
      return;
    }
    if (await decide(decision)) {
      endDraft();
      onClose();
    }
  };
  useReasonKeys({
    form: check.root,
    count: reasons.length,
    choose(index) {
      const { code = '' } = reasons[index] ?? {};
      setChosen(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]);
    },
    save: (index) => void save(index),
  });
  return (
    <Form check={check} busy={busy} action={decisionVerb(kind)} onSubmit={() => save()} onCancel={cancel}>
      {isUnfinal && (
        <Text c="var(--status-caution)">The results are not final. Say in a comment why you decide now.</Text>
      )}
      <Checklist conversationId={conversationId} items={props.checklist} />
      <Checkbox.Group
        label="Reasons"
        required
        value={[...chosen]}
        onChange={setChosen}
        error={check.errors.reasons}
      >
        <NumberedReasons Control={Checkbox} reasons={reasons} />
      </Checkbox.Group>
      {asks && (
        <AskWhom
          label="To"
          options={recipients}
          value={recipient}
          error={check.errors.to}
          onChange={setRecipient}
        />
      )}
      <Textarea
        label={asks ? 'Question' : 'Comment'}
        required={isUnfinal || asks}
        {...field(check.errors.comment)}
        maxLength={maxComment}
      />
    </Form>
  );
}
