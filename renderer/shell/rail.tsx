import { Badge } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconChartBar,
  IconHelp,
  IconInbox,
  IconListDetails,
  IconPlus,
  IconSettings,
  IconSignature,
  IconTrash,
  IconWalk,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useStore } from 'zustand';
import type { RailGroup } from '../../preload/contract/application.ts';
import { deletionCountText, isForMe } from '../../preload/wording/approvals.ts';
import { counted } from '../../preload/wording/terms.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import type { PageName } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import layout from '../ui/layout.module.css';
import { useRefusal } from '../ui/policy.tsx';
import { useGo } from '../ui/services.tsx';
import { keyShortcuts } from '../ui/shortcut-hint.tsx';
import classes from './rail.module.css';
import { useRoute } from './use-route.ts';

interface Entry {
  label: string;
  /** In the rail, where the name is too long for it. */
  shortLabel?: string;
  Icon: TablerIcon;
  shortcut: string;
  /** Other words for the search field. */
  keywords?: readonly string[];
}

/** Every page, as the rail and the search field name it. */
const entries: Readonly<Record<PageName, Entry>> = {
  conversations: {
    label: 'Cases',
    Icon: IconListDetails,
    shortcut: 'mod+1',
    keywords: ['list', 'conversations', 'queue', 'review', 'export', 'note', 'label', 'decision'],
  },
  reports: {
    label: 'Reports',
    Icon: IconChartBar,
    shortcut: 'mod+5',
    keywords: ['statistics', 'decided', 'reviewer', 'median', 'journal', 'audit', 'history'],
  },
  deletion: {
    label: 'Deletion',
    Icon: IconTrash,
    shortcut: 'mod+2',
    keywords: ['delete', 'erase', 'remove', 'expire', 'GDPR', 'approve', 'proposal', 'second person'],
  },
  callbacks: {
    label: 'Callbacks',
    Icon: IconInbox,
    shortcut: 'mod+3',
    keywords: [
      'inbox',
      'listener',
      'webhook',
      'receive',
      'send',
      'examine',
      'receiver',
      'retry',
      'duplicate',
      'callbackUrl',
    ],
  },
  signatures: {
    label: 'Signatures',
    Icon: IconSignature,
    shortcut: 'mod+4',
    keywords: ['verify', 'callback', 'webhook', 'HMAC', 'X-Signature'],
  },
  headless: {
    label: 'Headless flow',
    shortLabel: 'Headless',
    Icon: IconWalk,
    shortcut: 'mod+shift+h',
    keywords: ['steps', 'walk', 'form', 'person', 'X-User-IP', 'component'],
  },
  calls: {
    label: 'Calls',
    Icon: IconArrowsLeftRight,
    shortcut: 'mod+shift+l',
    keywords: ['log', 'requests', 'cURL', 'network'],
  },
  creation: {
    label: 'New conversation',
    Icon: IconPlus,
    shortcut: 'mod+shift+n',
    keywords: ['create', 'start', 'invite', 'link', 'QR code', 'template'],
  },
  help: {
    label: 'Help',
    Icon: IconHelp,
    shortcut: 'f1',
    keywords: ['guide', 'manual', 'interface', 'documentation'],
  },
  settings: {
    label: 'Settings',
    Icon: IconSettings,
    shortcut: 'mod+,',
    keywords: [
      'preferences',
      'options',
      'environments',
      'API key',
      'keychain',
      'export',
      'import',
      'diagnostics',
      'version',
      'about',
    ],
  },
};

/** The pages by what people work on. All but the first group can be left out of the rail; the search field finds their pages all the same. */
const railGroups: readonly { id: 'review' | RailGroup; label: string; pages: readonly PageName[] }[] = [
  { id: 'review', label: 'Review', pages: ['conversations', 'reports'] },
  { id: 'data', label: 'Data', pages: ['deletion'] },
  { id: 'integration', label: 'Integration', pages: ['callbacks', 'signatures', 'headless', 'calls'] },
];

