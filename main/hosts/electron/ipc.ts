import type { IpcMain, WebContents } from 'electron';
import type { BridgeMessage } from '../../../preload/contract/bridge.ts';
import type { Envelope } from '../../../preload/contract/envelope.ts';
import type { OperationName } from '../../../preload/contract/operations.ts';
import type { Client, Dispatch } from '../../bridge/dispatch.ts';
import type { EventBus } from '../../bridge/event-bus.ts';
import { Failure } from '../../common/failure.ts';
import { isConsolePage } from './addresses.ts';

/** All IPC channels between a page and main. */
export const channels = {
  /** page to main, with a reply: call id, operation, input */
  invoke: 'assay:invoke',
  /** page to main: call id */
  cancel: 'assay:cancel',
  /** main to page: a `BridgeMessage` */
  message: 'assay:message',
} as const;

/** The operation by which a page reports that it receives events. */
const ready: OperationName = 'application.ready';

export interface PageListener {
  /** Called when the page receives events (`application.ready`). */
  ready(): void;
  unready(): void;
}

/** One loaded page of a window; a reload creates another. */
interface Page {
  client: Client;
  listener: PageListener;
}

/** The bridge to the pages of admitted windows. */
export type Ipc = ReturnType<typeof openIpc>;

/**
 * Carries the bridge over IPC, for all windows. A message is refused unless its frame is the console's own page in an admitted window
 * (security checklist 17); its content is unknown until the contract has parsed it.
 */
export function openIpc(ipcMain: IpcMain, dispatch: Dispatch, eventBus: EventBus) {
  const pages = new Map<WebContents, Page>();

  ipcMain.handle(channels.invoke, async (event, callId: unknown, operation: unknown, input: unknown) => {
    const page = pages.get(event.sender);
    if (!page || !isTrustedSender(event.senderFrame)) {
      return refused('The message came from no page of Assay.');
    }
    if (!isName(callId) || !isName(operation)) {
      return refused('The message has no call id or operation.');
    }
    const { client } = page;
    const answer = await client.invoke({
      callId,
      operation,
      input,
      progress: (progress) => {
        if (pages.get(event.sender)?.client === client) {
          send(event.sender, { kind: 'progress', callId, progress });
        }
      },
    });
    if (operation === ready && answer.ok && pages.get(event.sender) === page) {
      page.listener.ready();
    }
    return answer;
  });

  ipcMain.on(channels.cancel, (event, callId: unknown) => {
    const page = pages.get(event.sender);
    if (page && isTrustedSender(event.senderFrame) && isName(callId)) {
      page.client.cancel(callId);
    }
  });

  const unsubscribe = eventBus.subscribe((event) => {
    for (const contents of pages.keys()) {
      send(contents, { kind: 'event', ...event });
    }
  });

  return {
    /** Admits a window's page and reports when each page loaded in it starts listening and when it is gone. */
    admit(contents: WebContents, listener: PageListener): void {
      const open = () => pages.set(contents, { client: dispatch.client(), listener });
      const leave = () => {
        pages.get(contents)?.client.close();
        pages.delete(contents);
        listener.unready();
      };
      open();
      const replace = () => {
        leave();
        open();
      };
      // The calls of a page that was left, reloaded or crashed are cancelled, but only once another page has replaced
      // it: `did-start-navigation` also precedes a navigation that is refused.
      contents.on('did-navigate', replace);
      contents.on('render-process-gone', replace);
      contents.on('destroyed', leave);
    },
    close(): void {
      unsubscribe();
      ipcMain.removeHandler(channels.invoke);
      ipcMain.removeAllListeners(channels.cancel);
      for (const page of pages.values()) {
        page.client.close();
      }
      pages.clear();
    },
  };
}

function send(contents: WebContents, message: BridgeMessage): void {
  if (!contents.isDestroyed()) {
    contents.send(channels.message, message);
  }
}

/** Call ids and operations are short texts; anything else comes from a faulty or hostile page. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 128;
}

function refused(message: string): Envelope {
  return { ok: false, error: new Failure({ code: 'invalid-input', message }).view() };
}

/** The properties of a frame by which it is trusted. */
export interface SenderFrame {
  url: string;
  parent: unknown;
  detached: boolean;
}

/**
 * Returns whether a message comes from the console's own page: its top frame, at its own address, still loaded (security
 * checklist 17). The frame is `null` once it has navigated or was removed.
 */
function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && !frame.detached && frame.parent === null && isConsolePage(frame.url);
}
