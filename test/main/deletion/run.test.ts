import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletionHandlers } from '../../../main/deletion/handlers.ts';
import type { DeletionStep } from '../../../preload/contract/deletion.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const environmentId = 'test';
function handlers(kind: 'test' | 'production' = 'test') {
  return deletionHandlers({
    services: service.services,
    settings: () => ({ ...service.settings, name: 'Acme', kind }),
    now: Date.now,
    // The pauses are the product's; a test need not sit them out.
    pause: (ms, signal) => after(Math.min(ms, 20), undefined, { signal }).catch(() => undefined),
  });
}

async function run(title: string, mode: 'EXPIRE' | 'DELETE_DATA', signal = new AbortController().signal) {
  const steps: DeletionStep[] = [];
  const outcome = await handlers()['deletion.run'](
    { environmentId, conversationId: service.idOf(title), mode },
    { signal, closed: new AbortController().signal, progress: (step) => steps.push(step) },
  );
  return { outcome, steps };
}

async function forecast(title: string, mode: 'EXPIRE' | 'DELETE_DATA', kind: 'test' | 'production' = 'test') {
  return handlers(kind)['deletion.forecast'](
    { environmentId, conversationId: service.idOf(title), mode },
    { signal: new AbortController().signal, closed: new AbortController().signal, progress: () => undefined },
  );
}

describe('what a fresh read says beforehand', () => {
  test('an active conversation will be expired', async () => {
    const said = await forecast('In progress: may be expired', 'EXPIRE');
    expect(said).toMatchObject({ expectation: 'accepted', status: 'IN_PROGRESS', subscriptionActive: false });
    expect(said.requestId).toBeTruthy();
    expect(said.confirmation).toBeUndefined();
  });

  test.each([
    ['Finished: identity confirmed', 'EXPIRE', 'ConversationAlreadyFinished', 'delete its data instead'],
    ['In progress: may be expired', 'DELETE_DATA', 'ConversationNotYetFinished', 'Expire it'],
    ['On a PEP list, monitoring on', 'DELETE_DATA', 'ActiveSubscriptionExists', 'End the AML subscription'],
  ] as const)('%s, %s: refused with %s, and the way out is said', async (title, mode, detail, way) => {
    const said = await forecast(title, mode);
    expect(said).toMatchObject({ expectation: 'refused', statusDetail: detail });
    expect(said.sentences.join(' ')).toContain(way);
  });

  test('production asks for its name', async () => {
    expect((await forecast('In progress: may be expired', 'EXPIRE', 'production')).confirmation).toBe('Acme');
  });
});

describe('a deletion', () => {
  test('in production is not sent without the name typed', async () => {
    const conversationId = service.idOf('In progress: may be expired');
    const context = {
      signal: new AbortController().signal,
      closed: new AbortController().signal,
      progress: () => undefined,
    };
    const input = { environmentId, conversationId, mode: 'EXPIRE' as const };
    for (const confirmation of [undefined, '', 'acme', 'Acme ']) {
      await expect(async () =>
        handlers('production')['deletion.run'](
          { ...input, ...(confirmation === undefined ? {} : { confirmation }) },
          context,
        ),
      ).rejects.toMatchObject({ code: 'confirmation-mismatch' });
    }
    const { value } = await service.services.client(environmentId).readConversation(conversationId);
    expect(value.status).toBe('IN_PROGRESS');
  });

  test('EXPIRE is done when the status is read back as EXPIRED', async () => {
    const { outcome, steps } = await run('Headless, not yet begun', 'EXPIRE');
    expect(outcome).toMatchObject({ outcome: 'done', requestId: expect.any(String) });
    expect(steps.map((step) => step.step)).toEqual(['asking', 'accepted', 'reading', 'seen']);
  });

  test('DELETE_DATA is done when the data is no longer given', async () => {
    const { outcome } = await run('On a sanctions list, monitoring ended', 'DELETE_DATA');
    expect(outcome.outcome).toBe('done');
  });

  test.each([
    ['Finished: identity confirmed', 'EXPIRE', 'ConversationAlreadyFinished'],
    ['In progress: may be expired', 'DELETE_DATA', 'ConversationNotYetFinished'],
    ['On a PEP list, monitoring on', 'DELETE_DATA', 'ActiveSubscriptionExists'],
  ] as const)('%s, %s is refused with %s and its way out', async (title, mode, detail) => {
    const { outcome } = await run(title, mode);
    expect(outcome).toMatchObject({
      outcome: 'refused',
      statusDetail: detail,
      failure: { code: 'conflict' },
    });
    expect(outcome.hint).toBeTruthy();
    expect(outcome.requestId).toBeTruthy();
  });

  test('accepted but not to be seen is never called done', async () => {
    const id = service.idOf('Headless, half-way');
    // The service says 202 and does nothing, as in the field notes.
    await service.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: { status: 202, body: '' },
      times: 1,
    });
    const { outcome, steps } = await run('Headless, half-way', 'EXPIRE');
    expect(outcome.outcome).toBe('accepted-not-seen');
    expect(steps.filter((step) => step.step === 'reading').length).toBeGreaterThan(5);
  });

  test('whose connection breaks after it was done is settled by reading, not by asking again', async () => {
    const id = service.idOf('Created: the user has not come yet');
    await service.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: { disconnectAfterBytes: 0 },
      times: 1,
    });
    const { outcome, steps } = await run('Created: the user has not come yet', 'EXPIRE');
    expect(outcome.outcome).toBe('done');
    expect(outcome.failure?.code).toBe('outcome-unknown');
    expect(steps.map((step) => step.step)).toContain('unknown');
    expect(steps.filter((step) => step.step === 'asking')).toHaveLength(1);
  });

  test('whose watching is stopped says that it was accepted', async () => {
    const id = service.idOf('Headless, half-way');
    await service.control('/faults', {
      match: { method: 'DELETE', path: `/api/conversations/${id}` },
      fault: { status: 202, body: '' },
      times: 1,
    });
    const stop = new AbortController();
    const outcome = await handlers()['deletion.run'](
      { environmentId, conversationId: id, mode: 'EXPIRE' },
      {
        signal: stop.signal,
        closed: stop.signal,
        progress: (step) => step.step === 'reading' && stop.abort(),
      },
    );
    expect(outcome.outcome).toBe('accepted-not-seen');
  });

  test('stopped before it was sent sends nothing', async () => {
    const id = service.idOf('Headless, half-way');
    const stop = new AbortController();
    stop.abort();
    await expect(
      handlers()['deletion.run'](
        { environmentId, conversationId: id, mode: 'EXPIRE' },
        { signal: stop.signal, closed: stop.signal, progress: () => undefined },
      ),
    ).rejects.toBeDefined();
    const { value } = await service.services.client(environmentId).readConversation(id);
    expect(value.status).not.toBe('EXPIRED');
  });

  test('of a conversation that is gone fails with 410’s own words, and nothing is asked', async () => {
    await expect(run('Gone by retention', 'DELETE_DATA')).rejects.toMatchObject({ code: 'gone' });
  });
});
