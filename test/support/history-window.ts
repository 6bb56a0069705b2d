/** A fake window with the browser history that the stores use. */
export function fakeHistoryWindow(hash = ''): Window & {
  /** Changes the fragment as a user would in the address bar. */
  typeHash(hash: string): void;
} {
  const entries: { state: unknown; hash: string }[] = [{ state: null, hash }];
  let at = 0;
  const listeners: ((event: PopStateEvent) => void)[] = [];
  const move = (by: number) => {
    if (!entries[at + by]) {
      return;
    }
    at += by;
    for (const listener of listeners) {
      listener({ state: entries[at]?.state ?? null } as PopStateEvent);
    }
  };
  return {
    typeHash(to: string) {
      entries.splice(at + 1, entries.length, { state: null, hash: to });
      move(1);
    },
    history: {
      get state() {
        return entries[at]?.state;
      },
      pushState(state: unknown, _: string, to: string) {
        entries.splice(at + 1, entries.length, { state, hash: to });
        at++;
      },
      replaceState(state: unknown, _: string, to: string) {
        entries[at] = { state, hash: to };
      },
      go: (by: number) => move(by),
      back: () => move(-1),
      forward: () => move(1),
    },
    location: {
      get hash() {
        return entries[at]?.hash ?? '';
      },
    },
    navigator: {},
    document: { hasFocus: () => true, addEventListener: () => undefined },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
    addEventListener(name: string, listener: (event: PopStateEvent) => void) {
      if (name === 'popstate') {
        listeners.push(listener);
      }
    },
  } as unknown as Window & { typeHash(hash: string): void };
}
