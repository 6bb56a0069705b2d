import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Watches } from '../../../../../main/features/cases/watching/watches.ts';
import type { ServiceClient } from '../../../../../main/service/port.ts';
import type { Verdict } from '../../../../../preload/contract/cases.ts';
import { clientFor } from '../../../service/support/client.ts';
import { newDataDir, OpenKeychain } from '../cases-harness.ts';
import { consoleAt, startService } from '../reading/reading-harness.ts';

const quick = { first: 20, max: 160 };

/** Watches over a service, with a list in memory as the index. */
function watchesOver(client: ServiceClient, ids: readonly string[], pauses = quick) {
  const cases = new Map(
    ids.map((id) => [id, { verdict: 'in-progress' as Verdict, watched: true, sinceDecided: false }]),
  );
  const statuses = new Map<string, string>();
  const onFinal = vi.fn();
  const onChanged = vi.fn();
  const onNotFound = vi.fn();
  const onPause = vi.fn();
  const log = vi.fn();
  const read: string[] = [];
  const watches = new Watches({
    services: { client: () => client },
    elapsed: () => performance.now(),
    onFinal,
    onChanged,
    onNotFound,
    onPause,
    log,
    pauses,
    cases: {
      request: (async () =>
        [...cases]
          .filter(([, { watched }]) => watched)
          .map(([conversationId, { verdict, sinceDecided }]) => ({
            environmentId: 'one',
            conversationId,
            verdict,
            sinceDecided,
          }))) as never,
      write: (async (_name: string, { conversationId }: { conversationId: string }) => {
        const known = cases.get(conversationId);
        if (known) {
          known.verdict = 'gone';
        }
      }) as never,
      record: async ({ conversation }, conversationId) => {
        read.push(conversationId);
        const known = cases.get(conversationId);
        const status = conversation.status ?? '';
        const changed = statuses.get(conversationId) !== status;
        statuses.set(conversationId, status);
        if (known && status === 'FINISHED') {
          known.verdict = 'clear';
        }
        return { isNew: false, changed };
      },
      act: async (_environmentId, selection) => {
        for (const id of 'ids' in selection ? selection.ids : []) {
          const known = cases.get(id);
          if (known) {
            known.watched = false;
          }
        }
        return { affected: 1 };
      },
    },
  });
  onTestFinished(() => watches.close());
  return { watches, cases, onFinal, onChanged, onNotFound, onPause, log, read };
}

