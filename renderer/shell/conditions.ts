import type { LastingNotice } from '../../preload/contract/application.ts';
import type { ListenerState } from '../../preload/contract/callbacks.ts';
import type { CasesStatus } from '../../preload/contract/cases.ts';
import type { DeletionRun } from '../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { EnvironmentView, KeychainState } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { ReadingRun } from '../../preload/contract/reading.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import {
  isCancelled,
  runProgress,
  runStateLabels,
  runStateText,
} from '../../preload/wording/deletion-runs.ts';
import { runSummary } from '../../preload/wording/reading.ts';
import { counted } from '../../preload/wording/terms.ts';
import type { Tone } from '../ui/status-badge.tsx';

export interface ConditionAction {
  label: string;
  run(): void;
}

/** A condition that lasts until it is fixed or has ended. */
export interface Condition {
  id: string;
  tone: Tone;
  /** A few words, shown in the top bar. */
  label: string;
  text: string;
  hint?: string;
  /** A terminal command that fixes it. */
  command?: string;
  /** An error code. */
  code?: string;
  actions: ConditionAction[];
}

export interface ConditionInput {
  connection: 'up' | 'lost';
  /** True if the computer has a network connection, as far as the browser knows. */
  online: boolean;
  /** Why the settings file cannot be used. */
  problem: FailureView | undefined;
  keychain: KeychainState | undefined;
  selected: EnvironmentView | undefined;
  storage: CasesStatus | undefined;
  notices: readonly LastingNotice[];
  /** Reading runs of all environments that are not shown on the page itself. */
  runs: readonly ReadingRun[];
  /** Runs of deletions that are not shown on the page itself. */
  deletionRuns: readonly DeletionRun[];
  /** Listeners for callbacks that are not shown on the page itself. */
  listeners: readonly ListenerState[];
  nameOf(environmentId: string): string | undefined;
}

export interface ConditionActs {
  /** Loads the page again. */
  reload(): void;
  reloadSettings(): void;
  enterApiKey(environmentId: string): void;
  sessionOnly(on: boolean): void;
  checkKeychain(): void;
  cancelKeychain(): void;
  controlRun(environmentId: string, action: 'pause' | 'resume' | 'stop'): void;
  viewRun(environmentId: string): void;
  viewDeletionRuns(): void;
  viewCallbacks(environmentId: string): void;
  stopListener(environmentId: string): void;
}

const memoryOnly = 'Cases are kept in memory until the console closes.';

/** The order in the top bar: current activity before lasting conditions. */
const order: readonly Tone[] = ['bad', 'active', 'good', 'caution', 'neutral'];
/** The tone of several conditions: the first of these that one of them has. */
const urgency: readonly Tone[] = ['bad', 'caution', 'active', 'good', 'neutral'];

