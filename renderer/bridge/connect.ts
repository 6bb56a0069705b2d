import type { Bridge } from '../../preload/contract/bridge.ts';
import { type PageEntry, waitingFragment } from '../../preload/contract/browser-session.ts';
import classes from './no-entry.module.css';
import { openSocketBridge } from './socket.ts';

declare global {
  interface Window {
    /** Put there by the preload script where the host has one. */
    assay?: Bridge;
  }
}

/**
 * Returns the host's own bridge where it gives one, else a socket to where the page came from. Undefined when this page was not let in; it
 * then shows how to get in.
 */
export async function connectBridge(): Promise<Bridge | undefined> {
  if (window.assay !== undefined) {
    return window.assay;
  }
  const entry = await entryOfTab();
  if (entry !== undefined) {
    const bridge = await openSocketBridge(new WebSocket(`ws://${location.host}/bridge`), entry);
    if (bridge !== undefined) {
      keep({ session: entry.session });
      return bridge;
    }
  }
  showNoEntry();
  return undefined;
}

/** Shown in place of the interface where this page has no session and no token for one. */
function showNoEntry(): void {
  const page = document.createElement('main');
  page.className = classes.page ?? '';
  const title = document.createElement('h1');
  title.className = classes.title ?? '';
  title.textContent = 'Open the address that the console printed';
  const texts = [
    'When the console starts, it prints an address that ends in “#token=…”. The address works once, in one browser, so that no other user of this computer can open your console.',
    'If the console is open in another tab, use that tab.',
    'Otherwise, stop the console in its terminal and start it again. It prints a new address.',
  ].map((text) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    return paragraph;
  });
  page.append(title, ...texts);
  document.body.replaceChildren(page);
}

/** The name under which this tab keeps its session and token. The storage belongs to one tab and one port. */
const storageName = 'assay-session';

/** Returns what admits this page: the token in its address, or what this tab kept when it was loaded before; undefined for neither. */
async function entryOfTab(): Promise<PageEntry | undefined> {
  if (location.hash === waitingFragment) {
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  }
  const entry = new URLSearchParams(location.hash.slice(1)).get('token');
  if (entry === null) {
    const entryText = sessionStorage.getItem(storageName);
    return entryText === null ? undefined : (JSON.parse(entryText) as PageEntry);
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
function keep(entry: PageEntry): void {
  sessionStorage.setItem(storageName, JSON.stringify(entry));
}
