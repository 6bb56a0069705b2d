import { sessionGrant, waitingFragment } from '../../preload/contract/browser-session.ts';
import { type PageSession, pageSession } from './handshake.ts';

/** Where this tab keeps the token for being loaded once more. The storage belongs to one tab and one port. */
const storageName = 'assay-entry-token';
/** Tabs of one browser exchange tokens here; only pages of the same port receive them. */
const channelName = 'assay-entry-token';
/** How long another tab may take to answer, in milliseconds. */
const otherTabMs = 1_000;

/**
 * Exchanges the first one-time token that works for a session: the one in the address, the one this tab kept when it was loaded
 * before, or one from another tab. Undefined when there is none.
 *
 * @param keep receives the token for the next load
 */
export async function enterSession(keep: (token: string) => void): Promise<PageSession | undefined> {
  const sources = [tokenInAddress, takeKeptToken, askOtherTabs];
  for (const source of sources) {
    const token = await source();
    const session = token === undefined ? undefined : await exchange(token, keep);
    if (session !== undefined) {
      return session;
    }
  }
  return undefined;
}

/** Keeps the token for the next load of this tab, and gives it to a new tab that asks. Returns what to call with each new one. */
export function keepEntryToken(): (token: string) => void {
  let current: string | undefined;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'ask' && current !== undefined) {
      channel.postMessage({ token: current });
    }
  });
  return (token) => {
    current = token;
    try {
      sessionStorage.setItem(storageName, token);
    } catch {
      // A browser that stores nothing: the page then cannot be loaded again, and says so.
    }
  };
}

async function tokenInAddress(): Promise<string | undefined> {
  if (location.hash === waitingFragment) {
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  }
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) {
    return undefined;
  }
  // The token leaves the address bar and the history before anything else happens.
  history.replaceState(null, '', '/');
  return token;
}

function takeKeptToken(): string | undefined {
  try {
    const token = sessionStorage.getItem(storageName);
    sessionStorage.removeItem(storageName);
    return token ?? undefined;
  } catch {
    return undefined;
  }
}

async function askOtherTabs(): Promise<string | undefined> {
  const channel = new BroadcastChannel(channelName);
  try {
    return await new Promise<string | undefined>((resolve) => {
      setTimeout(() => resolve(undefined), otherTabMs);
      channel.addEventListener('message', ({ data }) => {
        if (typeof data?.token === 'string') {
          resolve(data.token);
        }
      });
      channel.postMessage('ask');
    });
  } finally {
    channel.close();
  }
}

async function exchange(token: string, keep: (token: string) => void): Promise<PageSession | undefined> {
  try {
    const reply = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: token,
    });
    if (!reply.ok) {
      return undefined;
    }
    const grant = sessionGrant.parse(await reply.json());
    keep(grant.entryToken);
    return await pageSession(grant, location.host);
  } catch {
    return undefined;
  }
}
