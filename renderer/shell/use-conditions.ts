import { useNetwork } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useBridgeAction, useBridgeQuery } from '../bridge/use-bridge.tsx';
import { useKeychain } from '../environments/use-keychain.ts';
import { useStores } from '../stores.tsx';
import { useGo } from '../ui/services.tsx';
import { usePick } from '../ui/use-pick.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import { useListeners } from './use-listeners.ts';
import { useRoute } from './use-route.ts';

/** Returns every condition now. New warnings are announced. */
export function useConditions(): Condition[] {
  const { environments, connection: bridgeConnection } = useStores();
  const {
    selected,
    problem,
    environments: all,
    load,
  } = usePick(environments, 'selected', 'problem', 'environments', 'load');
  const { keychain, check, cancel, sessionOnly } = useKeychain();
  const connection = useStore(bridgeConnection);
  const { data: info } = useBridgeQuery('application.info', {});
  const { data: storage } = useBridgeQuery('cases.status', selected && { environmentId: selected.id });
  const { data: { runs: deletionRuns } = { runs: [] } } = useBridgeQuery('deletionRuns.list', {});
  const { data: { runs } = { runs: [] } } = useBridgeQuery('reading.runs', {});
  const controlRun = useBridgeAction('reading.control', {});
  const running = useListeners();
  const stopListener = useBridgeAction('callbacks.stop', {});
  const { online } = useNetwork();
  const route = useRoute();
  const { page } = route;
  const go = useGo();

  const conditions = conditionsOf(
    {
      connection,
      online,
      problem,
      keychain,
      selected,
      storage,
      notices: info?.notices ?? [],
      runs,
      deletionRuns,
      listeners: running,
      nameOf: (id) => all.find((one) => one.id === id)?.settings.name,
    },
    {
      reload: () => location.reload(),
      reloadSettings: () => void load(),
      enterApiKey: (environmentId) => go({ page: 'settings', section: 'environment', environmentId }),
      sessionOnly,
      checkKeychain: check,
      cancelKeychain: cancel,
      controlRun: (environmentId, action) => void controlRun.run({ environmentId, action }),
      viewRun: (environmentId) => go({ page: 'conversations' }, environmentId),
      viewDeletionRuns: () => go({ page: 'deletion' }),
      viewCallbacks: (environmentId) => go({ page: 'callbacks', view: 'inbox' }, environmentId),
      stopListener: (environmentId) => void stopListener.run({ environmentId }, 'Listener stopped'),
    },
  );
  const isList = page === 'conversations' && route.conversationId === undefined;
  /** The conditions that the page shows itself. */
  const onPage = new Set([
    ...(page === 'deletion' ? deletionRuns.map(({ runId }) => `run ${runId}`) : []),
    ...(isList ? [`run ${selected?.id}`] : []),
    ...(page === 'callbacks' ? [`listener ${selected?.id}`] : []),
  ]);
  // A page that shows a run does not announce it.
  useAnnounced(
    conditions,
    new Set([...onPage].filter((id) => !id.startsWith('run '))),
    selected?.settings.kind === 'sandbox' || storage === undefined ? ofEnvironment : [],
  );
  return useBriefly(conditions).filter(({ id }) => !onPage.has(id));
}

/** Milliseconds for which something that has finished is shown. */
const finishedFor = 60_000;

/** Leaves out what finished a minute ago. */
function useBriefly(conditions: readonly Condition[]): Condition[] {
  const [goneIds, setGone] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const goodIds = conditions.filter(({ tone }) => tone === 'good').map(({ id }) => id);
  const key = JSON.stringify(goodIds);
  useEffect(() => {
    const ids: string[] = JSON.parse(key);
    for (const [id, timer] of timers.current) {
      if (!ids.includes(id)) {
        clearTimeout(timer);
        timers.current.delete(id);
        setGone((before) => new Set([...before].filter((one) => one !== id)));
      }
    }
    for (const id of ids.filter((one) => !timers.current.has(one))) {
      timers.current.set(
        id,
        setTimeout(() => setGone((before) => new Set([...before, id])), finishedFor),
      );
    }
  }, [key]);
  useEffect(() => {
    const all = timers.current;
    return () => {
      for (const timer of all.values()) {
        clearTimeout(timer);
      }
    };
  }, []);
  return conditions.filter(({ id, tone }) => tone !== 'good' || !goneIds.has(id));
}

/** The conditions that are none in the sandbox, and that may be unknown right after a switch. */
const ofEnvironment = ['offline', 'api-key', 'keychain', 'case-list'];

/**
 * Announces conditions that are new, each once for as long as it lasts.
 *
 * @param unknownIds the ids of those that may last although they are not among the conditions
 */
function useAnnounced(
  conditions: readonly Condition[],
  silent: ReadonlySet<string>,
  unknownIds: readonly string[],
): void {
  const { announcements } = useStores();
  const texts = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const { announceCondition } = announcements.getState();
    const now = new Map(
      conditions
        .filter(({ id, tone }) => tone !== 'neutral' || id.startsWith('run '))
        .map((one) => [one.id, announcedText(one)]),
    );
    for (const [id, text] of now) {
      if (texts.current.get(id) !== text && !silent.has(id)) {
        announceCondition(text);
      }
    }
    texts.current = new Map([...[...texts.current].filter(([id]) => unknownIds.includes(id)), ...now]);
  });
}

/** Returns the text to announce: a run's figures change all the time, so only whether it continues or waits, and how it ended. */
function announcedText({ id, text, label }: Condition): string {
  return id.startsWith('run ') ? (label.includes(':') ? label : label.replace(/ \d.*/, '')) : text;
}
