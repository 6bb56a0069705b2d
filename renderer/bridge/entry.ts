import { type PageEntry, waitingFragment } from '../../preload/contract/browser-session.ts';

/** The name under which this tab keeps its session and token. The storage belongs to one tab and one port. */
const storageName = 'assay-session';

/** Returns what admits this page: the token in its address, or what this tab kept when it was loaded before; undefined for neither. */
export async function entryOfTab(): Promise<PageEntry | undefined> {
  if (location.hash === waitingFragment) {
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  }
  const entry = new URLSearchParams(location.hash.slice(1)).get('token');
  if (entry === null) {
    const kept = sessionStorage.getItem(storageName);
    return kept === null ? undefined : (JSON.parse(kept) as PageEntry);
  }
  const session = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  // The token is kept, too, since the page may be loaded again before it is admitted.
  keep({ session, entry });
  // The token leaves the address bar and the history before anything is sent.
  history.replaceState(null, '', '/');
  return { session, entry };
}

/** Keeps what admits the next load of this tab. */
export function keep(entry: PageEntry): void {
  sessionStorage.setItem(storageName, JSON.stringify(entry));
}
