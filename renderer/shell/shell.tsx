import { Box, Button, Paper, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EventPayload } from '../../preload/contract/events.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import { EnvironmentProvider } from '../environments/use-environment.ts';
import { useKeychain } from '../environments/use-keychain.ts';
import { useRecent } from '../features/conversations/use-recent.ts';
import { routeKey } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { Bar } from '../ui/bar.tsx';
import layout from '../ui/layout.module.css';
import { maskAll } from '../ui/mask-all.ts';
import { OutsideText } from '../ui/outside-text.tsx';
import { ToneIcon } from '../ui/status-badge.tsx';
import { waitingText } from '../ui/waiting-for-service.tsx';
import awaitedClasses from './awaited-notice.module.css';
import { FindBar } from './find-bar.tsx';
import { useFocusKeeper } from './focus-keeper.ts';
import { type Openers, useGeneralActions } from './general-actions.ts';
import { focusPageTitle } from './page-title.ts';
import { Pages } from './pages.tsx';
import { Rail } from './rail.tsx';
import { SandboxControls } from './sandbox-controls.tsx';
import classes from './shell.module.css';
import { useShortcutKeys } from './shortcut-keys.ts';
import { TopBar } from './top-bar.tsx';
import { useRoute } from './use-route.ts';
import { shortcutListView } from './views.ts';

/** Shows the frame of the window: the rail, the top bar, the notices and the current page. */
export function Shell() {
  const { environments } = useStores();
  const selected = useStore(environments, (state) => state.selected);
  const field = useRef<HTMLInputElement>(null);
  const [switchOpened, setSwitchOpened] = useState(false);
  const [shortcutsOpened, setShortcutsOpened] = useState<boolean>();
  const focusField = useCallback(() => field.current?.select(), []);
  const openShortcuts = useCallback(() => setShortcutsOpened(true), []);
  const openSwitch = useCallback(() => setSwitchOpened(true), []);
  const [findRequests, setFindRequests] = useState(0);
  const find = useCallback(() => {
    // A raw response is drawn line by line as it comes into view, and has a search of its own.
    const own = document.querySelector<HTMLInputElement>('#work [data-find-field]');
    own?.focus();
    own?.select();
    setFindRequests((times) => (own ? 0 : times + 1));
  }, []);
  useFocusKeeper();
  const kind = selected?.settings.kind;
  return (
    <div className={classes.shell} data-kind={kind}>
      <WindowEffects
        openShortcuts={openShortcuts}
        openSwitch={openSwitch}
        focusField={focusField}
        find={find}
      />
      <button type="button" className={classes.skip} onClick={focusPageTitle}>
        Skip to main content
      </button>
      <TopBar
        fieldRef={field}
        switchOpened={switchOpened}
        onSwitch={setSwitchOpened}
        onShortcuts={openShortcuts}
      />
      <Rail />
      <div className={classes.centre}>
        <Notices />
        {findRequests > 0 && <FindBar requests={findRequests} onClose={() => setFindRequests(0)} />}
        <main className={classes.work} id="work" tabIndex={-1}>
          <Pages environment={selected} onFocusOpenField={focusField} />
        </main>
        <AwaitedNotice />
      </div>
      {kind === 'production' && <div className={classes.frame} aria-hidden />}
      {selected?.builtIn && (
        <EnvironmentProvider value={selected}>
          <SandboxControls />
        </EnvironmentProvider>
      )}
      <Suspense>
        {shortcutsOpened !== undefined && (
          <shortcutListView.View opened={shortcutsOpened} onClose={() => setShortcutsOpened(false)} />
        )}
      </Suspense>
    </div>
  );
}

/** Runs what belongs to the whole window and shows nothing: a component of its own, since what it reads changes often. */
function WindowEffects(openers: Openers) {
  useGeneralActions(openers);
  useShortcutKeys(useStore(useStores().preferences, (state) => state.singleKeys));
  useClosingQuestion();
  useStartAndEvents(openers);
  useReloadingRecent();
  useBlur();
  return null;
}

