import { Pool } from 'undici';
import { callbackBody, templateContent } from '../../main/examine/messages/body.ts';
import { type SignedMessage, signMessage } from '../../main/examine/messages/signing.ts';
import { messageTemplates } from '../../main/examine/messages/templates.ts';

export const floodKey = 'signing-key-of-the-flood';

/** Valid messages with different ids about different conversations. */
export function floodMessages(count: number, prefix: string, bytes = 0): SignedMessage[] {
  const [template] = messageTemplates;
  if (template === undefined) {
    throw new Error('There is no template.');
  }
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const ids = { id: `${prefix}-${index}`, conversationId: `conversation-${index % 500}`, now };
    return signMessage(callbackBody(templateContent(template, ids), { bytes }), floodKey, now);
  });
}

/** Sends all messages over a number of connections; resolves with how often each status was the answer, and the time in milliseconds. */
export async function flood(
  url: string,
  messages: readonly SignedMessage[],
  connections: number,
): Promise<{ statuses: Map<number, number>; ms: number }> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 120_000 });
  const statuses = new Map<number, number>();
  const from = performance.now();
  await Promise.all(
    messages.map(async ({ headers, body }) => {
      const response = await pool.request({
        path: pathname,
        method: 'POST',
        headers: Object.fromEntries(headers),
        body: Buffer.from(body),
      });
      await response.body.dump();
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    }),
  );
  const ms = performance.now() - from;
  await pool.close();
  return { statuses, ms };
}
