import { createHmac } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { type Client, sevenProducts, valueAt } from './client.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import type { Suite } from './suite.ts';

const fiveDaysMs = 5 * 24 * 3600 * 1000;
const fourDaysMs = 4 * 24 * 3600 * 1000;

/** Section 6: events, their delivery, their retries, their signature. */
export function callbackRules({ rule }: Suite): void {
  rule(
    '6.1 and 6.2 the end of a conversation is POSTed to callbackUrl',
    async (client) => {
      const receiver = await listening();
      const id = await client.finished({ callbackUrl: `${receiver.url}/in` });
      const [callback] = receiver.received;
      expect(receiver.received).toHaveLength(1);
      expect(callback?.method).toBe('POST');
      expect(callback?.headers['content-type']).toMatch(/^application\/json; ?charset=utf-8$/i);
      expect(bodyOf(callback)).toMatchObject({
        id: expect.stringMatching(/.+/),
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        target: 'CONVERSATION',
        event: 'FINISHED',
        payload: {
          conversation: { id, userKey: 'conformance', status: 'FINISHED', result: expect.any(Object) },
        },
      });
      expect(valueAt(bodyOf(callback), 'id')).not.toBe(id);
    },
    'control',
  );

  rule(
    '6.2 FINISHED is sent regardless of the result',
    async (client) => {
      const receiver = await listening();
      const id = await client.create({ callbackUrl: receiver.url });
      await client.control(`/conversations/${id}/complete`, { outcome: 'CANCELED' });
      expect(bodyOf(receiver.received[0])).toMatchObject({
        event: 'FINISHED',
        payload: { conversation: { status: 'CANCELED' } },
      });
    },
    'control',
  );

  rule(
    '3.1 expiring a conversation sends EXPIRED',
    async (client) => {
      const receiver = await listening();
      const id = await client.create({ callbackUrl: receiver.url });
      await client.call('DELETE', `/api/conversations/${id}`);
      await expect.poll(() => receiver.received.length).toBe(1);
      expect(bodyOf(receiver.received[0])).toMatchObject({
        target: 'CONVERSATION',
        event: 'EXPIRED',
        payload: { conversation: { id, status: 'EXPIRED' } },
      });
    },
    'control',
  );

  rule(
    '6.2 new data of a subscription send SUBSCRIPTION NEW_DATA with the lists found',
    async (client) => {
      const receiver = await listening();
      const id = await client.finished({ callbackUrl: receiver.url, query: sevenProducts });
      await client.control(`/conversations/${id}/subscription`, { newData: ['SANCTIONS'] });
      expect(bodyOf(receiver.received.at(-1))).toMatchObject({
        target: 'SUBSCRIPTION',
        event: 'NEW_DATA',
        payload: { conversation: { id, result: { aml: { found: ['SANCTIONS'] } } } },
      });
    },
    'control',
  );

  rule(
    '2.1 {conversationId}, {target} and {event} are replaced in callbackUrl',
    async (client) => {
      const receiver = await listening();
      const id = await client.finished({
        callbackUrl: `${receiver.url}/{target}/{event}?of={conversationId}`,
      });
      expect(receiver.received[0]?.path).toBe(`/CONVERSATION/FINISHED?of=${id}`);
    },
    'control',
  );

  rule(
    '6.4 the signature is HMAC-SHA-256 over timestamp, colon and the raw body, with a timestamp of now',
    async (client) => {
      const receiver = await listening();
      await client.finished({ callbackUrl: receiver.url });
      const [callback] = receiver.received;
      const timestamp = String(callback?.headers['x-signature-timestamp']);
      expect(timestamp).toMatch(/^\d{13}$/);
      expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(5 * 60 * 1000);
      const expected = createHmac('sha256', client.target.signingKey ?? '')
        .update(`${timestamp}:`)
        .update(callback?.body ?? '')
        .digest('hex');
      expect(callback?.headers['x-signature']).toBe(expected);
    },
    'control',
    'signingKey',
  );

  for (const status of [200, 201, 202, 204]) {
    rule(
      `6.1 ${status} means that the callback arrived`,
      async (client) => {
        const receiver = await listening(status);
        await client.finished({ callbackUrl: receiver.url });
        await advance(client, fiveDaysMs);
        expect(receiver.received).toHaveLength(1);
      },
      'control',
    );
  }

  for (const status of [203, 302, 400, 500]) {
    rule(
      `6.1 and 6.3 ${status} means failure, and the first retry is immediate`,
      async (client) => {
        const receiver = await listening(status, 204);
        await client.finished({ callbackUrl: receiver.url });
        expect(receiver.received).toHaveLength(2);
      },
      'control',
    );
  }

  rule(
    '6.2 a resend has the same id and the same body',
    async (client) => {
      const receiver = await listening(500, 500, 204);
      await client.finished({ callbackUrl: receiver.url });
      await advance(client, fiveDaysMs);
      expect(receiver.received).toHaveLength(3);
      expect(new Set(receiver.received.map(({ body }) => body.toString('utf8'))).size).toBe(1);
    },
    'control',
  );

  rule(
    '6.3 at least 20 attempts with growing gaps, the last no sooner than 4 days after the first',
    async (client) => {
      const receiver = await listening(500);
      await client.finished({ callbackUrl: receiver.url });
      await advance(client, 30 * 24 * 3600 * 1000);
      const times = receiver.received.map(({ headers }) => Number(headers['x-signature-timestamp']));
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(times.length).toBeGreaterThanOrEqual(20);
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(fourDaysMs);
      // Each gap is longer than the one before; the first retry is immediate.
      expect(gaps[0]).toBeLessThan(5000);
      expect(gaps.slice(2).every((gap, index) => gap > (gaps[index + 1] ?? 0))).toBe(true);
    },
    'control',
  );

  rule(
    '3.3 after DELETE_DATA outstanding callbacks are not delivered',
    async (client) => {
      const receiver = await listening(500);
      const id = await client.finished({ callbackUrl: receiver.url });
      const before = receiver.received.length;
      expect((await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`)).status).toBe(202);
      await advance(client, fiveDaysMs);
      expect(receiver.received).toHaveLength(before);
    },
    'control',
  );

  rule(
    '1.3 without callbackUrl the result is there to be read',
    async (client: Client) => {
      const id = await client.finished();
      expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('FINISHED');
    },
    'control',
  );
}

async function listening(...statuses: number[]): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  if (statuses.length > 0) {
    receiver.answerWith(...statuses);
  }
  return receiver;
}

/** Moves the target's clock and resets it when the test ends. */
async function advance(client: Client, advanceMs: number): Promise<void> {
  onTestFinished(async () => void (await client.control('/reset')));
  await client.control('/clock', { advanceMs });
}

function bodyOf(callback: Received | undefined): unknown {
  return callback === undefined ? undefined : JSON.parse(callback.body.toString('utf8'));
}