describe('a watched case', () => {
  test('is read at growing intervals until it is final', async () => {
    const at: number[] = [];
    const service = await startService((id) => {
      at.push(performance.now());
      return [200, { id, status: at.length < 7 ? 'IN_PROGRESS' : 'FINISHED' }];
    });
    const { watches, cases, onFinal } = watchesOver(clientFor(service.url).client, ['case-1']);
    await watches.sync();
    await vi.waitFor(() => expect(cases.get('case-1')?.watched).toBe(false));
    expect(at).toHaveLength(7);
    const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    // The first response was a change, so the pause grows from the second one on. A busy machine can only make a pause longer.
    expect(pauses[5]).toBeGreaterThan(quick.max - 10);
    await vi.waitFor(() => expect(onFinal).toHaveBeenCalledExactlyOnceWith(1));
  });

  test('that the service deleted is final too', async () => {
    const service = await startService(() => [410, { status: 'GONE' }]);
    const { watches, cases } = watchesOver(clientFor(service.url).client, ['case-1']);
    await watches.sync();
    await vi.waitFor(() => expect(cases.get('case-1')).toMatchObject({ verdict: 'gone', watched: false }));
  });

  test('that the service does not know is watched no longer, and the history says why', async () => {
    const service = await startService(() => [404, { message: 'Not found' }]);
    const { watches, cases, onNotFound, onFinal } = watchesOver(clientFor(service.url).client, ['case-1']);
    await watches.sync();
    await vi.waitFor(() => expect(onNotFound).toHaveBeenCalledOnce());
    expect(cases.get('case-1')?.watched).toBe(false);
    expect(service.asked().get('case-1')).toBe(1);
    expect(onFinal).not.toHaveBeenCalled();
  });

  test.each([401, 402, 403])(
    'a refusal (%i), also with Retry-After, pauses the environment and says why',
    async (status) => {
      const service = await startService(() => [status, { message: 'Refused' }, { 'retry-after': '1' }]);
      const { client } = clientFor(service.url);
      const { watches, onPause } = watchesOver(client, ['case-1', 'case-2'], { first: 20, max: 60_000 });
      await watches.sync();
      await vi.waitFor(() => expect(onPause).toHaveBeenCalledWith('one'));
      expect(watches.notices('one')[0]).toMatch(/^Watched cases are not being read\. \S/);
      expect(watches.notices('another')).toEqual([]);
      watches.release('one');
      expect(watches.notices('one')).toEqual([]);
    },
  );

  test('is not read after its watch ended', async () => {
    const service = await startService((id) => [200, { id, status: 'IN_PROGRESS' }]);
    const { watches, cases } = watchesOver(clientFor(service.url).client, ['case-1', 'case-2']);
    await watches.sync();
    await vi.waitFor(() => expect(service.asked().get('case-1')).toBeGreaterThan(1));
    cases.delete('case-1');
    await watches.sync();
    const before = service.asked().get('case-1') ?? 0;
    const other = service.asked().get('case-2') ?? 0;
    await vi.waitFor(() => expect(service.asked().get('case-2')).toBeGreaterThan(other + 2));
    expect(service.asked().get('case-1')).toBeLessThanOrEqual(before + 1);
  });

  test('several cases that become final share one notification', async () => {
    const service = await startService((id, times) => [
      200,
      { id, status: times > 1 ? 'FINISHED' : 'CREATED' },
    ]);
    const ids = Array.from({ length: 12 }, (_, n) => `case-${n}`);
    const { watches, onFinal } = watchesOver(clientFor(service.url).client, ids);
    await watches.sync();
    await vi.waitFor(() => expect(onFinal).toHaveBeenCalled());
    expect(onFinal.mock.calls).toEqual([[12]]);
    expect(service.max()).toBeLessThanOrEqual(4);
  });

  test('is not read repeatedly with a refused key, but is read with another key', async () => {
    const times: number[] = [];
    let isRefused = true;
    const service = await startService((id) => {
      times.push(performance.now());
      return isRefused ? [401, ''] : [200, { id, status: 'FINISHED' }];
    });
    const { client } = clientFor(service.url);
    const { watches, cases } = watchesOver(client, ['case-1'], { first: 20, max: 60_000 });
    await watches.sync();
    await vi.waitFor(() => expect(times).toHaveLength(1));
    const refusedAt = times[0] ?? 0;
    // Many times the first pause.
    await vi.waitFor(() => expect(performance.now() - refusedAt).toBeGreaterThan(400), { interval: 20 });
    expect(times).toHaveLength(1);
    isRefused = false;
    watches.release('one');
    await vi.waitFor(() => expect(cases.get('case-1')?.watched).toBe(false));
  });

  test('waits while the network is down, at growing intervals', async () => {
    const service = await startService((id) => [200, { id, status: 'FINISHED' }]);
    let isAway = true;
    let asked = 0;
    const { client } = clientFor(service.url);
    const flaky: ServiceClient = {
      ...client,
      readConversation(id, options) {
        asked++;
        return isAway ? gone.readConversation(id, options) : client.readConversation(id, options);
      },
    };
    const { client: gone } = clientFor('http://127.0.0.1:9');
    const { watches, cases, log } = watchesOver(flaky, ['case-1', 'case-2', 'case-3']);
    await watches.sync();
    await vi.waitFor(() => expect(asked).toBeGreaterThan(8));
    expect(service.seen).toEqual([]);
    isAway = false;
    await vi.waitFor(() => expect([...cases.values()].every(({ watched }) => !watched)).toBe(true));
    expect(log).not.toHaveBeenCalled();
  });
});

test('a watched case that changes after it was decided is reported once', async () => {
  const service = await startService((id) => [200, { id, status: 'IN_PROGRESS' }]);
  const { watches, cases, onChanged, onFinal } = watchesOver(clientFor(service.url).client, ['case-1']);
  await watches.sync();
  const known = cases.get('case-1');
  if (known) {
    known.sinceDecided = true;
  }
  await watches.sync();
  await watches.sync();
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledWith(1));
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(onFinal).not.toHaveBeenCalled();
});

test('a watched case is read after a restart, and its change is marked', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const keychain = new OpenKeychain();
  let status = 'IN_PROGRESS';
  const service = await startService((id) => [200, { id, status }]);
  const first = await consoleAt(service.url, { dataDir, keychain });
  const { environmentId } = first;
  await first.read(['case-1']);
  await first.until('done');
  await first.bridge.invoke('cases.watch', { environmentId, selection: { ids: ['case-1'] }, watched: true });
  await first.close();
  status = 'FINISHED';
  const second = await consoleAt(service.url, { dataDir, keychain, environmentId });
  await vi.waitFor(async () => {
    const found = await second.bridge.invoke('cases.get', { environmentId, conversationId: 'case-1' });
    expect(found.case?.row).toMatchObject({ status: 'FINISHED', changed: true, watched: false });
    expect(found.case?.reads.map((read) => read.status)).toEqual(['FINISHED', 'IN_PROGRESS']);
  });
  expect(second.logged).toEqual([]);
});
