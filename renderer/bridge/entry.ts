import {
  randomHex,
  type SessionGrant,
  sessionGrant,
  waitingFragment,
} from '../../preload/contract/browser-session.ts';
import { type PageSession, pageSession } from './handshake.ts';

/** Where this tab keeps the tokens for being loaded once more. The storage belongs to one tab and one port. */
const storageName = 'assay-entry-tokens';
/** Tabs of one browser exchange tokens here; only pages of the same port receive them. */
const channelName = 'assay-entry-token';
/** How long another tab may take to answer, in milliseconds. */
const otherTabMs = 1_000;

/**
 * Exchanges the first one-time token that works for a session: the one in the address, those this tab kept when it was loaded
 * before, or one from another tab. Undefined when there is none.
 *
 * @param keep receives the token for the next load
 */
export async function enterSession(keep: (token: string) => void): Promise<PageSession | undefined> {
  const kept = storedTokens();
  const inAddress = await tokenInAddress((token) => storeTokens([token, ...kept]));
  try {
    const session = await offer(inAddress === undefined ? kept : [inAddress, ...kept], keep);
    if (session !== undefined) {
      return session;
    }
    const fromOtherTab = await askOtherTabs();
    return fromOtherTab === undefined ? undefined : await offer([fromOtherTab], keep);
  } catch {
    // Main did not answer, or this page is being left: the tokens stay for the next load.
    return undefined;
  }
}

/**
 * Offers tokens in order until one works. Main accepts the page's own token for the next load in the same step in which it uses an
 * offered one up, and the tab keeps both until then: a page that is loaded again before the answer arrives has one that works.
 */
async function offer(tokens: string[], keep: (token: string) => void): Promise<PageSession | undefined> {
  const next = randomHex(32);
  for (const [at, token] of tokens.entries()) {
    storeTokens([...tokens.slice(at), next]);
    const grant = await exchange(token, next);
    if (grant !== undefined) {
      keep(grant.entryToken);
      return await pageSession(grant, location.host);
    }
  }
  storeTokens([]);
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
    storeTokens([token]);
  };
}

/** `store` receives the token before it leaves the address. */
async function tokenInAddress(store: (token: string) => void): Promise<string | undefined> {
  if (location.hash === waitingFragment) {
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  }
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) {
    return undefined;
  }
  store(token);
  // The token leaves the address bar and the history before anything is sent.
  history.replaceState(null, '', '/');
  return token;
}

function storedTokens(): string[] {
  try {
    return (sessionStorage.getItem(storageName) ?? '').split(' ').filter((token) => token !== '');
  } catch {
    return [];
  }
}

function storeTokens(tokens: string[]): void {
  try {
    sessionStorage.setItem(storageName, tokens.join(' '));
  } catch {
    // A browser that stores nothing: the page then cannot be loaded again, and says so.
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

/**
 * Undefined when main refuses the token.
 * @throws an error when main did not answer: the token may or may not be used up
 */
async function exchange(token: string, next: string): Promise<SessionGrant | undefined> {
  const reply = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: `${token} ${next}`,
  });
  return reply.ok ? sessionGrant.parse(await reply.json()) : undefined;
}
