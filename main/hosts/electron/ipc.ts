import type { IpcMain, WebContents } from 'electron';
import type { BridgeMessage } from '../../../preload/contract/bridge.ts';
import type { Envelope } from '../../../preload/contract/envelope.ts';
import type { OperationName } from '../../../preload/contract/operations.ts';
import type { Client, Dispatch } from '../../bridge/dispatch.ts';
import type { EventBus } from '../../bridge/event-bus.ts';
import { Failure } from '../../failure.ts';
import { isTrustedSender } from './sender.ts';

/** The whole of what crosses between a page and main. */
export const channels = {
  /** page to main, answered: call id, operation, input */
  invoke: 'assay:invoke',
  /** page to main: call id */
  cancel: 'assay:cancel',
  /** main to page: a `BridgeMessage` */
  message: 'assay:message',
} as const;

/** The operation by which a page says that it hears events. */
const ready: OperationName = 'application.ready';

/** The messages of all windows. */
export interface Ipc {
  /** Lets a window's page in, and says when each page loaded in it listens to events and when it has gone. */
  admit(contents: WebContents, listener: PageListener): void;
  close(): void;
}

export interface PageListener {
  /** The page said that it hears events (`application.ready`). */
  ready(): void;
  unready(): void;
}

/** One page as it is loaded in a window; a reload makes another. */
interface Page {
  client: Client;
  listener: PageListener;
}

/**
 * Carries the bridge over IPC. Every message is refused unless its frame is the console's own page in an admitted window
 * (security checklist 17); what it holds is unknown until the contract has parsed it.
 */
export function openIpc(ipcMain: IpcMain, dispatch: Dispatch, eventBus: EventBus): Ipc {
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
    admit(contents, listener) {
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
      // Whatever runs for a page that was left, reloaded or lost is cancelled: nobody waits for it. Only once another page
      // has taken its place: `did-start-navigation` comes before a navigation is refused.
      contents.on('did-navigate', replace);
      contents.on('render-process-gone', replace);
      contents.on('destroyed', leave);
    },
    close() {
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

/** Call ids and operations are short texts; anything else comes from a page that is broken or hostile. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 128;
}

function refused(message: string): Envelope {
  return { ok: false, error: new Failure({ code: 'invalid-input', message }).view() };
}
