import type { ReactNode } from 'react';
import type { CaseMatch } from '../../preload/contract/cases.ts';
import type { RecentConversation } from '../../preload/contract/conversations.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { assessmentTerm, stateTerm } from '../../preload/wording/case-terms.ts';
import { type Action, generalGroups } from '../actions/action-store.ts';
import { choicesFor, type OpenFieldState } from '../features/conversations/open-field-store.ts';
import type { Route } from '../navigation.ts';

export type FieldEntry = EntryText & /** The place it leads to. */ ({ to: Route } | { run(): void });

interface EntryText {
  key: string;
  kind: 'action' | 'conversation';
  label: string;
  /** The person of the case, shown in place of the label, or its shape while data is masked. */
  person?: { name: string; birthDate: string | undefined };
  detail?: string;
  shortcut?: string;
  icon?: ReactNode;
  /** Sends a text to the service that need not be an id: never run unless the user selects it. */
  sendsText?: true;
}

export interface FieldGroup {
  title: string;
  entries: FieldEntry[];
}

interface FieldText extends Pick<OpenFieldState, 'text' | 'pastedLength' | 'references' | 'callbacks'> {
  /** The text asks for a check of a signature: a request with its headers, or a callback's body. */
  isSigned: boolean;
  /** Cases found by exactly the text; undefined until that is known. */
  matches: readonly CaseMatch[] | undefined;
}

interface Suggestions {
  actions: readonly Action[];
  samples: readonly { id: string; title: string }[];
  recent: readonly RecentConversation[];
}

export interface FieldActs {
  addToList(conversationIds: readonly string[]): void;
  verifySignature(): void;
}

/** Entries of a group while searching, and recent cases before. */
const max = { searching: 8, atRest: 5 };

const matchedBy: Record<CaseMatch['by'], string> = {
  'conversation-id': 'Conversation id',
  'user-key': 'User key',
  'document-number': 'Document number',
  'national-id': 'National id',
  note: 'Note',
  label: 'Label',
  person: 'Person',
};

/** The note for a text with which nothing was found here. */
export const noMatch =
  'No case in this console has this user key, number, name, birth date or e-mail address. Nothing was sent.';

/** Returns the choices that the field offers for its text, in groups with the best first, and a note on the text if there is one. */
export function fieldGroups(
  field: FieldText,
  { actions, samples, recent }: Suggestions,
  acts: FieldActs,
): { groups: FieldGroup[]; note: string | undefined } {
  const words = field.text.toLowerCase().split(/\s+/).filter(Boolean);
  const titles = new Map(samples.map(({ id, title }) => [id, title]));
  const groups = new Groups();
  const conversation = (id: string, detail?: string): FieldEntry => ({
    key: `conversation ${id}`,
    kind: 'conversation',
    label: visibleText(titles.get(id) ?? id, 120),
    ...omitUndefined({ detail: detail ?? (titles.has(id) ? visibleText(id, 120) : undefined) }),
    to: { page: 'conversations', conversationId: id },
  });
  const fits = (entry: FieldEntry, more: readonly string[] = []) => {
    const text = [entry.label, entry.detail, ...more].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };

  const matches = field.matches ?? [];
  groups.add(
    'Cases',
    matches.map((match) => {
      const { row, name, birthDate } = match;
      const entry = conversation(row.conversationId, describe(match));
      return name === undefined ? entry : { ...entry, person: { name, birthDate } };
    }),
  );

  const { choices, note } = choicesFor(field, { samples, recent });
  const opened = choices.filter(({ sendsText }) => !sendsText);
  const recentEntries = opened.map(({ conversationId, detail }) => conversation(conversationId, detail));
  const byTitle = recentEntries.filter((entry) => isFoundByTitle(entry, field, titles));
  groups.add(
    'Open',
    recentEntries.filter((entry) => !byTitle.includes(entry)),
  );
  if (groups.size > 0) {
    groups.add(
      'Actions',
      verbs(
        field,
        opened.map(({ conversationId }) => conversationId),
        matches,
        acts,
      ),
    );
  } else if (field.isSigned) {
    groups.add('Actions', [verifyEntry(acts)]);
  }

  // Actions of the current page come before those available everywhere.
  const offers =
    field.pastedLength === undefined ? actions.filter(({ id, disabled }) => !disabled && id !== 'field') : [];
  const rank = ({ group = '' }: Action) => generalGroups.indexOf(group);
  const addActions = (some: readonly Action[]) => {
    for (const action of some) {
      const entry = entryOf(action);
      if (fits(entry, action.keywords)) {
        groups.add(action.group ?? 'Here', [entry]);
      }
    }
  };
  const atRest = words.length === 0 && field.pastedLength === undefined;
  if (atRest) {
    groups.add(
      'Recent cases',
      recent.slice(0, max.atRest).map(({ conversationId: id }) => conversation(id)),
    );
  }
  addActions(offers.filter((action) => rank(action) < 0));
  addActions(offers.filter((action) => rank(action) >= 0).sort((a, b) => rank(a) - rank(b)));
  if (!atRest && field.pastedLength === undefined) {
    const fromSandbox = samples.map(({ id }) => conversation(id)).filter((entry) => fits(entry));
    groups.add('In the sandbox', best([...byTitle, ...fromSandbox], words).slice(0, max.searching));
  }
  const isKnown = groups.size > 0;
  groups.add(
    'Ask the service',
    choices
      .filter(({ sendsText }) => sendsText)
      .map(({ conversationId, title, detail }) => ({
        ...conversation(conversationId, detail),
        label: visibleText(title, 160),
        sendsText: true as const,
      })),
  );
  const foundNothing = !isKnown && !atRest && field.matches?.length === 0;
  return { groups: groups.list(), note: note ?? (foundNothing ? noMatch : undefined) };
}

