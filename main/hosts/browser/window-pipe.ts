import type { Readable, Writable } from 'node:stream';

/** The time limit for a window to show its first page, in milliseconds. */
const patienceMs = 30_000;

interface Reply {
  id?: number;
  sessionId?: string;
  method?: string;
  result?: { sessionId?: string };
  error?: { message: string };
  params?: { targetInfo?: { targetId: string; type: string; url: string } };
}

/**
 * Navigates the window that shows `from` to `to`, over Chromium's debugging pipe (JSON messages, each ended by a null
 * byte).
 * @throws Error when there is no such page in time, or the browser ends
 */
export function sendTo(from: string, to: string, commands: Writable, replies: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(new Error('The window did not open in time.')), patienceMs);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      // The output must be read: a full pipe would block the browser.
      replies.removeListener('data', read).resume();
      if (error) {
        reject(error);
      } else {
        resolve();
      }
    };
    const say = (command: object) => commands.write(`${JSON.stringify(command)}\0`);
    let attached = false;
    let text = '';
    const read = (chunk: string) => {
      const messages = (text + chunk).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) {
        hear(JSON.parse(message) as Reply);
      }
    };
    const hear = ({ id, result, error, params }: Reply) => {
      if (error) {
        return finish(new Error(error.message));
      }
      const target = params?.targetInfo;
      if (!attached && target?.type === 'page' && target.url === from) {
        attached = true;
        say({ id: 2, method: 'Target.attachToTarget', params: { targetId: target.targetId, flatten: true } });
      }
      if (id === 2) {
        say({ id: 3, sessionId: result?.sessionId, method: 'Page.navigate', params: { url: to } });
      }
      if (id === 3) {
        finish();
      }
    };
    commands.on('error', finish);
    replies.on('error', finish);
    replies.on('end', () => finish(new Error('The window closed.')));
    replies.setEncoding('utf8').on('data', read);
    say({ id: 1, method: 'Target.setDiscoverTargets', params: { discover: true } });
  });
}
