import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../../../main/examine/rules.ts';
import { CallFailure } from '../../../../renderer/bridge/bridge-client.ts';
import { startReceiver } from '../../../receivers/behaviour.ts';
import { receiverKey } from '../../../receivers/start.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';

let composed: Composed;
let environmentId: string;
let keyId: string;

beforeAll(async () => {
  composed = await startComposed();
  environmentId = await composed.add('Receiver', 'http://127.0.0.1:9/');
  const saved = await composed.bridge.invoke('credentials.save', {
    kind: 'signing-key',
    environmentId,
    label: 'Receiver',
    key: receiverKey,
  });
  keyId = saved.signingKeys[0]?.id ?? '';
  await composed.bridge.invoke('environments.select', { environmentId });
});
afterAll(() => composed.close());

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallFailure);
      return (error as CallFailure).view;
    },
  );

describe('an exam in the console', () => {
  test('lists its rules before it begins', async () => {
    const listed = await composed.bridge.invoke('examine.rules', {});
    expect(listed.rules.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
  });

  test('tells each rule as it begins and ends, and returns the report', async () => {
    const url = await startReceiver({ maxBody: 100_000 });
    const begun: string[] = [];
    const ended: string[] = [];
    const report = await composed.bridge.invoke(
      'examine.run',
      { environmentId, url, keyId },
      {
        onProgress: ({ ruleId, examined }) => void (examined === undefined ? begun : ended).push(ruleId),
      },
    );
    expect(begun).toEqual(rules.map(({ id }) => id));
    expect(ended).toEqual(begun);
    expect(report.outcome).toBe('failed');
    expect(report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual(['size']);
    const saved = await composed.bridge.invoke('examine.save', { environmentId, as: 'html' });
    expect(saved).toMatchObject({
      kind: 'download',
      fileName: expect.stringMatching(/^receiver-exam-.*\.html$/),
    });
  });

  test('of the console’s own inbox passes every rule', { tags: 'long' }, async () => {
    const { bridge } = composed;
    const listener = await bridge.invoke('callbacks.start', {
      environmentId,
      settings: { answer: { kind: 'verify' } },
    });
    const report = await bridge.invoke('examine.run', { environmentId, url: listener.url ?? '', keyId });
    await bridge.invoke('callbacks.stop', { environmentId });
    const notPassed = report.rules.filter(({ verdict }) => verdict !== 'passed');
    expect(
      notPassed.map(({ id, reason }) => `${id}: ${reason}`).filter((text) => !text.includes('Too noisy')),
    ).toEqual([]);
    expect(report.outcome).toBe('passed');
  });

  test('can be ended, and its report so far be saved', async () => {
    const url = await startReceiver({});
    const controller = new AbortController();
    const report = await composed.bridge.invoke(
      'examine.run',
      { environmentId, url, keyId },
      {
        signal: controller.signal,
        onProgress: ({ ruleId }) => ruleId === 'order' && controller.abort(),
      },
    );
    expect(report.outcome).toBe('incomplete');
    expect(report.rules.at(-1)?.reason).toBe('The exam was ended.');
    expect(report.counts.passed).toBeGreaterThan(5);
    expect(await composed.bridge.invoke('examine.save', { environmentId, as: 'json' })).toMatchObject({
      fileName: expect.stringMatching(/^receiver-exam-.*\.json$/),
    });
  });

  test('is refused beside another one', async () => {
    const url = await startReceiver({});
    const first = composed.bridge.invoke('examine.run', { environmentId, url, keyId });
    const second = await failureOf(composed.bridge.invoke('examine.run', { environmentId, url, keyId }));
    expect(second).toMatchObject({ code: 'busy' });
    expect((await first).outcome).toBe('passed');
  });

  test('needs an address that is confirmed when it is public, with the address it was confirmed for', async () => {
    const url = 'http://192.0.2.7/callbacks';
    const run = (confirmedIp?: string) =>
      failureOf(
        composed.bridge.invoke('examine.run', {
          environmentId,
          url,
          keyId,
          ...(confirmedIp === undefined ? {} : { confirmedIp }),
        }),
      );
    expect(await run()).toMatchObject({
      code: 'invalid-input',
      details: { problem: 'public', ip: '192.0.2.7' },
    });
    expect(await run('192.0.2.8')).toMatchObject({ details: { problem: 'public', ip: '192.0.2.7' } });
  });

  test.each([
    ['nonsense', { code: 'invalid-input', details: { problem: 'not-an-address' } }],
    ['http://127.0.0.1:1/', { code: 'unreachable' }],
  ])('says why %s is not examined', async (url, failure) => {
    const ended = await failureOf(composed.bridge.invoke('examine.run', { environmentId, url, keyId }));
    expect(ended).toMatchObject(failure);
    expect(ended.message).toMatch(/^Nothing was examined/);
  });

  test('says that a key was removed, and that there is no report', async () => {
    const url = await startReceiver({});
    const ended = await failureOf(
      composed.bridge.invoke('examine.run', { environmentId, url, keyId: 'gone' }),
    );
    expect(ended).toMatchObject({ code: 'credentials-missing' });
    const other = await composed.add('Other', 'http://127.0.0.1:9/');
    const none = await failureOf(
      composed.bridge.invoke('examine.save', { environmentId: other, as: 'json' }),
    );
    expect(none).toMatchObject({ code: 'reading-expired' });
  });
});
