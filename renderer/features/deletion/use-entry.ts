import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CaseMatch } from '../../../preload/contract/cases.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { type DeletionState, emptyDeletion, type FilledIn, type From } from './deletion-state.ts';

/** The longest text that may be a user key or a number of a document. */
const maxKey = 512;
/** The most conversations that are read without being asked to. */
const maxUnasked = 1000;
const typingPauseMs = 250;

/** Returns the cases of a person; none where a text is only an id. A note may be about another person. */
function casesOf(matches: readonly CaseMatch[] = []): CaseMatch[] {
  const cases = matches.filter(({ by }) => by !== 'note');
  return cases.some(({ by }) => by !== 'conversation-id') ? cases : [];
}

/** Returns how many people the cases are of: one with this id, one with this user key or number, those of a name by birth date, else by user key. */
function peopleOf(cases: readonly CaseMatch[]): number {
  const people = cases.map(({ by, birthDate, row }) => {
    const isNamed = by === 'person';
    return isNamed ? (birthDate ?? row.userKey ?? row.conversationId) : by === 'conversation-id';
  });
  return new Set(people).size;
}

/** Finds the conversations in what is entered, and previews them. Nothing is read from the service before `preview`. */
export function useEntry(state: StoreApi<DeletionState>, routeId: string | undefined) {
  const chosen = useStore(state, (one) => one.chosen);
  const list = useEnvironmentAction('reading.readList', {}, { latestOnly: true });
  const search = useEnvironmentAction('cases.search', {}, { latestOnly: true });
  const prepare = useEnvironmentAction('deletionRuns.prepare', {}, { latestOnly: true });
  const choose = useEnvironmentAction('deletionRuns.choose');
  const discard = useEnvironmentAction('deletionRuns.discard');

  const drop = () => {
    const { draftId } = state.getState();
    if (draftId !== undefined) {
      void discard.run({ draftId });
      state.setState({ draftId: undefined, group: undefined });
    }
    prepare.reset();
  };
  /** @param leftOut conversations that are not included before they are chosen */
  const show = async (from: From, leftOut?: string[], filledIn: FilledIn = {}) => {
    drop();
    const draft = await prepare.run({ from });
    if (draft && leftOut !== undefined) {
      await choose.run({ draftId: draft.draftId, change: { ids: leftOut, included: false } });
    }
    if (draft) {
      state.setState({ draftId: draft.draftId, filledIn });
    }
  };
  const typed = useDebouncedCallback((text: string) => void list.run({ source: text }), typingPauseMs);

  /** Reads a text or a file, and previews what is found. `isAsked`: also where it is long. */
  const preview = async (source: string | Uint8Array, isAsked: boolean) => {
    typed.cancel();
    drop();
    const key = typeof source === 'string' ? source.trim() : '';
    if (key !== '' && key.length <= maxKey && !key.includes('\n')) {
      const cases = casesOf((await search.run({ text: key, max: maxUnasked }))?.matches);
      const ids = cases.map(({ row }) => row.conversationId);
      if (ids.length > 0) {
        // Several people may have one name: whose data is meant is chosen.
        return show({ ids }, peopleOf(cases) > 1 ? ids : undefined);
      }
    } else {
      search.reset();
    }
    const result = await list.run({ source });
    const count = result?.report.conversations ?? 0;
    return result && count > 0 && (isAsked || count <= maxUnasked)
      ? show({ listId: result.listId })
      : undefined;
  };

  // A choice made on another page is filled in, with nothing left to choose.
  const isNew = routeId !== state.getState().routeId;
  useEffect(() => {
    if (chosen !== undefined) {
      state.setState({ ...emptyDeletion, draftId: state.getState().draftId, routeId });
      list.reset();
      search.reset();
      const { from, ...filledIn } = chosen;
      void show(from, undefined, filledIn);
    } else if (isNew) {
      state.setState({ routeId });
      if (routeId !== undefined) {
        state.setState({ text: routeId, given: undefined });
        list.reset();
        search.reset();
        void show({ ids: [routeId] });
      }
    }
  });

  const cases = search.data && casesOf(search.data.matches);
  return {
    report: list.data?.report,
    /** The cases and people that the entered user key, number or name was searched for and found; undefined where nothing was searched. */
    found: cases && { cases: cases.length, people: peopleOf(cases) },
    busy: list.busy || search.busy || prepare.busy || choose.busy,
    /** True while a preview is made. While lines are only counted, one can be asked for. */
    isPreviewing: search.busy || prepare.busy || choose.busy,
    failure: list.failure ?? prepare.failure ?? choose.failure,
    /** Previews what was entered, however long it is. */
    preview() {
      const { text } = state.getState();
      const { data } = list;
      return text.trim() === '' && data ? show({ listId: data.listId }) : preview(text, true);
    },
    paste(text: string) {
      state.setState({ text, given: undefined });
      return preview(text, false);
    },
    type(text: string) {
      drop();
      list.reset();
      search.reset();
      state.setState({ text, given: undefined });
      if (text.trim() === '') {
        typed.cancel();
      } else {
        typed(text);
      }
    },
    /** Takes a file, or pasted data that is not shown. */
    take(source: string | Uint8Array, given: string) {
      state.setState({ text: '', given });
      void preview(source, false);
    },
    clear() {
      drop();
      typed.cancel();
      list.reset();
      search.reset();
      state.setState(emptyDeletion);
    },
  };
}
