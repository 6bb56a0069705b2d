import { createStore, type StoreApi } from 'zustand/vanilla';
import { mayBeConversationId } from '../../../preload/contract/service/conversation-id.ts';
import type { FoundReferences } from '../../../preload/contract/service/found-references.ts';
import { findConversations } from '../../../preload/contract/service/references.ts';

export interface OpenFieldState {
  /** The text in the field. */
  text: string;
  /** Length of a pasted text that is too long for the field or may hold personal data; the text itself is not kept. */
  pastedLength: number | undefined;
  references: FoundReferences;
  /** Callbacks' own ids that were received, or seen in this session, and the conversation each came with. */
  callbacks: ReadonlyMap<string, string | undefined>;
  type(text: string): void;
  paste(text: string): void;
  clear(): void;
  /** Drops the text and the callbacks seen in the environment before when another one is selected. */
  leave(): void;
  /** Remembers a callback that was seen on another page. */
  rememberCallback(id: string, conversationId: string | undefined): void;
}

const nothing: FoundReferences = { conversations: [], callbacks: [] };

/** Finds the conversation of a received callback by the callback's own id; undefined where no such callback was received. */
export type FindCallback = (id: string) => Promise<{ conversationId?: string | undefined } | undefined>;

/** The most ids of a text that are looked for among the received callbacks. */
const maxLookedFor = 5;

/** Creates the store of the field that opens anything. It remembers callbacks' own ids, because they are often taken for conversations' ids. */
export function createOpenFieldStore(findCallback?: FindCallback): StoreApi<OpenFieldState> {
  let visit = 0;
  return createStore<OpenFieldState>()((set, get) => {
    /** Looks for the ids among the callbacks that the listener received; an answer for an environment that was left is dropped. */
    const lookFor = ({ conversations }: FoundReferences) => {
      const earlier = get().callbacks;
      for (const { id } of conversations.filter((one) => one.from !== 'callback').slice(0, maxLookedFor)) {
        const visitNow = visit;
        void findCallback?.(id).then((match) => {
          if (match !== undefined && visitNow === visit && !earlier.has(id)) {
            get().rememberCallback(id, match.conversationId);
          }
        });
      }
    };
    const remembering = (references: FoundReferences) => {
      if (references.callbacks.length === 0) {
        return {};
      }
      const callbacks = new Map(get().callbacks);
      for (const { id, conversationId } of references.callbacks) {
        callbacks.set(id, conversationId ?? callbacks.get(id));
      }
      return { callbacks };
    };
    return {
      text: '',
      pastedLength: undefined,
      references: nothing,
      callbacks: new Map(),
      type(text) {
        const references = findConversations(text);
        set({ text, pastedLength: undefined, references, ...remembering(references) });
        lookFor(references);
      },
      paste(text) {
        const references = findConversations(text);
        set({ text: '', pastedLength: text.length, references, ...remembering(references) });
        lookFor(references);
      },
      clear() {
        set({ text: '', pastedLength: undefined, references: nothing });
      },
      leave() {
        visit += 1;
        set({ text: '', pastedLength: undefined, references: nothing, callbacks: new Map() });
      },
      rememberCallback(id, conversationId) {
        set(remembering({ conversations: [], callbacks: [{ id, conversationId }] }));
      },
    };
  });
}

export interface Choice {
  /** Unique among the choices. */
  key: string;
  conversationId: string;
  title: string;
  detail: string;
  /** The text need not be an id, and opening it sends it to the service: the user must choose that. */
  sendsText?: true;
}

const sources = {
  id: 'Conversation id',
  address: 'From the address',
  callback: 'From the callback’s payload.conversation.id',
  response: 'From a service response',
  text: 'Found in the text',
  word: 'Conversation id',
} as const;

/** Returns the choices that the field offers for its text, the likeliest first. */
export function choicesFor(
  { references, callbacks, text }: Pick<OpenFieldState, 'references' | 'callbacks' | 'text'>,
  suggestions: {
    samples: readonly { id: string; title: string }[];
    recent: readonly { conversationId: string }[];
  },
): { choices: Choice[]; note: string | undefined } {
  const choices: Choice[] = [];
  let note = references.note;
  const titles = new Map(suggestions.samples.map(({ id, title }) => [id, title]));
  const offer = (choice: Choice) => {
    if (!choices.some(({ key }) => key === choice.key)) {
      choices.push(choice);
    }
  };
  const needle = text.trim().toLowerCase();
  const isKnown = (id: string) =>
    titles.has(id) || suggestions.recent.some((recent) => recent.conversationId === id);
  const matching = suggestions.samples.filter(
    ({ id, title }) =>
      needle !== '' && (title.toLowerCase().includes(needle) || id.toLowerCase().includes(needle)),
  );

  for (const { id, from } of references.conversations) {
    if (!callbacks.has(id) || from === 'callback') {
      continue;
    }
    const of = callbacks.get(id);
    note = `${id} is a callback’s own id, seen earlier. It identifies the callback, not a conversation.`;
    if (of !== undefined) {
      offer({ key: of, conversationId: of, title: of, detail: 'The conversation of that callback' });
    }
  }
  const isText = ({ id, from }: FoundReferences['conversations'][number]) =>
    from === 'word' && !callbacks.has(id) && !isKnown(id);
  for (const { id, from } of references.conversations.filter((one) => !isText(one))) {
    const title = titles.get(id);
    const isCallbackId = callbacks.has(id) && from !== 'callback';
    offer({
      key: id,
      conversationId: id,
      title: title ?? id,
      detail: isCallbackId ? 'Open anyway' : title === undefined ? sources[from] : id,
    });
  }
  for (const { id, title } of matching.slice(0, 8)) {
    offer({ key: id, conversationId: id, title, detail: id });
  }
  for (const { conversationId: id } of suggestions.recent) {
    if (needle !== '' && id.toLowerCase().includes(needle) && choices.length < 12) {
      offer({ key: id, conversationId: id, title: titles.get(id) ?? id, detail: 'Recent' });
    }
  }
  for (const { id } of references.conversations.filter((one) => isText(one) && mayBeConversationId(one.id))) {
    offer({
      key: id,
      conversationId: id,
      title: `Open “${id}” as an id`,
      detail: 'Sends this text to the service',
      sendsText: true,
    });
  }
  return { choices, note };
}
