import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createNavigationStore,
  fromFragment,
  type Route,
  routeKey,
  toFragment,
} from '../../../renderer/navigation.ts';
import { fakeHistoryWindow } from '../../support/history-window.ts';

const id = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const place: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ page: fc.constant('conversations' as const), conversationId: id }),
  fc.record({
    page: fc.constant('conversations' as const),
    conversationId: id,
    view: fc.constantFrom('result' as const, 'media' as const, 'raw' as const),
  }),
  fc.record({ page: fc.constant('deletion' as const), conversationId: id }),
  fc.constantFrom<Route>(
    { page: 'conversations' },
    { page: 'deletion' },
    { page: 'signatures' },
    { page: 'help' },
    { page: 'help', document: 'interface', section: '9.2' },
    { page: 'settings' },
  ),
  fc.record({
    page: fc.constant('settings' as const),
    section: fc.constant('environment' as const),
    environmentId: id,
  }),
);

describe('a route', () => {
  test('is restored from its address', () => {
    fc.assert(
      fc.property(place, (wanted) => {
        expect(fromFragment(toFragment(wanted))).toEqual(wanted);
      }),
    );
  });

  test('is the landing page for an empty address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(routeKey(fromFragment(text))).not.toBe('');
      }),
    );
    expect(fromFragment('#token=abc')).toEqual({ page: 'conversations' });
    expect(fromFragment('')).toEqual({ page: 'conversations' });
    expect(fromFragment('#/conversations/%E0%A4%A')).toEqual({ page: 'conversations' });
  });
});

describe('navigation', () => {
  test('steps back and forward', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, forward } = navigation.getState();
    go({ page: 'conversations', conversationId: 'a' });
    go({ page: 'signatures' });
    back();
    expect(navigation.getState().route).toEqual({ page: 'conversations', conversationId: 'a' });
    forward();
    expect(navigation.getState().route).toEqual({ page: 'signatures' });
    expect(navigation.getState().canGoBack).toBe(true);
  });

  test('does not leave the console by going back from its first entry', () => {
    const navigation = createNavigationStore(fakeHistoryWindow('#/signatures'));
    navigation.getState().back();
    expect(navigation.getState().route).toEqual({ page: 'signatures' });
  });

  test('adds no entry for another view', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, replace, back } = navigation.getState();
    go({ page: 'conversations', conversationId: 'a' });
    replace({ page: 'conversations', conversationId: 'a', view: 'raw' });
    back();
    expect(navigation.getState().route).toEqual({ page: 'conversations' });
  });

  test('keeps another view of the same page in the window’s history, in its environment', () => {
    const window = fakeHistoryWindow();
    const navigation = createNavigationStore(window);
    const { go, replace, back, forward, inEnvironment } = navigation.getState();
    inEnvironment('test');
    go({ page: 'conversations', conversationId: 'a' });
    const before = window.history.state;
    replace({ page: 'conversations', conversationId: 'a', view: 'raw' });
    expect(window.history.state).toEqual({
      ...before,
      route: { page: 'conversations', conversationId: 'a', view: 'raw' },
    });
    expect(window.location.hash).toBe('#/conversations/a/raw');
    back();
    forward();
    expect(navigation.getState()).toMatchObject({
      route: { page: 'conversations', conversationId: 'a', view: 'raw' },
      environmentId: 'test',
    });
  });

  test('does not go back from the first entry, even if the window was elsewhere before', () => {
    const window = fakeHistoryWindow('#/signatures');
    window.history.pushState({ route: { page: 'deletion' }, index: 0 }, '', '#/deletion');
    const navigation = createNavigationStore(window);
    expect(navigation.getState().canGoBack).toBe(false);
    navigation.getState().back();
    expect(window.location.hash).toBe('#/deletion');
  });

  test('drops the scroll positions of replaced entries only', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, watchScroll, keptScroll } = navigation.getState();
    let top = 1;
    watchScroll(() => top);
    go({ page: 'deletion' });
    top = 2;
    go({ page: 'signatures' });
    top = 3;
    back();
    expect(keptScroll()).toBe(2);
    go({ page: 'settings' });
    expect(keptScroll()).toBe(0);
    top = 4;
    back();
    expect(keptScroll()).toBe(3);
    back();
    expect(keptScroll()).toBe(1);
  });

  test('requests the focus once per move, even to the current page', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, takeMove } = navigation.getState();
    expect(takeMove()).toBe(false);
    go({ page: 'conversations' });
    expect(takeMove()).toBe(true);
    expect(takeMove()).toBe(false);
  });

  test('keeps the scroll position of each entry, and none for a new one', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, forward, watchScroll, keptScroll } = navigation.getState();
    let top = 420;
    const leave = watchScroll(() => top);
    go({ page: 'deletion' });
    expect(keptScroll()).toBe(0);
    top = 7;
    back();
    expect(keptScroll()).toBe(420);
    leave();
    top = 99;
    forward();
    expect(keptScroll()).toBe(7);
    go({ page: 'signatures' });
    expect(keptScroll()).toBe(0);
  });
});

describe('another environment', () => {
  test('removes the conversation from the current entry and every earlier one', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, back, inEnvironment } = navigation.getState();
    inEnvironment('test');
    go({ page: 'conversations', conversationId: 'a' });
    go({ page: 'deletion', conversationId: 'a' });
    inEnvironment('production');
    expect(navigation.getState().route).toEqual({ page: 'deletion' });
    back();
    expect(navigation.getState().route).toEqual({ page: 'conversations' });
  });

  test('keeps an entry of the same environment, even after a reload', () => {
    const window = fakeHistoryWindow('#/conversations/a');
    createNavigationStore(window).getState().inEnvironment('test');
    const reloaded = createNavigationStore(window);
    reloaded.getState().inEnvironment('test');
    expect(reloaded.getState().route).toEqual({ page: 'conversations', conversationId: 'a' });
    const elsewhere = createNavigationStore(window);
    elsewhere.getState().inEnvironment('production');
    expect(elsewhere.getState().route).toEqual({ page: 'conversations' });
  });
});

describe('unsaved changes', () => {
  const editing = { page: 'settings', section: 'environment', environmentId: 'e1' } as const;
  test('block leaving the page until answered', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, setUnsaved, settleHeld, back } = navigation.getState();
    go(editing);
    setUnsaved(true);
    go({ page: 'signatures' });
    expect(navigation.getState().route).toEqual(editing);
    settleHeld(false);
    expect(navigation.getState()).toMatchObject({ route: editing, held: undefined });
    back();
    expect(navigation.getState().route).toEqual(editing);
    expect(navigation.getState().held).toBeDefined();
    settleHeld(true);
    expect(navigation.getState().route).toEqual({ page: 'conversations' });
  });

  test('block nothing once saved or discarded', () => {
    const navigation = createNavigationStore(fakeHistoryWindow());
    const { go, setUnsaved, settleHeld } = navigation.getState();
    go(editing);
    setUnsaved(true);
    go({ page: 'signatures' });
    settleHeld(true);
    expect(navigation.getState()).toMatchObject({ route: { page: 'signatures' }, held: undefined });
    go({ page: 'conversations' });
    expect(navigation.getState().route).toEqual({ page: 'conversations' });
  });
});
