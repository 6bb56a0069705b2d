import { describe, expect, test } from 'vitest';
import {
  createNavigationStore,
  fromFragment,
  type Route,
  routeKey,
  toFragment,
} from '../../../renderer/navigation.ts';
import { fakeHistoryWindow } from '../../support/history-window.ts';

const routes: [route: Route, fragment: string, key: string][] = [
  [{ page: 'conversations' }, '#/conversations', 'conversations/'],
  [{ page: 'conversations', conversationId: 'a/b' }, '#/conversations/a%2Fb', 'conversations/a/b'],
  [{ page: 'conversations', conversationId: 'a', view: 'raw' }, '#/conversations/a/raw', 'conversations/a'],
  [
    { page: 'conversations', conversationId: 'a', view: 'result', queued: true },
    '#/conversations/a/result/queue',
    'conversations/a',
  ],
  [{ page: 'deletion', conversationId: 'a' }, '#/deletion/a', 'deletion/a'],
  [{ page: 'headless', conversationId: 'a' }, '#/headless/a', 'headless/a'],
  [{ page: 'callbacks' }, '#/callbacks', 'callbacks'],
  [{ page: 'callbacks', view: 'send' }, '#/callbacks/send', 'callbacks'],
  [{ page: 'reports' }, '#/reports', 'reports'],
  [{ page: 'reports', view: 'journal' }, '#/reports/journal', 'reports'],
  [{ page: 'creation' }, '#/creation', 'creation'],
  [{ page: 'calls' }, '#/calls', 'calls'],
  [{ page: 'calls', conversationId: 'a' }, '#/calls/a', 'calls'],
  [{ page: 'signatures' }, '#/signatures', 'signatures'],
  [{ page: 'help' }, '#/help', 'help/'],
  [{ page: 'help', document: 'interface', section: '9.2' }, '#/help/interface/9.2', 'help/interface'],
  [{ page: 'settings' }, '#/settings', 'settings//'],
  [{ page: 'settings', section: 'about' }, '#/settings/about', 'settings/about/'],
  [
    { page: 'settings', section: 'environment', environmentId: 'e' },
    '#/settings/environment/e',
    'settings/environment/e',
  ],
];

describe('the address of a route', () => {
  test.each(routes)('%j is %s', (route, fragment, key) => {
    expect(toFragment(route)).toBe(fragment);
    expect(fromFragment(fragment)).toEqual(route);
    expect(routeKey(route)).toBe(key);
  });

  test.each<[string, Route]>([
    ['#conversations/a', { page: 'conversations', conversationId: 'a' }],
    ['#/conversations//raw', { page: 'conversations' }],
    ['#/conversations/a/elsewhere', { page: 'conversations', conversationId: 'a' }],
    ['x#/signatures', { page: 'conversations' }],
    ['#/signatures/a', { page: 'signatures' }],
    ['#/signatures/guide/x', { page: 'signatures' }],
    ['#/callbacks/elsewhere', { page: 'callbacks' }],
    ['#/reports/elsewhere', { page: 'reports' }],
    ['conversations/a#/b', { page: 'conversations', conversationId: 'a#' }],
    ['#/help/elsewhere/9.2', { page: 'help' }],
    ['#/settings/elsewhere/e', { page: 'settings' }],
    ['#/conversations/%', { page: 'conversations' }],
  ])('%s that is not complete gives what it names', (fragment, route) => {
    expect(fromFragment(fragment)).toEqual(route);
  });

  test('has no part for an empty id', () => {
    expect(toFragment({ page: 'conversations', conversationId: '' })).toBe('#/conversations');
  });

  test('completes a section that is implied', () => {
    expect(toFragment({ page: 'help', section: 'keys' })).toBe('#/help/guide/keys');
    expect(toFragment({ page: 'settings', environmentId: 'e' })).toBe('#/settings/environment/e');
  });
});

