import { Button, Group, Kbd, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DecisionKind, OwnReason } from '../../../preload/contract/cases.ts';
import { decisionReasons, decisionVerb } from '../../../preload/wording/decisions.ts';
import { submitted } from '../../ui/submitted.ts';
import { type NewDecision, useCaseEntries } from './use-case-entries.ts';

/** In characters, as in main. */
export const maxComment = 4000;

export interface DecisionFormProps {
  environmentId: string;
  conversationId: string;
  kind: DecisionKind;
  reasons: readonly OwnReason[];
  /** Something is in progress or was not read: a comment is needed. */
  isUnfinal: boolean;
  /** Called when the decision is saved. */
  onDecided(decision: NewDecision): void;
  onClose(): void;
}

/** Shows the reason for a decision and a comment, which is optional where the results are final. A digit selects the reason and Enter submits. */
export function DecisionForm(props: DecisionFormProps) {
  const { environmentId, conversationId, kind, reasons: own, isUnfinal, onDecided, onClose } = props;
  const { busy, decide } = useCaseEntries(environmentId);
  const reasons = decisionReasons(kind, own);
  const [reason, setReason] = useState<string>();
  const [comment, setComment] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isComplete = reason !== undefined && (!isUnfinal || comment.trim() !== '');
  const save = async () => {
    const decision = { kind, reason, ...(comment.trim() === '' ? {} : { comment: comment.trim() }) };
    if (isComplete && (await decide({ selection: { ids: [conversationId] }, decision }))) {
      onDecided(decision);
      onClose();
    }
  };
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing) {
      return;
    }
    if (target instanceof HTMLTextAreaElement) {
      if (key === 'Enter' && isMod) {
        event.preventDefault();
        void save();
      }
      return;
    }
    const chosen = /^[1-9]$/.test(key) && !isMod ? reasons[Number(key) - 1] : undefined;
    if (chosen !== undefined) {
      event.preventDefault();
      setReason(chosen.code);
    }
    // The button is disabled without the comment that is asked for: Enter leads to it.
    if (key === 'Enter' && reason !== undefined && !isComplete && !(target instanceof HTMLButtonElement)) {
      form.current?.querySelector('textarea')?.focus();
      event.preventDefault();
      return;
    }
    // The focus may not be in the form yet. Inside the form the browser handles Enter, but not with Ctrl on a reason.
    const isInForm = target instanceof Element && form.current?.contains(target);
    if (key === 'Enter' && (!isInForm || (isMod && target instanceof HTMLInputElement))) {
      event.preventDefault();
      void save();
    }
  });
  useEffect(() => {
    // Capturing, so that digits arrive here before the window's shortcuts.
    const listen = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return (
    <form ref={form} onSubmit={submitted(save)}>
      <Stack gap={10} w={320}>
        {isUnfinal && (
          <Text c="var(--status-caution)">
            The results are not final. Say in a comment why you decide now.
          </Text>
        )}
        <Radio.Group label="Reason" value={reason ?? null} onChange={setReason}>
          <Stack gap={8} pt={4}>
            {reasons.map(({ code, label }, index) => (
              <Radio
                key={code}
                value={code}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
                label={
                  <>
                    {index < 9 && (
                      <Kbd size="xs" mr={6} aria-hidden>
                        {index + 1}
                      </Kbd>
                    )}
                    {label}
                  </>
                }
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Comment"
          required={isUnfinal}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          maxLength={maxComment}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Group wrap="nowrap" justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" disabled={!isComplete} loading={busy}>
            {decisionVerb(kind)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