/** Returns whether the text is found in a sample's title: actions of that name come before it. */
function isFoundByTitle(
  { key }: FieldEntry,
  { references, text }: FieldText,
  titles: ReadonlyMap<string, string>,
): boolean {
  const id = key.replace('conversation ', '');
  const isMeant =
    references.conversations.some((one) => one.id === id) ||
    references.callbacks.some((one) => one.conversationId === id) ||
    id.toLowerCase().includes(text.trim().toLowerCase());
  return titles.has(id) && !isMeant;
}

function verbs(
  { references, isSigned }: FieldText,
  /** Conversations that are opened without being asked; the rest may be names. */
  opened: readonly string[],
  matches: readonly CaseMatch[],
  acts: FieldActs,
): FieldEntry[] {
  const ids = [
    ...new Set([
      ...matches.map(({ row }) => row.conversationId),
      ...(matches.length > 0
        ? []
        : references.conversations.map(({ id }) => id).filter((id) => opened.includes(id))),
    ]),
  ];
  const verb = (key: string, label: string, does: { to: Route } | { run(): void }): FieldEntry => ({
    key: `verb ${key}`,
    kind: 'action',
    label,
    ...does,
  });
  const [only, ...others] = ids;
  return [
    ...(isSigned ? [verifyEntry(acts)] : []),
    ...(only !== undefined && others.length === 0
      ? [
          verb('expire', 'Expire…', { to: { page: 'deletion', conversationId: only } }),
          verb('delete', 'Delete data…', { to: { page: 'deletion', conversationId: only } }),
          verb('calls', 'Show its calls', { to: { page: 'calls', conversationId: only } }),
        ]
      : []),
    ...(ids.length > 0
      ? [
          verb('add', ids.length === 1 ? 'Add to list…' : `Add ${ids.length} to list…`, {
            run: () => acts.addToList(ids),
          }),
        ]
      : []),
  ];
}

function verifyEntry(acts: FieldActs): FieldEntry {
  return { key: 'verb verify', kind: 'action', label: 'Verify signature', run: acts.verifySignature };
}

function describe({ by, row }: CaseMatch): string {
  const { conversationId, userKey } = row;
  return [
    matchedBy[by],
    visibleText(by === 'conversation-id' ? conversationId : (userKey ?? conversationId), 120),
    assessmentTerm(row).label,
    stateTerm(row)?.label,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Groups in the order in which they are first added; no entry twice. */
class Groups {
  readonly #groups = new Map<string, FieldEntry[]>();
  readonly #keys = new Set<string>();

  get size(): number {
    return this.#groups.size;
  }

  add(title: string, entries: readonly FieldEntry[]): void {
    const newEntries = entries.filter(({ key }) => {
      const isNew = !this.#keys.has(key);
      this.#keys.add(key);
      return isNew;
    });
    if (newEntries.length > 0) {
      this.#groups.set(title, [...(this.#groups.get(title) ?? []), ...newEntries]);
    }
  }

  list(): FieldGroup[] {
    return [...this.#groups].map(([title, entries]) => ({ title, entries }));
  }
}

function best(entries: FieldEntry[], words: readonly string[]): FieldEntry[] {
  return entries.sort((a, b) => Number(begins(b, words)) - Number(begins(a, words)));
}

function begins(entry: FieldEntry, words: readonly string[]): boolean {
  return words[0] !== undefined && entry.label.toLowerCase().startsWith(words[0]);
}

function entryOf({ id, label, detail, shortcut, icon, run }: Action): FieldEntry {
  return {
    key: `action ${id}`,
    kind: 'action',
    label,
    run,
    ...omitUndefined({ detail, shortcut, icon }),
  };
}
