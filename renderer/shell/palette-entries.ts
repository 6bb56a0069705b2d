import type { ReactNode } from 'react';
import type { RecentConversation } from '../../preload/contract/conversations.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { findConversations } from '../../preload/contract/service/references.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { type Action, generalGroups } from '../actions/action-store.ts';

export interface PaletteEntry {
  key: string;
  kind: 'action' | 'conversation';
  label: string;
  detail?: string;
  shortcut?: string;
  icon?: ReactNode;
  run(): void;
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

interface Known {
  actions: readonly Action[];
  known: { samples: readonly { id: string; title: string }[]; recent: readonly RecentConversation[] };
  open(conversationId: string): void;
}

/** Entries shown per group while searching, and recent conversations before. */
const most = { searching: 8, atRest: 5 };

/** What the palette offers for a query, in groups, the best of each first. */
export function paletteGroups(query: string, { actions, known, open }: Known): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const limit = words.length > 0 ? most.searching : most.atRest;
  const titles = new Map(known.samples.map(({ id, title }) => [id, title]));
  const recentIds = known.recent.map(({ conversationId }) => conversationId);
  const conversation = (id: string, detail?: string): PaletteEntry => ({
    key: `conversation ${id}`,
    kind: 'conversation',
    label: visibleText(titles.get(id) ?? id, 120),
    ...omitUndefined({ detail: titles.has(id) ? visibleText(id, 120) : detail }),
    run: () => open(id),
  });
  const fits = (entry: PaletteEntry, more: readonly string[] = []) => {
    const text = [entry.label, entry.detail, ...more].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const best = (entries: PaletteEntry[]) =>
    entries.sort((a, b) => Number(begins(b, words)) - Number(begins(a, words)));

  const groups = new Map<string, PaletteEntry[]>();
  const add = (title: string, entries: PaletteEntry[]) => {
    if (entries.length > 0) {
      groups.set(title, [...(groups.get(title) ?? []), ...entries]);
    }
  };
  const unknown = findConversations(query).conversations.filter(
    ({ id }) => /\d/.test(id) && !titles.has(id) && !recentIds.includes(id),
  );
  add(
    'Open',
    unknown.slice(0, 5).map(({ id }) => conversation(id, 'Open this conversation')),
  );
  // Actions of the current page come before those available everywhere.
  const offered = actions.filter(({ disabled }) => !disabled);
  const place = ({ group = '' }: Action) => generalGroups.indexOf(group);
  const here = offered.filter((action) => place(action) < 0);
  const everywhere = offered.filter((action) => place(action) >= 0).sort((a, b) => place(a) - place(b));
  const addActions = (some: readonly Action[]) => {
    for (const action of some) {
      const entry = entryOf(action);
      if (fits(entry, action.keywords)) {
        add(action.group ?? 'Here', [entry]);
      }
    }
  };
  addActions(here);
  add(
    'Recent conversations',
    best(recentIds.map((id) => conversation(id)).filter((entry) => fits(entry))).slice(0, limit),
  );
  addActions(everywhere);
  const samples = known.samples.filter(({ id }) => !recentIds.includes(id)).map(({ id }) => conversation(id));
  add('In the sandbox', best(samples.filter((entry) => fits(entry))).slice(0, limit));
  return [...groups].map(([title, entries]) => ({ title, entries }));
}

function begins(entry: PaletteEntry, words: readonly string[]): boolean {
  return words[0] !== undefined && entry.label.toLowerCase().startsWith(words[0]);
}

function entryOf({ id, label, detail, shortcut, icon, run }: Action): PaletteEntry {
  return {
    key: `action ${id}`,
    kind: 'action',
    label,
    run,
    ...omitUndefined({ detail, shortcut, icon }),
  };
}
