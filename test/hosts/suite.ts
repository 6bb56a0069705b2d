import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BridgeMessage } from '../../preload/contract/bridge.ts';
import { type Envelope, failureView } from '../../preload/contract/envelope.ts';
import type { CheckStep } from '../../preload/contract/environments.ts';
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '../../preload/contract/operations.ts';
import { maxWholeBody } from '../../preload/contract/signature-limits.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

/** The console as seen by the page of one host. */
export interface HostUnderTest {
  invoke(callId: string, operation: string, input: unknown): Promise<Envelope>;
  cancel(callId: string): void;
  subscribe(listener: (message: BridgeMessage) => void): () => void;
  /** A page's request for a media file. */
  fetchMedia(address: string, headers?: Record<string, string>): Promise<Response>;
  /** Closes the page with everything it was waiting for, and loads it again. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** The suite every host must pass: the interface does not know which host it runs in. */
export function hostSuite(name: string, start: () => Promise<HostUnderTest>): void {
  describe(name, () => {
    let host: HostUnderTest;
    let service: FakeService;
    let environmentId: string;
    let unsubscribe: () => void;
    const heard: BridgeMessage[] = [];

    const ask = (operation: string, input: unknown) => host.invoke(randomUUID(), operation, input);
    async function get<N extends OperationName>(
      operation: N,
      input: OperationInput<N>,
    ): Promise<OperationOutput<N>> {
      const envelope = await ask(operation, input);
      if (!envelope.ok) {
        throw new Error(`${operation}: ${envelope.error.code} ${envelope.error.message}`);
      }
      return envelope.value as OperationOutput<N>;
    }
    /** A conversation that is never answered: the call waits until it is cancelled. */
    function askSlowly() {
      const callId = randomUUID();
      const conversationId = `slow-${callId}`;
      const answer = host.invoke(callId, 'conversations.open', { environmentId, conversationId });
      return { callId, conversationId, answer };
    }
    const arrived = (id: string) => vi.waitUntil(() => service.waiting.includes(id));
    const givenUp = (id: string) => vi.waitUntil(() => service.givenUp.includes(id));

    beforeAll(async () => {
      service = await startFakeService();
      host = await start();
      unsubscribe = host.subscribe((message) => heard.push(message));
      await get('keychain.sessionOnly', { sessionOnly: true });
      const settings = {
        name: 'Counterpart',
        kind: 'test',
        baseUrl: service.baseUrl,
        proxy: { mode: 'none' },
      } as const;
      environmentId = (await get('environments.save', { settings })).id;
      await get('credentials.save', { kind: 'api-key', environmentId, login: 'login', password: 'password' });
      await get('environments.select', { environmentId });
    });
    afterAll(async () => {
      unsubscribe?.();
      await host?.close();
      await service?.close();
    });

    test('reports its capabilities as the contract defines them', async () => {
      const info = await get('application.info', {});
      expect(operations['application.info'].output.parse(info)).toEqual(info);
    });

    test.each([42, null, undefined, 'text', [], { environmentId: 7 }])(
      'refuses %j as the input of any operation, with the contract’s message',
      async (input) => {
        const refusing = Object.entries(operations).filter(
          ([, { input: shape }]) => !shape.safeParse(input).success,
        );
        expect(refusing.length).toBeGreaterThan(20);
        for (const [operation] of refusing) {
          const answer = await ask(operation, input);
          expect(answer, operation).toMatchObject({
            ok: false,
            error: { code: 'invalid-input', retryable: false },
          });
        }
      },
    );

    test.each(['conversations.burn', 'constructor', '__proto__', 'toString', 'application.info '])(
      'knows no operation “%s”',
      async (operation) => {
        expect(await ask(operation, {})).toMatchObject({ ok: false, error: { code: 'unknown-operation' } });
      },
    );

    test('delivers a complete response, including unknown members', async () => {
      const { conversation } = await get('conversations.open', { environmentId, conversationId: 'c 1/ü' });
      expect(conversation).toMatchObject({ id: 'c 1/ü', status: 'CREATED', unknown: 'ключ' });
    });

    test('delivers a failure with its code, message and request id, and nothing else', async () => {
      const answer = await ask('conversations.open', { environmentId, conversationId: 'missing' });
      if (answer.ok) {
        throw new Error('It should have failed.');
      }
      expect(answer.error).toMatchObject({
        code: 'not-found',
        retryable: false,
        requestId: 'request-missing',
      });
      expect(failureView.strict().parse(answer.error)).toEqual(answer.error);
    });

    test('cancels the network request of a cancelled call', async () => {
      const { callId, conversationId, answer } = askSlowly();
      await arrived(conversationId);
      expect(service.givenUp).not.toContain(conversationId);
      host.cancel(callId);
      expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
      await givenUp(conversationId);
    });

    test('cancels only that call', async () => {
      const [one, other] = [askSlowly(), askSlowly()];
      await Promise.all([arrived(one.conversationId), arrived(other.conversationId)]);
      host.cancel(one.callId);
      await one.answer;
      await givenUp(one.conversationId);
      expect(service.givenUp).not.toContain(other.conversationId);
      host.cancel(other.callId);
      expect(await other.answer).toMatchObject({ error: { code: 'cancelled' } });
    });

    test('ignores the cancellation of a finished or unknown call', async () => {
      host.cancel('never');
      expect(await host.invoke('again', 'application.info', {})).toMatchObject({ ok: true });
      host.cancel('again');
      expect(await host.invoke('again', 'application.info', {})).toMatchObject({ ok: true });
    });

    test('refuses a duplicate call id, and continues the first call', async () => {
      const { callId, conversationId, answer } = askSlowly();
      await arrived(conversationId);
      const second = await host.invoke(callId, 'application.info', {});
      expect(second).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
      host.cancel(callId);
      expect(await answer).toMatchObject({ error: { code: 'cancelled' } });
    });

    test('cancels everything a page was waiting for when it closes', async () => {
      const slow = [askSlowly(), askSlowly()];
      for (const { conversationId } of slow) {
        await arrived(conversationId);
      }
      unsubscribe();
      await host.reload();
      unsubscribe = host.subscribe((message) => heard.push(message));
      for (const { conversationId } of slow) {
        await givenUp(conversationId);
      }
      expect(await ask('application.info', {})).toMatchObject({ ok: true });
    });

    test('notifies every window of a change', async () => {
      const before = heard.length;
      const copy = await get('environments.duplicate', { environmentId });
      // Other events may come in between, such as those of the list of cases.
      const isChange = (message: BridgeMessage) =>
        message.kind === 'event' && message.name === 'environments.changed';
      await vi.waitUntil(() => heard.slice(before).some(isChange));
      expect(JSON.stringify(heard.slice(before).findLast(isChange))).toContain(copy.id);
    });

    test('reports all progress of a call in order', async () => {
      const sandbox = (await get('environments.list', {})).environments.find(({ builtIn }) => builtIn);
      await get('environments.select', { environmentId: sandbox?.id ?? '' });
      const callId = randomUUID();
      const order: CheckStep[] = [];
      const stop = host.subscribe((message) => {
        if (message.kind === 'progress' && message.callId === callId) {
          order.push(message.progress as CheckStep);
        }
      });
      const answer = await host.invoke(callId, 'connection.check', { environmentId: sandbox?.id });
      const steps = answer.ok ? (answer.value as OperationOutput<'connection.check'>).steps : [];
      expect(steps.length).toBeGreaterThan(2);
      // Electron responses on another channel than it sends events on, so the last step may arrive after the response.
      const ended = () => order.filter(({ state }) => state !== 'running');
      await vi.waitUntil(() => ended().length >= steps.length);
      stop();
      expect(ended()).toEqual(steps);
    });

    const keyed = (body: Uint8Array) => {
      const timestamp = String(Date.now());
      const signature = createHmac('sha256', 'the key').update(`${timestamp}:`).update(body).digest('hex');
      return { timestamp, signature, key: { kind: 'pasted', key: 'the key' } } as const;
    };

    test.each([0, 1, 256, 8 * 1024 * 1024])('delivers %d bytes unchanged', async (length) => {
      const body = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
      const verified = await get('signatures.verify', { ...keyed(body), body });
      expect(verified).toMatchObject({ signature: { verdict: 'match' }, bodyBytes: length });
      const other = new Uint8Array([...body.subarray(0, 1000), 1]);
      const refused = await get('signatures.verify', { ...keyed(body), body: other });
      expect(refused.signature.verdict).toBe('mismatch');
    });

    test('accepts bytes that are part of a larger buffer', async () => {
      const body = new TextEncoder().encode('before{"a":1}after').subarray(6, 13);
      const verified = await get('signatures.verify', { ...keyed(body), body });
      expect(verified).toMatchObject({ signature: { verdict: 'match' }, bodyBytes: 7 });
    });

    test('refuses what is too large, and continues', async () => {
      const text = 'x'.repeat(1_000_001);
      expect(await ask('application.copy', { text })).toMatchObject({ error: { code: 'invalid-input' } });
      const body = new Uint8Array(maxWholeBody + 1);
      const answer = await ask('signatures.verify', { ...keyed(new Uint8Array()), body });
      expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
      expect(await ask('application.info', {})).toMatchObject({ ok: true });
    });

    test('serves a file at its address, whole and in part, until it is released', async () => {
      const sandbox = (await get('environments.list', {})).environments.find(({ builtIn }) => builtIn);
      await get('environments.select', { environmentId: sandbox?.id ?? '' });
      const { samples } = await get('conversations.samples', { environmentId: sandbox?.id ?? '' });
      const conversationId = samples.find(({ title }) => title.startsWith('Everything'))?.id ?? '';
      const one = { environmentId: sandbox?.id ?? '', conversationId };
      const { media } = await get('media.list', one);
      const mediaId = media.find(({ contentType }) => contentType?.startsWith('image/'))?.id ?? '';
      const opened = await get('media.open', { ...one, mediaId });
      expect(opened.form).toBe('image');
      const { address = '' } = opened;
      const whole = await host.fetchMedia(address);
      expect(whole.status).toBe(200);
      expect(whole.headers.get('content-type')).toBe(opened.foundType);
      expect(whole.headers.get('cache-control')).toBe('no-store');
      const bytes = new Uint8Array(await whole.arrayBuffer());
      expect(bytes.length).toBeGreaterThan(100);
      const part = await host.fetchMedia(address, { range: 'bytes=10-19' });
      // The interface does not promise ranges, so the whole file is also valid.
      const read = new Uint8Array(await part.arrayBuffer());
      if (part.status === 206) {
        expect(read).toEqual(bytes.subarray(10, 20));
      } else {
        expect(read).toEqual(bytes);
      }
      await get('media.close', { address });
      expect((await host.fetchMedia(address)).status).toBe(404);
    });
  });
}
