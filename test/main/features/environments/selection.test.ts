import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../../preload/contract/operations.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { startDeletion } from '../../../support/deletion-run.ts';
import { RecordingService, sendConversation } from '../../../support/recording-service.ts';

let composed: Composed;
let [here, there] = [] as unknown as [RecordingService, RecordingService];
let [hereId, thereId] = ['', ''];

beforeAll(async () => {
  composed = await startComposed();
});
afterAll(() => composed.close());
beforeEach(async () => {
  [here, there] = await Promise.all([RecordingService.start(), RecordingService.start()]);
  hereId = await composed.add('Here', here.baseUrl);
  thereId = await composed.add('There', there.baseUrl);
  await select(hereId);
});
afterEach(async () => {
  const { environments } = await composed.bridge.invoke('environments.list', {});
  for (const { id, builtIn } of environments) {
    if (!builtIn) {
      await composed.bridge.invoke('environments.delete', { environmentId: id });
    }
  }
  await Promise.all([here.close(), there.close()]);
});

const select = (environmentId: string) => composed.bridge.invoke('environments.select', { environmentId });
const switched = { view: { code: 'environment-switched' } };

test('every operation on a conversation is bound to the environment of its view', () => {
  for (const [name, { input, environmentBinding }] of Object.entries(operations)) {
    const members = 'shape' in input ? Object.keys(input.shape as object) : [];
    // They end what a view began, also after another environment was selected.
    const isLocal = ['conversations.leave', 'deletionRuns.discard', 'team.release'].includes(name);
    const subject = members.includes('conversationId') || members.includes('draftId');
    // Lists without a conversation, such as the cases or calls of an environment, may be bound as well.
    if (members.includes('environmentId') && subject) {
      expect(`${name}: ${environmentBinding !== 'none'}`).toBe(`${name}: ${!isLocal}`);
    }
  }
});

describe('an operation of a view from another environment than the selected one', () => {
  const one = () => ({ environmentId: hereId, conversationId: 'c-here' });
  test.each([
    ['conversations.open', () => composed.bridge.invoke('conversations.open', one())],
    ['conversations.databaseSources', () => composed.bridge.invoke('conversations.databaseSources', one())],
    ['media.list', () => composed.bridge.invoke('media.list', one())],
    ['media.open', () => composed.bridge.invoke('media.open', { ...one(), mediaId: 'm' })],
    ['media.save', () => composed.bridge.invoke('media.save', { ...one(), mediaId: 'm' })],
    ['deletionRuns.prepare', () => startDeletion(composed.bridge, one())],
  ])('%s is refused, and no request is sent', async (_name, call) => {
    await select(thereId);
    await expect(call()).rejects.toMatchObject(switched);
    expect([here.requests, there.requests]).toEqual([[], []]);
    const { recent } = await composed.bridge.invoke('conversations.recent', { environmentId: thereId });
    expect(recent).toEqual([]);
  });
});

test('a read in progress when the environment is switched is cancelled', async () => {
  here.answer = () => undefined;
  const reading = composed.bridge.invoke('conversations.open', {
    environmentId: hereId,
    conversationId: 'c-here',
  });
  const refused = expect(reading).rejects.toMatchObject(switched);
  await vi.waitUntil(() => here.requests.length === 1);
  // Another window switches.
  await composed.anotherWindow().invoke('environments.select', { environmentId: thereId });
  await refused;
  await vi.waitUntil(() => here.aborted.length === 1);
  expect(there.requests).toEqual([]);
});

test('a read is also cancelled when its environment is deleted', async () => {
  here.answer = () => undefined;
  const reading = composed.bridge.invoke('conversations.open', {
    environmentId: hereId,
    conversationId: 'c-here',
  });
  const refused = expect(reading).rejects.toMatchObject(switched);
  await vi.waitUntil(() => here.requests.length === 1);
  await composed.bridge.invoke('environments.delete', { environmentId: hereId });
  await refused;
});

test('a change that keeps the selection cancels nothing', async () => {
  const held: (() => void)[] = [];
  here.answer = (request, response) => held.push(() => sendConversation(response, request.conversationId));
  const reading = composed.bridge.invoke('conversations.open', {
    environmentId: hereId,
    conversationId: 'c-here',
  });
  await vi.waitUntil(() => held.length === 1);
  await composed.add('Another', there.baseUrl);
  for (const answer of held) {
    answer();
  }
  expect((await reading).conversation.id).toBe('c-here');
});

test('raw responses of the previous environment are dropped after a switch', async () => {
  const { readingId } = await composed.bridge.invoke('conversations.open', {
    environmentId: hereId,
    conversationId: 'c-here',
  });
  await select(thereId);
  await expect(
    composed.bridge.invoke('conversations.raw', { readingId, form: 'received', from: 0, count: 1 }),
  ).rejects.toMatchObject({ view: { code: 'reading-expired' } });
});
