import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendError } from './kept-cases.ts';
import { StepHarness } from './step-harness.ts';

let harness: StepHarness;
beforeEach(async () => {
  harness = await StepHarness.start();
  harness.kept.add(1, { status: 'FINISHED' });
});
afterEach(() => harness.close());

/** Answers the next reads, in this order, with a status of the service; later ones as usual. */
function failReads(...codes: number[]) {
  const { answer } = harness.service;
  harness.service.answer = (request, response) => {
    const code = request.method === 'GET' ? codes.shift() : undefined;
    if (code === undefined) {
      answer(request, response);
    } else {
      sendError(response, code, { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 410: 'GONE' }[code] ?? '');
    }
  };
}

describe('a conversation that cannot be read before its call', () => {
  const unread = { readAt: undefined };

  test('and is gone is not called', async () => {
    for (const code of [404, 410]) {
      failReads(code);
      const { item, slot } = await harness.steps.send(harness.item(unread));
      slot?.release();
      expect(item).toMatchObject({ state: 'done', outcome: code === 410 ? 'gone' : 'missing' });
      expect(item.record.detail).toBe(code === 410 ? 'gone' : 'not-found');
    }
    expect(harness.received).toEqual(['GET', 'GET']);
    // As after a preview, so that a request for erasure says since when it is missing.
    expect(harness.absences).toEqual([
      ['acme', 'c-1', 'not-found'],
      ['acme', 'c-1', 'gone'],
    ]);
  });

  test('and is unknown to another login is not taken as gone', async () => {
    const loginDigest = await harness.logins.of('former');
    failReads(404);
    const result = await harness.steps.send(harness.item({ ...unread, loginDigest }));
    expect(result).toMatchObject({
      kind: 'failed',
      item: { outcome: 'failed', record: { detail: 'other-login' } },
    });
    expect(harness.absences).toEqual([]);
  });

  test('and is unknown to the same login was not found, which does not prove that it is gone', async () => {
    const loginDigest = await harness.logins.of('login');
    failReads(404);
    const { item } = await harness.steps.send(harness.item({ ...unread, loginDigest }));
    expect(item.outcome).toBe('missing');
  });

  test.each([
    ['DELETE_DATA', 'confirmed'],
    ['EXPIRE', 'unknown'],
  ] as const)(
    '%s that may have been carried out is %s once the conversation is gone',
    async (step, outcome) => {
      failReads(410);
      const item = harness.item({ ...unread, uncertain: true }, { plan: [step] });
      expect((await harness.steps.send(item)).item).toMatchObject({
        outcome,
        record: { found: 'gone', foundAt: harness.now },
      });
    },
  );

  test.each([404, 410])('by a %i that is not the service’s own is not gone', async (status) => {
    harness.service.answer = (_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
    expect((await harness.steps.send(harness.item(unread))).item.outcome).toBe('failed');
  });

  test('after a 500 is read again, later each time, then given up', async () => {
    failReads(500, 500, 500, 500);
    for (const delayMs of [500, 1000, 2000]) {
      const result = await harness.steps.send(harness.item(unread));
      expect(result).toMatchObject({ kind: 'neutral', delayMs });
      result.slot?.release();
    }
    const last = await harness.steps.send(harness.item(unread));
    expect(last).toMatchObject({ kind: 'failed', item: { outcome: 'failed' } });
    expect(harness.received).toEqual(['GET', 'GET', 'GET', 'GET']);
  });

  test.each([
    [403, { kind: 'failed', item: { outcome: 'failed', record: { detail: 'forbidden' } } }],
    [401, { kind: 'blocked', item: { state: 'waiting' } }],
    [429, { kind: 'failed', delayMs: 0, item: { state: 'waiting' } }],
  ])('after a %i', async (code, expected) => {
    failReads(code, code);
    const result = await harness.steps.send(harness.item(unread));
    expect(result).toMatchObject(expected);
    expect(harness.waits).toHaveLength(code === 429 ? 1 : 0);
    expect(harness.received).not.toContain('DELETE_DATA');
  });

  test('since the console closes is left as it is', async () => {
    harness.closing.abort();
    const item = harness.item(unread);
    expect(await harness.steps.send(item)).toMatchObject({ item, kind: 'neutral', delayMs: 1000 });
  });

  test('is called where that was confirmed and nothing of it was ever read or sent', async () => {
    failReads(500);
    const { item } = await harness.steps.send(harness.item({ ...unread, unclear: true }));
    expect(item.state).toBe('sent');
    expect(harness.received).toEqual(['GET', 'DELETE_DATA']);
  });

  test.each([[{ attempts: 1 }], [{ readAt: 1 }], [{ loginDigest: 'salt.digest' }]])(
    'is not called although that was confirmed, after %j',
    async (record) => {
      failReads(500);
      const result = await harness.steps.send(harness.item({ ...unread, unclear: true, ...record }));
      expect(result).toMatchObject({ kind: 'neutral', item: { state: 'waiting' } });
      expect(harness.received).toEqual(['GET']);
      expect(harness.changes).toEqual([]);
    },
  );

  test('is not called although that was confirmed, after a call of another deletion', async () => {
    harness.deps.sentRequests.add(harness.service.baseUrl, 'c-1');
    failReads(500);
    await harness.steps.send(harness.item({ ...unread, unclear: true }));
    expect(harness.received).toEqual(['GET']);
  });

  test('by an error of Assay frees the place of its request', async () => {
    harness.deps.client = () => {
      throw new TypeError('defect');
    };
    await expect(harness.steps.send(harness.item(unread))).rejects.toThrow('defect');
    const slot = await harness.deps.slots.acquire(() => true);
    expect(slot.isPermitted).toBe(true);
  });

  test('keeps the place of its request until the result was counted', async () => {
    failReads(500);
    const { slot } = await harness.steps.send(harness.item(unread));
    const next: string[] = [];
    const acquired = harness.deps.slots.acquire(() => true).then(() => next.push('next'));
    expect(next).toEqual([]);
    slot?.release();
    await acquired;
  });
});
