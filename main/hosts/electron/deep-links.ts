import { conversationId } from '../../../preload/contract/service/reading.ts';
import { attempt } from '../../../preload/shared/attempt.ts';

/** The scheme the operating system gives to this application. */
export const linkScheme = 'assay';

/** A link contains an id only; the user chooses the environment. */
export type DeepLink = { kind: 'conversation'; conversationId: string } | { kind: 'refused'; reason: string };

/** Longer than any link this application makes; longer ones are not parsed. */
const maxLink = 2048;

/** Parses `assay://conversation/<id>`. Any website may write a link, so one with more than an id is refused. */
export function parseDeepLink(text: string): DeepLink {
  if (text.length > maxLink) {
    return refused('too long');
  }
  const url = URL.parse(text);
  if (url === null) {
    return refused('not an address');
  }
  if (url.protocol !== `${linkScheme}:`) {
    return refused('another scheme');
  }
  if (url.host !== 'conversation') {
    return refused('not a kind of link that Assay opens');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('contains a user name');
  }
  if (text.includes('?') || text.includes('#')) {
    return refused('contains more than an id');
  }
  const [, encoded, ...more] = url.pathname.split('/');
  if (encoded === undefined || more.length > 0) {
    return refused('contains more than an id');
  }
  const decoded = attempt(() => decodeURIComponent(encoded));
  if (decoded === undefined) {
    return refused('not encoded correctly');
  }
  const id = conversationId.safeParse(decoded);
  return id.success ? { kind: 'conversation', conversationId: id.data } : refused('not a conversation id');
}

function refused(reason: string): DeepLink {
  return { kind: 'refused', reason };
}

/** Returns the link in a command line if there is exactly one. */
export function linkInArguments(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`));
  return links.length === 1 ? links[0] : undefined;
}

/** Stores a link until a page can receive it; a second one replaces the first. */
export type LinkInbox = ReturnType<typeof createLinkInbox>;

export function createLinkInbox(open: (conversationId: string) => void, log: (message: string) => void) {
  let waiting: string | undefined;
  let listening = false;
  return {
    receive(text: string): void {
      const link = parseDeepLink(text);
      if (link.kind === 'refused') {
        log(`A link was refused: ${link.reason}.`);
      } else if (listening) {
        open(link.conversationId);
      } else {
        waiting = link.conversationId;
      }
    },
    /** Sends the stored link to the page, which now listens. */
    ready(): void {
      listening = true;
      const conversation = waiting;
      waiting = undefined;
      if (conversation !== undefined) {
        open(conversation);
      }
    },
    /** Stores later links for the next page, since the present one is gone. */
    unready(): void {
      listening = false;
    },
  };
}
