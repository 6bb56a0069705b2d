import { expect, test } from 'vitest';
import { findingText } from '../../../../preload/wording/cases.ts';
import { summaryOf } from '../../../../renderer/features/conversations/case-record.tsx';
import { consoleAt, startService } from './reading/reading-harness.ts';

const clear = { identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Anna' } } } } };

test('a response about another conversation is the first finding, and nothing is recorded under the id asked for', async () => {
  const service = await startService(() => [200, { id: 'another', status: 'FINISHED', result: clear }]);
  const { bridge, environmentId, known } = await consoleAt(service.url);
  const target = { environmentId, conversationId: 'asked' };
  const opened = await bridge.invoke('conversations.open', target);
  const { verdict, findings, isOther } = summaryOf(opened, 'unread', { conversationId: 'asked' });
  expect({ verdict, isOther }).toEqual({ verdict: 'review', isOther: true });
  expect(findings.map(findingText)[0]).toBe('The response is about another conversation');
  const { recent } = await bridge.invoke('conversations.recent', { environmentId });
  expect([recent, await known()]).toEqual([[], 0]);
  const report = { ...target, unmasked: false, mediaIds: [], pictures: [] };
  await expect(bridge.invoke('evidence.preview', report)).rejects.toMatchObject({
    view: { code: 'reply-wrong-type' },
  });
});

test('a run of readings and a watch record nothing of another conversation', async () => {
  let replied = 'IN_PROGRESS';
  let id: string | undefined;
  const service = await startService((asked) => [200, { id: id ?? asked, status: replied }]);
  const { bridge, environmentId, read, until, verdictOf } = await consoleAt(service.url);
  await read(['case-1']);
  await until('done');
  await bridge.invoke('cases.watch', { environmentId, selection: { ids: ['case-1'] }, watched: true });
  id = 'another';
  replied = 'FINISHED';
  await read(['case-1', 'case-2']);
  await until('done');
  const failed = await bridge.invoke('reading.failed', { environmentId, from: 0, count: 10 });
  expect(failed.failed.map(({ code }) => code)).toEqual(['reply-wrong-type', 'reply-wrong-type']);
  expect(await verdictOf('case-1')).toBe('in-progress');
});

test('an id in other letters is the same conversation', async () => {
  const service = await startService(() => [200, { id: 'AB-12', status: 'FINISHED', result: clear }]);
  const { bridge, environmentId, known } = await consoleAt(service.url);
  const opened = await bridge.invoke('conversations.open', { environmentId, conversationId: 'ab-12' });
  expect(summaryOf(opened, 'unread', { conversationId: 'ab-12' }).verdict).toBe('clear');
  await bridge.invoke('conversations.recent', { environmentId });
  expect(await known()).toBe(1);
});
