import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { choicesFor, type OpenFieldState } from '../conversations/open-field-store.ts';
import type { ConversationEntry } from '../deletion/conversation-form.tsx';
import { useStores } from '../stores.tsx';

/**
 * The field of the Deletion page: it takes what the field that opens conversations takes, and knows the callbacks seen there.
 *
 * @param conversationId of the place, which the field shows when one comes to it
 */
export function useDeletionEntry(conversationId: string | undefined): ConversationEntry {
  const { deletionField, deletion, openField, recent } = useStores();
  const field = useStore(deletionField);
  const seenBefore = useStore(openField, (state) => state.callbacks);
  const { samples, recent: openedBefore } = useStore(recent);
  const { text, pastedLength, found, callbacks } = field;
  useEffect(() => {
    if (conversationId === undefined) {
      deletionField.getState().clear();
    } else {
      deletionField.getState().type(conversationId);
    }
  }, [deletionField, conversationId]);
  const { choices, note } = useMemo(
    () =>
      choicesFor(
        { text, found, callbacks: new Map([...seenBefore, ...callbacks]) },
        { samples, recent: openedBefore },
      ),
    [text, found, callbacks, seenBefore, samples, openedBefore],
  );
  const enter = (change: (state: OpenFieldState) => void) => {
    change(deletionField.getState());
    const [first, ...others] = deletionField.getState().found.conversations;
    deletion.getState().enter(others.length === 0 ? first?.id : undefined);
  };
  return {
    text,
    pastedLength,
    choices,
    note,
    conversationId: meant(found, choices, note),
    type: (typed) => enter((state) => state.type(typed)),
    paste: (pasted) => enter((state) => state.paste(pasted)),
  };
}

/** The one conversation found, where the text leaves no doubt: not where it may be a callback's own id, or where there are several. */
function meant(
  { conversations }: OpenFieldState['found'],
  choices: ConversationEntry['choices'],
  note: string | undefined,
): string | undefined {
  if (note === undefined && conversations.length === 1) {
    return conversations[0]?.id;
  }
  return choices.length === 1 ? choices[0]?.conversationId : undefined;
}
