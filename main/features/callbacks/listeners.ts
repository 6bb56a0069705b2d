import type { z } from 'zod';
import type { Preferences } from '../../../preload/contract/application.ts';
import type { CallbackAnswer, ListenerState, listenerSettings } from '../../../preload/contract/callbacks.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { noticeOf } from '../../common/notice.ts';
import type { Inbox } from './inbox.ts';
import { Listener } from './listener.ts';

export interface ListenersDeps {
  inbox: Inbox;
  /** The settings with which the listener of each environment was last started. */
  initialSettings: NonNullable<Preferences['listeners']>;
  /** Keeps the same for the next start of the console. */
  keep(settings: ListenersDeps['initialSettings']): void;
  /** Milliseconds since the epoch. */
  now(): number;
  publish(state: ListenerState): void;
  /** Called with errors; messages contain no personal values. */
  log(error: unknown): void;
}

/** The listener of each environment. Off until it is started; it goes on when another environment is selected. */
export class Listeners {
  readonly #deps: ListenersDeps;
  readonly #open = new Map<string, Listener>();
  readonly #answers = new Map<string, CallbackAnswer>();
  #settings: ListenersDeps['initialSettings'];
  #isClosed = false;

  constructor(deps: ListenersDeps) {
    this.#deps = deps;
    this.#settings = deps.initialSettings;
  }

  state(environmentId: string): ListenerState {
    const listener = this.#open.get(environmentId);
    const answer = listener?.answer ?? this.#answers.get(environmentId) ?? { kind: 'verify' };
    const { url, received = 0, refused = 0, fault } = listener ?? {};
    const settings = this.#settings[environmentId];
    return { environmentId, answer, received, refused, ...omitUndefined({ url, fault, kept: settings }) };
  }

  /** Returns the listeners that are on. */
  running(): ListenerState[] {
    return [...this.#open.keys()].map((environmentId) => this.state(environmentId));
  }

  /** Starts the listener, in place of a running one, where it was started last unless told otherwise. @throws Failure invalid-input */
  async start(environmentId: string, settings: z.output<typeof listenerSettings>): Promise<ListenerState> {
    await this.stop(environmentId);
    const { inbox, now, log, keep } = this.#deps;
    const choice = { ...this.#settings[environmentId], ...omitUndefined(settings) };
    const notice = noticeOf(() => this.#report(environmentId));
    const listener = await Listener.open(choice, {
      receive: async (callback, answer) => (await inbox.receive(environmentId, callback, answer)).status,
      now,
      log,
      onChange: () => notice.soon(),
    });
    // Closed, or started twice, meanwhile.
    if (this.#isClosed || this.#open.has(environmentId)) {
      await listener.close();
    } else {
      this.#open.set(environmentId, listener);
      this.#answers.set(environmentId, settings.answer);
      this.#settings = {
        ...this.#settings,
        [environmentId]: {
          address: choice.address ?? '127.0.0.1',
          port: Number(new URL(listener.url).port),
        },
      };
      keep(this.#settings);
    }
    return this.#report(environmentId);
  }

  async stop(environmentId: string): Promise<ListenerState> {
    const listener = this.#open.get(environmentId);
    this.#open.delete(environmentId);
    await listener?.close();
    return this.#report(environmentId);
  }

  answer(environmentId: string, answer: CallbackAnswer): ListenerState {
    this.#answers.set(environmentId, answer);
    const listener = this.#open.get(environmentId);
    if (listener !== undefined) {
      listener.answer = answer;
    }
    return this.#report(environmentId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.values()].map((listener) => listener.close()));
  }

  #report(environmentId: string): ListenerState {
    const state = this.state(environmentId);
    if (!this.#isClosed) {
      this.#deps.publish(state);
    }
    return state;
  }
}