/** The pages below the groups. A new conversation is begun from the cases and has no entry in the rail. */
const footPages: readonly PageName[] = ['help', 'settings'];

/** The pages of the group that the policy of the company can turn off. */
export const integrationPages: readonly PageName[] =
  railGroups.find(({ id }) => id === 'integration')?.pages ?? [];

/** Every page with its entry. */
export const allPages: readonly (Entry & { page: PageName })[] = Object.entries<Entry>(entries).map(
  ([page, entry]) => ({ page: page as PageName, ...entry }),
);

/** Shows the pages: icon and label, the current one marked. */
export const Rail = memo(function Rail() {
  const foldedGroups = useStore(useStores().preferences, ({ hiddenGroups }) => hiddenGroups) ?? [];
  const isWithoutIntegration = useRefusal('integration') !== undefined;
  return (
    <nav className={classes.rail} aria-label="Pages">
      <div className={classes.groups}>
        {railGroups
          .filter(
            ({ id }) =>
              id === 'review' ||
              !(foldedGroups.includes(id) || (id === 'integration' && isWithoutIntegration)),
          )
          .map(({ id, label, pages }) => (
            <div key={id}>
              <span className={classes.heading} id={`rail-${id}`}>
                {label}
              </span>
              <RailList pages={pages} labelledBy={`rail-${id}`} />
            </div>
          ))}
      </div>
      <RailList pages={footPages} />
    </nav>
  );
});

function RailList({ pages, labelledBy }: { pages: readonly PageName[]; labelledBy?: string }) {
  return (
    <ul className={`${layout.plainList} ${classes.list}`} aria-labelledby={labelledBy}>
      {pages.map((page) => (
        <RailEntry key={page} page={page} />
      ))}
    </ul>
  );
}

function RailEntry({ page }: { page: PageName }) {
  const { label, shortLabel, Icon, shortcut } = entries[page];
  const go = useGo();
  const present = useRoute().page;
  // A new conversation is begun from the cases and has no entry of its own.
  const isParent = page === 'conversations' && present === 'creation';
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        {...(present === page ? { 'aria-current': 'page' as const } : isParent && { 'aria-current': true })}
        {...keyShortcuts(shortcut)}
        onClick={() => go({ page })}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {page === 'deletion' && <DueCount />}
        {page === 'conversations' && <QuestionCount />}
        {shortLabel ?? label}
      </button>
    </li>
  );
}

/**
 * Shows how many conversations are due for deletion, and how many proposals wait for this user. Time passes without an event, so it is read again
 * now and then.
 */
function DueCount() {
  const selected = useStore(useStores().environments, (state) => state.selected);
  const { data } = useBridgeQuery('due.summary', selected && { environmentId: selected.id }, {
    refetchInterval: 600_000,
  });
  const list = useBridgeQuery('approvals.list', {}, { refetchInterval: 600_000 });
  const due = data?.counts.due ?? 0;
  const forMe = (list.data?.proposals ?? []).filter(isForMe).length;
  return <Count count={due + forMe} label={deletionCountText(due, forMe)} />;
}

/** Shows how many questions of the team, or answers to own ones, await this console. */
function QuestionCount() {
  const selected = useStore(useStores().environments, (state) => state.selected);
  const isTeam = useBridgeQuery('team.view', {}).data?.team !== undefined;
  const { data } = useBridgeQuery(
    'cases.counts',
    isTeam && selected ? { environmentId: selected.id, filters: [{ question: true }] } : undefined,
    { keepPrevious: true },
  );
  const [count = 0] = data?.counts ?? [];
  return <Count count={count} label={counted(count, 'question or answer', 'questions and answers')} />;
}

function Count({ count, label }: { count: number; label: string }) {
  return count === 0 ? null : (
    <Badge pos="absolute" top={4} left="55%" size="xs" circle={count < 10} aria-label={label}>
      {count > 999 ? '999+' : count}
    </Badge>
  );
}

export function pageTitle(page: PageName): string {
  return entries[page].label;
}
