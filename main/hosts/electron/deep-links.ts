import { conversationId } from '../../../preload/contract/service/reading.ts';

/** The scheme the operating system gives to this application. */
export const linkScheme = 'assay';

/** What a link asks for: an id, nothing more. Which environment it means is the person's choice. */
export type DeepLink = { kind: 'conversation'; conversationId: string } | { kind: 'refused'; reason: string };

/** Longer than any link this application makes; what is longer is not parsed. */
const maxLink = 2048;

/**
 * Reads `assay://conversation/<id>`. A link is written by anybody on the internet, so one that holds more than an id is
 * refused whole.
 */
export function parseDeepLink(text: string): DeepLink {
  if (text.length > maxLink) {
    return refused('too long');
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refused('not an address');
  }
  if (url.protocol !== `${linkScheme}:`) {
    return refused('another scheme');
  }
  if (url.host !== 'conversation') {
    return refused('not a thing Assay opens');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('holds a name');
  }
  if (text.includes('?') || text.includes('#')) {
    return refused('holds more than an id');
  }
  const [, encoded, ...more] = url.pathname.split('/');
  if (encoded === undefined || more.length > 0) {
    return refused('holds more than an id');
  }
  let decoded: string;
  try {
    decoded = decodeURIComponent(encoded);
  } catch {
    return refused('wrongly encoded');
  }
  const id = conversationId.safeParse(decoded);
  return id.success ? { kind: 'conversation', conversationId: id.data } : refused('not a conversation id');
}

function refused(reason: string): DeepLink {
  return { kind: 'refused', reason };
}

/** The link in a command line, where there is exactly one: two are nobody's click. */
export function linkInArguments(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`));
  return links.length === 1 ? links[0] : undefined;
}

/** Links that arrive before a page can hear of them wait here; only the last is kept, as a second click replaces the first. */
export interface LinkInbox {
  receive(text: string): void;
  /** A page listens now: it gets what waited. */
  ready(): void;
  /** The page has gone: what arrives from now on waits for the next. */
  unready(): void;
}

export function createLinkInbox(
  open: (conversationId: string) => void,
  log: (message: string) => void,
): LinkInbox {
  let waiting: string | undefined;
  let listening = false;
  return {
    receive(text) {
      const link = parseDeepLink(text);
      if (link.kind === 'refused') {
        log(`A link was refused: ${link.reason}.`);
      } else if (listening) {
        open(link.conversationId);
      } else {
        waiting = link.conversationId;
      }
    },
    ready() {
      listening = true;
      const conversation = waiting;
      waiting = undefined;
      if (conversation !== undefined) {
        open(conversation);
      }
    },
    unready() {
      listening = false;
    },
  };
}
