import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { CaseMatch } from '../../preload/contract/cases.ts';
import { choicesFor, type OpenFieldState } from '../features/conversations/open-field-store.ts';
import { useRecent } from '../features/conversations/use-recent.ts';
import type { ConversationEntry } from '../features/deletion/conversation-form.tsx';
import { useStores } from '../stores.tsx';
import { useCaseSearch } from './use-case-search.ts';

/**
 * Returns the field of the Deletion page: it takes what the field that opens conversations takes, and knows the callbacks seen there.
 *
 * @param environmentId where a user key is looked up in the list of cases
 * @param conversationId of the place, which the field shows when one comes to it
 */
export function useDeletionEntry(
  environmentId: string,
  conversationId: string | undefined,
): ConversationEntry {
  const { deletionField, deletion, openField } = useStores();
  const field = useStore(deletionField);
  const seenBefore = useStore(openField, (state) => state.callbacks);
  const { samples, recent: openedBefore } = useRecent(environmentId);
  const { text, pastedLength, found, callbacks } = field;
  const matches = useCaseSearch(environmentId, text);
  useEffect(() => {
    if (conversationId === undefined) {
      deletionField.getState().clear();
    } else {
      deletionField.getState().type(conversationId);
    }
  }, [deletionField, conversationId]);
  const { choices, note } = useMemo(
    () =>
      casesWithUserKey(matches) ??
      choicesFor(
        { text, found, callbacks: new Map([...seenBefore, ...callbacks]) },
        {
          samples,
          // The case one came from is known, whatever the form of its id.
          recent: conversationId === undefined ? openedBefore : [...openedBefore, { conversationId }],
        },
      ),
    [matches, text, found, callbacks, seenBefore, samples, openedBefore, conversationId],
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
    conversationId: casesWithUserKey(matches) === undefined ? meant(found, choices, note) : onlyOf(choices),
    type: (typed) => enter((state) => state.type(typed)),
    paste: (pasted) => enter((state) => state.paste(pasted)),
  };
}

/** Returns the cases of the list that have the typed text as their user key; undefined if there are none. */
function casesWithUserKey(
  matches: readonly CaseMatch[] = [],
): Pick<ConversationEntry, 'choices' | 'note'> | undefined {
  const found = matches.filter(({ by }) => by === 'user-key');
  if (found.length === 0) {
    return undefined;
  }
  return {
    choices: found.map(({ row: { conversationId } }) => ({
      key: conversationId,
      conversationId,
      title: conversationId,
      detail: 'Found by user key',
    })),
    note: found.length === 1 ? 'One case has this user key.' : `${found.length} cases have this user key.`,
  };
}

function onlyOf([first, ...others]: ConversationEntry['choices']): string | undefined {
  return others.length === 0 ? first?.conversationId : undefined;
}

/** Returns the one conversation found, where the text leaves no doubt: not where it may be a callback's own id, or where there are several. */
function meant(
  { conversations }: OpenFieldState['found'],
  choices: ConversationEntry['choices'],
  note: string | undefined,
): string | undefined {
  const [only] = conversations;
  if (
    note === undefined &&
    conversations.length === 1 &&
    choices.some((one) => one.conversationId === only?.id && !one.sendsText)
  ) {
    return only?.id;
  }
  return onlyOf(choices.filter(({ sendsText }) => !sendsText));
}