describe('the history', () => {
  const opened = { page: 'conversations', conversationId: 'a' } as const;

  test('survives a reload with its position', () => {
    const window = fakeHistoryWindow();
    createNavigationStore(window).getState().go(opened);
    const reloaded = createNavigationStore(window);
    expect(reloaded.getState().canGoBack).toBe(true);
    reloaded.getState().back();
    expect(reloaded.getState()).toMatchObject({ route: { page: 'conversations' }, canGoBack: false });
  });

  test('starts at its first step from a state that is not the console’s', () => {
    const window = fakeHistoryWindow('#/signatures');
    window.history.replaceState({ index: '3', environmentId: 4 }, '', '#/signatures');
    expect(createNavigationStore(window).getState()).toMatchObject({
      canGoBack: false,
      environmentId: undefined,
    });
  });

  test('records every step, and an address that was typed as one of the selected environment', () => {
    const window = fakeHistoryWindow('#/signatures');
    const navigation = createNavigationStore(window);
    expect(window.history.state).toMatchObject({ route: { page: 'signatures' }, index: 0 });
    navigation.getState().inEnvironment('test');
    window.typeHash('#/conversations/a');
    expect(navigation.getState()).toMatchObject({ route: opened, environmentId: 'test', canGoBack: true });
    expect(window.history.state).toEqual({ route: opened, environmentId: 'test', index: 1 });
    expect(window.location.hash).toBe('#/conversations/a');
    expect(navigation.getState().hasStepped()).toBe(false);
    expect(navigation.getState().takeMove()).toBe(true);
    navigation.getState().back();
    expect(navigation.getState()).toMatchObject({ route: { page: 'signatures' }, canGoBack: false });
  });

  test('tells a step back or forward from a new one', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, hasStepped, takeMove } = navigation.getState();
    expect(hasStepped()).toBe(false);
    go(opened);
    expect(hasStepped()).toBe(false);
    takeMove();
    back();
    expect(hasStepped()).toBe(true);
    expect(takeMove()).toBe(true);
    expect(navigation.getState().canGoBack).toBe(false);
    go({ page: 'signatures' });
    expect(hasStepped()).toBe(false);
  });

  test('has nothing to go back to at its first step, whatever is set or replaced there', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    navigation.getState().inEnvironment('test');
    expect(navigation.getState().canGoBack).toBe(false);
    navigation.getState().replace({ page: 'callbacks', view: 'send' });
    expect(navigation.getState()).toMatchObject({
      route: { page: 'callbacks', view: 'send' },
      environmentId: 'test',
      canGoBack: false,
    });
  });

  test('counts on from a step that another program wrote', () => {
    const window = fakeHistoryWindow();
    const navigation = createNavigationStore(window);
    navigation.getState().go(opened);
    window.history.pushState({}, '', '#/signatures');
    window.history.back();
    window.history.forward();
    navigation.getState().go(opened);
    expect(navigation.getState()).toMatchObject({ route: opened, canGoBack: true });
  });

  test('gets no step for the route that is shown', () => {
    const window = fakeHistoryWindow();
    const { go } = createNavigationStore(window).getState();
    go({ page: 'conversations' });
    expect(window.history.state).toMatchObject({ index: 0 });
    go(opened);
    go(opened);
    expect(window.history.state).toMatchObject({ index: 1 });
  });

  test('measures the scroll position by the newest watcher, until that one ends', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, watchScroll, keptScroll } = navigation.getState();
    const endFirst = watchScroll(() => 1);
    let top = 2;
    const endSecond = watchScroll(() => top);
    endFirst();
    go(opened);
    back();
    expect(keptScroll()).toBe(2);
    endSecond();
    top = 5;
    go({ page: 'signatures' });
    back();
    expect(keptScroll()).toBe(2);
  });
});

describe('unsaved changes', () => {
  const editing = { page: 'settings', section: 'environment', environmentId: 'e' } as const;

  function edited() {
    const window = fakeHistoryWindow();
    const navigation = createNavigationStore(window);
    navigation.getState().go(editing);
    navigation.getState().setUnsaved(true);
    return { window, navigation, ...navigation.getState() };
  }

  test('do not hold the route that is shown', () => {
    const { navigation, go } = edited();
    go(editing);
    expect(navigation.getState().held).toBeUndefined();
  });

  test('keep the address of the page while a step back is held, and the step is made once they are discarded', () => {
    const { window, navigation, back, settleHeld, takeMove, hasStepped } = edited();
    takeMove();
    back();
    expect(window.location.hash).toBe('#/settings/environment/e');
    // Taking the held step back is no move of its own.
    expect(takeMove()).toBe(false);
    expect(hasStepped()).toBe(false);
    expect(navigation.getState()).toMatchObject({ route: editing, canGoBack: true });
    settleHeld(true);
    expect(window.location.hash).toBe('');
    expect(navigation.getState()).toMatchObject({ route: { page: 'conversations' }, held: undefined });
    navigation.getState().forward();
    expect(navigation.getState()).toMatchObject({ route: editing, held: undefined });
  });

  test('hold no address that was typed, which has been left already', () => {
    const { window, navigation } = edited();
    window.typeHash('#/signatures');
    expect(navigation.getState()).toMatchObject({ route: { page: 'signatures' }, held: undefined });
  });

  test('may be settled when nothing is held', () => {
    const { settleHeld, navigation } = edited();
    settleHeld(true);
    navigation.getState().go({ page: 'signatures' });
    expect(navigation.getState().route).toEqual({ page: 'signatures' });
  });
});