/** Returns every current condition, in the order in which they are shown. */
export function conditionsOf(facts: ConditionInput, acts: ConditionActs): Condition[] {
  const all = [
    ...connectionConditions(facts, acts),
    ...settingsConditions(facts, acts),
    ...deletionRunConditions(facts, acts),
    ...runConditions(facts, acts),
    ...listenerConditions(facts, acts),
    ...keychainConditions(facts, acts),
    ...storageConditions(facts),
    ...facts.notices.map(({ label, text, dangerous }) => ({
      id: `notice ${label}`,
      tone: dangerous ? ('caution' as const) : ('neutral' as const),
      label,
      text,
      actions: [],
    })),
  ];
  return all.sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

/** Returns the tone of several together. */
export function highestUrgency(tones: readonly Tone[]): Tone {
  return urgency.find((tone) => tones.includes(tone)) ?? 'neutral';
}

function connectionConditions(
  { connection, online, selected }: ConditionInput,
  acts: ConditionActs,
): Condition[] {
  if (connection === 'lost') {
    return [
      {
        id: 'connection-lost',
        tone: 'bad',
        label: 'Connection lost',
        text: 'This window lost its connection to the console. Anything in progress may or may not have completed. If the page does not load again, the console has stopped: start it and open the address it prints.',
        actions: [{ label: 'Reload', run: acts.reload }],
      },
    ];
  }
  // The sandbox is on this computer.
  if (!online && selected?.settings.kind !== 'sandbox') {
    return [
      {
        id: 'offline',
        tone: 'caution',
        label: 'Offline',
        text: 'This computer has no network connection, so the service cannot be reached.',
        actions: [],
      },
    ];
  }
  return [];
}

function settingsConditions({ problem, selected }: ConditionInput, acts: ConditionActs): Condition[] {
  const conditions: Condition[] = [];
  if (problem) {
    conditions.push({
      id: 'settings-file',
      tone: 'bad',
      label: 'Settings unusable',
      text: problem.message,
      code: problem.code,
      actions: [{ label: 'Try again', run: acts.reloadSettings }],
      ...omitUndefined({ hint: problem.hint }),
    });
  }
  if (selected && !selected.builtIn && (!selected.apiKey || selected.apiKey.heldBack)) {
    const name = visibleText(selected.settings.name);
    conditions.push({
      id: 'api-key',
      tone: 'caution',
      label: selected.apiKey ? 'API key not used' : 'No API key',
      text: selected.apiKey
        ? `The API key of ${name} was entered for another address and is not used, so nothing can be read from it.`
        : `${name} has no API key yet, so nothing can be read from it.`,
      actions: [
        {
          label: selected.apiKey ? 'Enter it again' : 'Add it',
          run: () => acts.enterApiKey(selected.id),
        },
      ],
    });
  }
  return conditions;
}

/** Returns one chip for all runs of deletions, whatever is shown meanwhile. */
function deletionRunConditions({ deletionRuns }: ConditionInput, acts: ConditionActs): Condition[] {
  return deletionRuns.map((run) => {
    const { runId, state, mode, environmentName, failure } = run;
    const needsPerson = state === 'paused' || state === 'interrupted' || state === 'missed';
    const what = mode === 'EXPIRE' ? 'Expiring' : 'Deleting';
    return {
      id: `run ${runId}`,
      tone:
        needsPerson || failure
          ? 'caution'
          : state !== 'done'
            ? 'active'
            : isCancelled(run)
              ? 'neutral'
              : 'good',
      label:
        state === 'done'
          ? `${what}: ${runStateText(run).toLowerCase()}, ${runProgress(run)}`
          : needsPerson || state === 'planned'
            ? `${what}: ${runStateLabels[state].toLowerCase()}`
            : `${what} ${runProgress(run)}`,
      text: [
        `${what} in ${visibleText(environmentName)}: ${runStateText(run).toLowerCase()}, ${runProgress(run)}.`,
        failure?.message,
      ]
        .filter(Boolean)
        .join(' '),
      actions: [{ label: 'View', run: acts.viewDeletionRuns }],
    };
  });
}

/** Runs continue when the list of cases is left. */
function runConditions({ runs, nameOf }: ConditionInput, acts: ConditionActs): Condition[] {
  return runs.map((run) => {
    const { environmentId, state, done, failed, total, failure } = run;
    const view = { label: 'View', run: () => acts.viewRun(environmentId) };
    const control = (label: string, action: 'pause' | 'resume' | 'stop') => ({
      label,
      run: () => acts.controlRun(environmentId, action),
    });
    const where = visibleText(nameOf(environmentId) ?? 'a deleted environment');
    const labels = {
      running: `Reading ${done + failed} of ${total}`,
      waiting: 'Reading delayed',
      paused: 'Reading paused',
      done: failed > 0 ? `Reading finished: ${counted(failed, 'case')} failed` : 'Reading finished',
    };
    const isGoing = state === 'running' || state === 'waiting';
    return {
      id: `run ${environmentId}`,
      tone: state === 'paused' || failure ? 'caution' : state === 'done' ? 'good' : 'active',
      label: labels[state],
      text: [`Reading cases in ${where}: ${runSummary(run)}`, failure?.message].filter(Boolean).join(' '),
      actions: [
        view,
        ...(isGoing ? [control('Pause', 'pause')] : []),
        ...(state === 'paused' ? [control('Resume', 'resume')] : []),
        control(state === 'done' ? 'Dismiss' : 'Stop', 'stop'),
      ],
    };
  });
}

/** Listeners go on when their page is left. The text has no figures, since each new one would be announced. */
function listenerConditions({ listeners, nameOf }: ConditionInput, acts: ConditionActs): Condition[] {
  return listeners.map(({ environmentId, url = '', received, fault }) => ({
    id: `listener ${environmentId}`,
    tone: fault === undefined ? 'active' : 'caution',
    label: received === 0 ? 'Listening' : `Listening: ${received} received`,
    text: [
      `Callbacks of ${visibleText(nameOf(environmentId) ?? 'a deleted environment')} are received at ${url}.`,
      fault,
    ]
      .filter(Boolean)
      .join(' '),
    actions: [
      { label: 'View', run: () => acts.viewCallbacks(environmentId) },
      { label: 'Stop listener', run: () => acts.stopListener(environmentId) },
    ],
  }));
}

/** Not a warning in the sandbox, which needs no stored secret. */
function keychainConditions({ keychain, selected }: ConditionInput, acts: ConditionActs): Condition[] {
  const inSandbox = selected?.settings.kind === 'sandbox';
  const tone = inSandbox ? 'neutral' : 'caution';
  if (keychain?.sessionOnly) {
    return [
      {
        id: 'keychain',
        tone,
        label: 'Session only',
        text: 'Secrets are kept in memory only, for this session. They are lost when the console closes.',
        actions: [{ label: 'Use the keychain', run: () => acts.sessionOnly(false) }],
      },
    ];
  }
  if (keychain === undefined || keychain.state === 'available') {
    return [];
  }
  return [
    {
      id: 'keychain',
      tone,
      label: keychain.isWaiting
        ? 'Waiting for the keychain'
        : keychain.state === 'locked'
          ? 'Keychain locked'
          : 'No keychain',
      text: inSandbox ? `${keychain.message} The sandbox does not need it.` : keychain.message,
      actions: [
        keychain.isWaiting
          ? { label: 'Stop waiting', run: acts.cancelKeychain }
          : { label: 'Check again', run: acts.checkKeychain },
        { label: 'Keep secrets for this session only', run: () => acts.sessionOnly(true) },
      ],
      ...omitUndefined({ hint: keychain.hint, command: keychain.command }),
    },
  ];
}

function storageConditions({ storage, selected, keychain }: ConditionInput): Condition[] {
  const notices = storage?.notices ?? [];
  if (storage === undefined || (storage.storage === 'disk' && notices.length === 0)) {
    return [];
  }
  const inMemory = storage.storage === 'memory';
  return [
    {
      id: 'case-list',
      tone: inMemory && selected?.settings.kind === 'sandbox' ? 'neutral' : 'caution',
      label: inMemory ? 'Cases in memory' : 'Case list',
      // The keychain's own condition says this already.
      text:
        notices
          .join(' ')
          .replace(keychain?.message ?? '', '')
          .trim() || memoryOnly,
      actions: [],
    },
  ];
}
