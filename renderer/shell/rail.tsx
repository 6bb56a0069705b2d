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
import { useStore } from 'zustand';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import type { PageName, Route } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import layout from '../ui/layout.module.css';
import { keyShortcuts } from '../ui/shortcut-hint.tsx';
import classes from './rail.module.css';
import { useGo, useRoute } from './use-route.ts';

interface Entry {
  page: PageName;
  label: string;
  /** In the rail, where the name is too long for it. */
  shortLabel?: string;
  Icon: TablerIcon;
  route: Route;
  shortcut: string;
  /** Other words for the search field. */
  keywords?: readonly string[];
}

export const railPages: readonly Entry[] = [
  {
    page: 'conversations',
    label: 'Cases',
    Icon: IconListDetails,
    route: { page: 'conversations' },
    shortcut: 'mod+1',
    keywords: ['list', 'conversations', 'queue', 'review', 'export', 'note', 'label', 'decision'],
  },
  {
    page: 'reports',
    label: 'Reports',
    Icon: IconChartBar,
    route: { page: 'reports' },
    shortcut: 'mod+5',
    keywords: ['statistics', 'decided', 'reviewer', 'median', 'journal', 'audit', 'history'],
  },
  {
    page: 'deletion',
    label: 'Deletion',
    Icon: IconTrash,
    route: { page: 'deletion' },
    shortcut: 'mod+2',
    keywords: ['delete', 'erase', 'remove', 'expire', 'GDPR'],
  },
  {
    page: 'callbacks',
    label: 'Callbacks',
    Icon: IconInbox,
    route: { page: 'callbacks' },
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
  {
    page: 'signatures',
    label: 'Signatures',
    Icon: IconSignature,
    route: { page: 'signatures' },
    shortcut: 'mod+4',
    keywords: ['verify', 'callback', 'webhook', 'HMAC', 'X-Signature'],
  },
];

export const creationPage: Entry = {
  page: 'creation',
  label: 'New conversation',
  Icon: IconPlus,
  route: { page: 'creation' },
  shortcut: 'mod+shift+n',
  keywords: ['create', 'start', 'invite', 'link', 'QR code', 'template'],
};

export const headlessPage: Entry = {
  page: 'headless',
  label: 'Headless flow',
  shortLabel: 'Headless',
  Icon: IconWalk,
  route: { page: 'headless' },
  shortcut: 'mod+shift+h',
  keywords: ['steps', 'walk', 'form', 'person', 'X-User-IP', 'component'],
};

export const callsPage: Entry = {
  page: 'calls',
  label: 'Calls',
  Icon: IconArrowsLeftRight,
  route: { page: 'calls' },
  shortcut: 'mod+shift+l',
  keywords: ['log', 'requests', 'cURL', 'network'],
};

export const helpPage: Entry = {
  page: 'help',
  label: 'Help',
  Icon: IconHelp,
  route: { page: 'help' },
  shortcut: 'f1',
  keywords: ['guide', 'manual', 'interface', 'documentation'],
};

export const settingsPage: Entry = {
  page: 'settings',
  label: 'Settings',
  Icon: IconSettings,
  route: { page: 'settings' },
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
};

/** Shows the pages: icon and label, the current one marked. */
export function Rail() {
  return (
    <nav className={classes.rail} aria-label="Pages">
      <ul className={`${layout.plainList} ${classes.list}`}>
        {railPages.map((entry) => (
          <RailEntry key={entry.page} entry={entry} />
        ))}
        <RailEntry entry={headlessPage} />
      </ul>
      <ul className={`${layout.plainList} ${classes.list}`}>
        <RailEntry entry={callsPage} />
        <RailEntry entry={helpPage} />
        <RailEntry entry={settingsPage} />
      </ul>
    </nav>
  );
}

function RailEntry({ entry: { page, label, shortLabel, Icon, route, shortcut } }: { entry: Entry }) {
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
        onClick={() => go(route)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {page === 'deletion' && <DueCount />}
        {shortLabel ?? label}
      </button>
    </li>
  );
}

/** Shows how many conversations are due for deletion. Days pass without an event, so it is read again now and then. */
function DueCount() {
  const selected = useStore(useStores().environments, (state) => state.selected);
  const { data } = useBridgeQuery('due.summary', selected && { environmentId: selected.id }, {
    refetchInterval: 600_000,
  });
  const due = data?.counts.due ?? 0;
  return due === 0 ? null : (
    <Badge
      className={classes.count}
      size="xs"
      circle={due < 10}
      aria-label={`${due.toLocaleString('en')} due`}
    >
      {due > 999 ? '999+' : due}
    </Badge>
  );
}

export function pageTitle(page: PageName): string {
  return (
    [...railPages, creationPage, headlessPage, callsPage, helpPage, settingsPage].find(
      (entry) => entry.page === page,
    )?.label ?? ''
  );
}
