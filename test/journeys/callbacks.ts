import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startReceiver } from '../conformance/receiver.ts';
import type { ServiceHarness } from './service-harness.ts';

/** A callback as sent over the network. */
export interface SentCallback {
  conversationId: string;
  timestamp: string;
  signature: string;
  body: string;
}

interface Delivery {
  conversationId: string;
  headers: Record<string, string>;
  body: string;
}

/** Makes the sandbox sign and send a real callback: creates a conversation, ends it and captures the delivery. */
export async function realCallback(harness: ServiceHarness): Promise<SentCallback> {
  const receiver = await startReceiver();
  try {
    const { login, password } = harness.apiKey;
    const created = await fetch(`${harness.baseUrl}/api/conversations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/vnd.service.v1.1+json',
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({
        userKey: 'u-1',
        returnUrl: 'https://receiver.example/done',
        callbackUrl: `${receiver.url}/callbacks`,
        query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] } },
      }),
    });
    if (!created.ok) {
      throw new Error(await created.text());
    }
    const { id } = (await created.json()) as { id: string };
    await harness.control(`/conversations/${id}/complete`, { outcome: 'FINISHED' });
    for (let tries = 0; tries < 200; tries += 1) {
      const deliveries = (await harness.control('/deliveries')) as Delivery[];
      const sent = deliveries.find(({ conversationId }) => conversationId === id);
      if (sent) {
        return {
          conversationId: id,
          timestamp: sent.headers['X-Signature-Timestamp'] ?? '',
          signature: sent.headers['X-Signature'] ?? '',
          body: sent.body,
        };
      }
      await pause(10);
    }
    throw new Error('The sandbox sent no callback');
  } finally {
    await receiver.close();
  }
}

/** The same callback, signed now with another body or another key. */
export function signedNow(body: string | Buffer, key: string): Omit<SentCallback, 'conversationId' | 'body'> {
  const timestamp = String(Date.now() - 2000);
  return {
    timestamp,
    signature: createHmac('sha256', key).update(`${timestamp}:`).update(body).digest('hex'),
  };
}

type Headed = Pick<SentCallback, 'timestamp' | 'signature'>;

/** The request as a capture at the receiver shows it. */
export function rawHttp({ timestamp, signature }: Headed, body: string): string {
  return `POST /callbacks HTTP/1.1\r\nHost: receiver.example\r\nContent-Type: application/json;charset=UTF-8\r\nX-Signature: ${signature}\r\nX-Signature-Timestamp: ${timestamp}\r\n\r\n${body}`;
}

/** Pastes text exactly as the clipboard has it, including line ends. */
export async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
