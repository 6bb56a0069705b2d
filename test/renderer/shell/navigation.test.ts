import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createNavigationStore,
  fromFragment,
  type Place,
  placeKey,
  toFragment,
} from '../../../renderer/navigation.ts';
import { historyWindow } from '../../support/history-window.ts';

const id = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ room: fc.constant('conversations' as const), conversationId: id }),
  fc.record({
    room: fc.constant('conversations' as const),
    conversationId: id,
    view: fc.constantFrom('result' as const, 'media' as const, 'raw' as const),
  }),
  fc.record({ room: fc.constant('deletion' as const), conversationId: id }),
  fc.constantFrom<Place>(
    { room: 'conversations' },
    { room: 'deletion' },
    { room: 'signatures' },
    { room: 'settings' },
  ),
  fc.record({
    room: fc.constant('settings' as const),
    section: fc.constant('environment' as const),
    environmentId: id,
  }),
);

describe('a place', () => {
  it('comes back from its address as it was', () => {
    fc.assert(
      fc.property(place, (wanted) => {
        expect(fromFragment(toFragment(wanted))).toEqual(wanted);
      }),
    );
  });

  it('is the landing page for an address that names none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(placeKey(fromFragment(text))).not.toBe('');
      }),
    );
    expect(fromFragment('#token=abc')).toEqual({ room: 'conversations' });
    expect(fromFragment('')).toEqual({ room: 'conversations' });
    expect(fromFragment('#/conversations/%E0%A4%A')).toEqual({ room: 'conversations' });
  });
});

describe('going about', () => {
  it('steps back and forward', () => {
    const navigation = createNavigationStore(historyWindow());
    const { go, back, forward } = navigation.getState();
    go({ room: 'conversations', conversationId: 'a' });
    go({ room: 'signatures' });
    back();
    expect(navigation.getState().place).toEqual({ room: 'conversations', conversationId: 'a' });
    forward();
    expect(navigation.getState().place).toEqual({ room: 'signatures' });
    expect(navigation.getState().canGoBack).toBe(true);
  });

  it('does not leave the console by going back from where it began', () => {
    const navigation = createNavigationStore(historyWindow('#/signatures'));
    navigation.getState().back();
    expect(navigation.getState().place).toEqual({ room: 'signatures' });
  });

  it('makes no step of another view', () => {
    const navigation = createNavigationStore(historyWindow());
    const { go, replace, back } = navigation.getState();
    go({ room: 'conversations', conversationId: 'a' });
    replace({ room: 'conversations', conversationId: 'a', view: 'raw' });
    back();
    expect(navigation.getState().place).toEqual({ room: 'conversations' });
  });

  it('asks for the focus once for each move, also to where one is', () => {
    const navigation = createNavigationStore(historyWindow());
    const { go, takeMove } = navigation.getState();
    expect(takeMove()).toBe(false);
    go({ room: 'conversations' });
    expect(takeMove()).toBe(true);
    expect(takeMove()).toBe(false);
  });

  it('keeps how far each step was scrolled, and nothing for a new one', () => {
    const navigation = createNavigationStore(historyWindow());
    const { go, back, forward, watchScroll, keptScroll } = navigation.getState();
    let top = 420;
    const leave = watchScroll(() => top);
    go({ room: 'deletion' });
    expect(keptScroll()).toBe(0);
    top = 7;
    back();
    expect(keptScroll()).toBe(420);
    leave();
    top = 99;
    forward();
    expect(keptScroll()).toBe(7);
    go({ room: 'signatures' });
    expect(keptScroll()).toBe(0);
  });
});

describe('another environment', () => {
  it('takes the conversation out of the present place and out of every place gone back to', () => {
    const navigation = createNavigationStore(historyWindow());
    const { go, back, inEnvironment } = navigation.getState();
    inEnvironment('test');
    go({ room: 'conversations', conversationId: 'a' });
    go({ room: 'deletion', conversationId: 'a' });
    inEnvironment('production');
    expect(navigation.getState().place).toEqual({ room: 'deletion' });
    back();
    expect(navigation.getState().place).toEqual({ room: 'conversations' });
  });

  it('leaves a place alone that was opened in the same one, also after a reload', () => {
    const window = historyWindow('#/conversations/a');
    createNavigationStore(window).getState().inEnvironment('test');
    const reloaded = createNavigationStore(window);
    reloaded.getState().inEnvironment('test');
    expect(reloaded.getState().place).toEqual({ room: 'conversations', conversationId: 'a' });
    const elsewhere = createNavigationStore(window);
    elsewhere.getState().inEnvironment('production');
    expect(elsewhere.getState().place).toEqual({ room: 'conversations' });
  });
});
