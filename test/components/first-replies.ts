import { defaultPreferences, type Preferences } from '../../preload/contract/application.ts';
import { type EnvironmentView, environmentView } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Replies } from './fake-bridge.ts';

const sandbox = environmentView.parse({
  id: 'sandbox',
  builtIn: true,
  settings: { name: 'Sandbox', kind: 'sandbox', baseUrl: 'http://127.0.0.1:8080', proxy: { mode: 'none' } },
  signingKeys: [],
});

/** A console at its first start: the sandbox is selected, nothing has been opened, nothing runs. */
export function firstReplies({ environments = [sandbox] as EnvironmentView[] } = {}): Replies {
  let selectedId = environments[0]?.id ?? '';
  let preferences: Preferences = { ...defaultPreferences, theme: 'light' };
  const nothing = () => ({});
  return {
    'application.ready': nothing,
    'application.info': () => ({
      version: '0.1.0',
      platform: 'linux',
      versions: { node: '24.0.0' },
      capabilities: {
        folderDialog: false,
        clipboard: false,
        contentProtection: false,
        unlock: false,
      },
      notices: [],
    }),
    'application.preferences': (changed) => {
      preferences = { ...preferences, ...changed } as Preferences;
      return preferences;
    },
    'environments.list': () => ({ environments, selectedId }),
    'environments.select': ({ environmentId }) => {
      selectedId = environmentId;
      return { environments, selectedId };
    },
    'keychain.state': () => ({
      state: 'available',
      message: 'The keychain is available.',
      sessionOnly: false,
    }),
    'deletionRuns.list': () => ({ runs: [] }),
    'deletionRuns.register': () => ({ runs: [], total: 0 }),
    'deletionRuns.discard': nothing,
    'reading.runs': () => ({ runs: [] }),
    'callbacks.listener': ({ environmentId }) => ({
      environmentId,
      answer: { kind: 'verify' },
      received: 0,
      refused: 0,
    }),
    'callbacks.listeners': () => ({ listeners: [] }),
    'conversations.recent': () => ({ recent: [] }),
    'conversations.samples': () => ({ samples: [] }),
    'conversations.prefetch': nothing,
    'conversations.leave': nothing,
    'team.view': nothing,
    'approvals.list': () => ({ proposals: [] }),
    'policy.view': nothing,
    'reports.people': () => ({ permitted: true }),
    'team.earlier': () => ({ earlier: [] }),
    'team.holders': () => ({ isTeam: false, holders: [] }),
    'team.claim': nothing,
    'team.release': nothing,
    'team.takeNext': ({ conversationIds: [conversationId] }) => omitUndefined({ conversationId }),
    'cases.status': () => ({ storage: 'disk', notices: [], total: 0 }),
    'cases.query': () => ({ resultId: 'none', total: 0, groups: [] }),
    'cases.rows': () => ({ rows: [] }),
    'cases.views': () => ({ views: [] }),
    'cases.counts': ({ filters }) => ({ counts: filters.map(() => 0) }),
    'cases.labels': () => ({ labels: [] }),
    'cases.queue': () => ({}),
    'cases.settings': () => ({ retentionDays: 90, decisionDays: 365, reasons: [] }),
    'cases.retentionPreview': () => ({
      reduced: 0,
      removed: 0,
      kept: 0,
      cases: [],
      steps: [],
      held: { total: 0, conversationIds: [] },
    }),
    'consoleKey.list': () => ({ keys: [] }),
    'due.summary': () => ({
      counts: { due: 0, overdue: 0, soon: 0, unknown: 0, held: 0, missing: 0 },
      today: '2026-11-03',
    }),
    'cases.files': () => ({ storage: 'disk', copies: [] }),
    'callbacks.list': () => ({ total: 0, rows: [] }),
    'cases.search': () => ({ matches: [] }),
  };
}