/** Loads what the frame shows, and handles the system's menu and deep links. */
function useStartAndEvents({ focusField, find }: Openers): void {
  const stores = useStores();
  const { bridge, environments } = stores;
  const { navigation, ui, blur } = stores;
  useEffect(() => {
    const load = () => {
      void environments.getState().load();
    };
    load();
    const { go } = navigation.getState();
    const commands: Record<EventPayload<'application.command'>['command'], () => void> = {
      open: focusField,
      palette: focusField,
      find,
      help: () => go({ page: 'help' }),
      'help-interface': () => go({ page: 'help', document: 'interface' }),
      settings: () => go({ page: 'settings' }),
      mask() {
        blur.getState().blur();
        maskAll(ui);
      },
    };
    const stops = [
      bridge.on('application.openConversation', ({ conversationId }) =>
        go({ page: 'conversations', conversationId }),
      ),
      bridge.on('application.command', ({ command }) => commands[command]()),
    ];
    // Only now: a link that started the console is sent at once, and would be missed earlier.
    bridge.invoke('application.ready', {}).catch(() => undefined);
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [bridge, environments, navigation, ui, blur, focusField, find]);
}

/** Reloads the recent conversations on each page that may show them. */
function useReloadingRecent(): void {
  const { reload } = useRecent(useStore(useStores().environments, (state) => state.selected?.id));
  const at = routeKey(useRoute());
  const first = useRef(at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloaded on each page that may show it
  useEffect(() => {
    if (at !== first.current) {
      first.current = at;
      reload();
    }
  }, [at]);
}

/** Blurs pictures and data while the window is not in use (theme.css). */
function useBlur(): void {
  const isBlurred = useStore(useStores().blur, (state) => state.isBlurred);
  useEffect(() => {
    document.documentElement.dataset.blurred = String(isBlurred);
  }, [isBlurred]);
}

/**
 * Shows a failed request of the window's frame, such as switching the environment. Lasting conditions are in the top bar (condition-chip.tsx).
 */
function Notices() {
  const { environments } = useStores();
  const isLoaded = useStore(environments, ({ selected }) => selected !== undefined);
  const keychain = useKeychain();
  const failure = useStore(environments, (state) => state.failure) ?? keychain.failure;
  const retry = () => {
    keychain.retry();
    void environments.getState().load();
  };
  // Before the list is known, the page itself shows it; a lost connection is in the top bar.
  const notice = isLoaded && failure?.code !== 'connection-lost' ? failure : undefined;
  return (
    <Box component="section" flex="none" aria-label="Notices">
      {notice && (
        <Bar mih={32} py={4} bg="var(--status-bad-surface)">
          <ToneIcon tone="bad" size={15} />
          <Text flex="1 1 0" miw="min(18rem, 100%)" className={layout.anywhere}>
            <span role="alert">
              <OutsideText text={[notice.message, notice.hint].filter(Boolean).join(' ')} max={2000} />
            </span>{' '}
            <code>{notice.code}</code>
          </Text>
          <Button size="compact-xs" onClick={retry}>
            Try again
          </Button>
        </Bar>
      )}
    </Box>
  );
}

/** Requests to the service that take more than two seconds: what is awaited, the attempt, the maximum time, and Stop. */
function AwaitedNotice() {
  const { requests } = useStore(useStores().bridge.awaitedRequests);
  // Several files open at once; only the oldest request of a kind is shown.
  const oldest = requests.filter(
    ({ what }, index) => requests.findIndex((one) => one.what === what) === index,
  );
  return (
    <div className={awaitedClasses.place}>
      {oldest.map(({ id, what, progress }) => (
        <Paper
          key={id}
          withBorder
          radius="md"
          display="flex"
          px={12}
          py={8}
          className={awaitedClasses.notice}
        >
          <span role="status">{waitingText(what, progress)}</span>
          <Button
            size="compact-sm"
            onClick={() => {
              for (const request of requests.filter((one) => one.what === what)) {
                request.stop();
              }
            }}
          >
            Stop
          </Button>
        </Paper>
      ))}
    </div>
  );
}

/** Asks before the window is closed while a run of deletions is in progress, since the run stops with the console. */
function useClosingQuestion(): void {
  const { data } = useBridgeQuery('deletionRuns.list', {});
  const isGoing = data?.runs.some(({ state }) =>
    ['holding', 'running', 'waiting', 'settling'].includes(state),
  );
  useWindowEvent('beforeunload', (event) => isGoing && event.preventDefault());
}
