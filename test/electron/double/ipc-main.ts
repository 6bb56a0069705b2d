import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { SenderFrame } from '../../../main/hosts/electron/ipc.ts';
import { createEvent, cross, strict } from './strict.ts';

type InvokeHandler = Parameters<IpcMain['handle']>[1];

/** Main's end of IPC, and how a frame's message arrives there. */
export class DoubleIpcMain {
  readonly api: IpcMain;
  readonly #heard = new EventEmitter();
  readonly #handlers = new Map<string, InvokeHandler>();

  constructor() {
    const doubled: Pick<IpcMain, 'handle' | 'removeHandler'> = {
      handle: (channel, handler) => {
        if (this.#handlers.has(channel)) {
          throw new Error(`Attempted to register a second handler for '${channel}'`);
        }
        this.#handlers.set(channel, handler);
      },
      removeHandler: (channel) => void this.#handlers.delete(channel),
    };
    this.api = strict('ipcMain', Object.assign(this.#heard, doubled)) as unknown as IpcMain;
  }

  /** The channels with listeners. */
  get channels(): string[] {
    return [...this.#handlers.keys(), ...this.#heard.eventNames().map(String)].sort();
  }

  /** Messages arrive in a later task, as between processes. */
  async invoke(from: Sender, channel: string, given: unknown[]): Promise<unknown> {
    const crossed = cross(given);
    await later();
    const handler = this.#handlers.get(channel);
    if (!handler) {
      throw remoteError(channel, `No handler registered for '${channel}'`);
    }
    try {
      return cross(await handler(eventOf(from) as IpcMainInvokeEvent, ...crossed));
    } catch (error) {
      throw remoteError(channel, String(error));
    }
  }

  async send(from: Sender, channel: string, given: unknown[]): Promise<void> {
    const crossed = cross(given);
    await later();
    this.#heard.emit(channel, eventOf(from) as IpcMainEvent, ...crossed);
  }
}

export interface Sender {
  contents: WebContents;
  /** `null` once the frame has navigated or closed. */
  frame: SenderFrame | null;
}

/** The members shared by both kinds of message events; the frame has only what identifies a sender. */
function eventOf({ contents, frame }: Sender): object {
  return createEvent({
    type: 'frame' as const,
    frameId: 1,
    processId: 1,
    ports: [],
    sender: contents,
    senderFrame: frame === null ? null : strict('senderFrame', frame),
  });
}

function remoteError(channel: string, words: string): Error {
  return new Error(`Error invoking remote method '${channel}': ${words}`);
}

function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
