import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headlessResult, maxHeadlessFile } from '../../../../preload/contract/headless.ts';
import { pngOf } from '../../../support/images.ts';
import { failureOf } from '../../service/support/client.ts';
import { conversationOf, created, flowsOn, userIp, walk } from './support.ts';

const png = () => pngOf(4, 4);

test('a flow with choices and files is walked to its end, and the transcript has no value that was entered', async () => {
  const { service, target } = await conversationOf('sandbox:headless-documents');
  const { open, onDisk } = flowsOn(service.services, service.settings);
  const flows = open();
  const { read, answer, file } = walk(flows, target);
  const first = await read(userIp);
  expect(first.view).toMatchObject({
    userIp,
    flow: { state: 'waiting' },
    page: { component: 'COUNTRY/SELECT' },
  });
  await answer({ country: 'PL' });
  await answer({ documentType: 'PASSPORT' });
  const front = await file('front', png(), 'canary-front.png');
  const back = await file('back', png());
  const uploaded = await answer({}, { files: [...front, ...back] });
  expect(uploaded).toMatchObject({
    outcome: 'accepted',
    view: { page: { component: 'FACE/UPLOAD' }, files: [] },
  });
  expect(uploaded.view.exchanges.at(-1)?.sent[0]).toMatchObject({
    name: 'front',
    file: {
      fileName: '•••.png',
      type: 'image/png',
      bytes: png().length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  await answer({}, { files: await file('face', png()) });
  await answer({ phone: '+48600canary' });
  const phoned = await answer({ phone: '+48600700800' });
  expect(phoned.outcome).toBe('accepted');
  await answer({ otp: '123456' });
  expect((await answer({})).view.page?.component).toBe('PERSON/CONFIRM');
  expect(onDisk()).toContain(target.conversationId);
  const end = await answer({ consent: 'yes' });
  expect(end).toMatchObject({ outcome: 'accepted', view: { flow: { state: 'ended' } } });
  expect(end.view.flow.steps.map(({ outcome }) => outcome)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'accepted',
    'refused',
    'accepted',
    'accepted',
    'accepted',
    'accepted',
  ]);
  const transcript = JSON.stringify(end.view.exchanges);
  for (const value of ['600700800', '48600canary', '123456', userIp]) {
    expect(transcript).not.toContain(value);
    expect(onDisk()).not.toContain(value);
  }
  // An ended flow is nothing to come back to.
  expect(onDisk()).not.toContain(target.conversationId);
  expect(await flows.list('e1')).toEqual([]);
  expect(headlessResult.parse(end)).toEqual(end);
});

test('invalid fields leave the page as it is, with the errors of the service', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  const refused = await answer({ email: 'nobody' });
  expect(refused).toMatchObject({
    outcome: 'refused',
    view: { flow: { state: 'waiting' }, page: { errors: [{ field: 'email', code: 'INVALID_FORMAT' }] } },
  });
});

test('after an unknown outcome nothing is sent before the page was read, which shows that the flow has moved on', async () => {
  const { service, target } = await conversationOf();
  const { open, onDisk } = flowsOn(service.services, service.settings);
  const { read, answer } = walk(open(), target);
  await read(userIp);
  const path = `/api/conversations/${target.conversationId}/headless/*`;
  await service.control('/faults', {
    match: { method: 'POST', path },
    fault: { disconnectAfterBytes: 0 },
    times: 1,
  });
  const lost = await answer({ email: 'ada@specimen.example' });
  expect(lost).toMatchObject({
    outcome: 'unknown',
    failure: { code: 'outcome-unknown' },
    view: { flow: { state: 'unsettled' } },
  });
  expect(JSON.parse(onDisk()).runs[0].sent.at).toEqual(expect.any(Number));
  expect((await failureOf(answer({ email: 'ada@specimen.example' }))).code).toBe('step-outdated');
  const settled = await read();
  expect(settled).toMatchObject({ settled: 'moved-on', view: { page: { component: 'CONTACT/ENTER_OTP' } } });
  expect(settled.view.flow.steps.at(-1)?.outcome).toBe('accepted');
});

test('an answer that did not arrive shows the same step again, and can then be given once more', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  const path = `/api/conversations/${target.conversationId}/headless/*`;
  await service.control('/faults', {
    match: { method: 'POST', path },
    fault: { status: 504, html: true },
    times: 1,
  });
  expect((await answer({ email: 'ada@specimen.example' })).outcome).toBe('unknown');
  expect(await read()).toMatchObject({ settled: 'same-step', view: { flow: { state: 'waiting' } } });
  expect((await answer({ email: 'ada@specimen.example' })).outcome).toBe('accepted');
});

test('a refusal of the service is proved to have done nothing, and the same page can be answered', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  const path = `/api/conversations/${target.conversationId}/headless/*`;
  for (const [status, code] of [
    [400, 'bad-request'],
    [402, 'plan-exhausted'],
    [403, 'forbidden'],
    [401, 'credentials-rejected'],
    [429, 'rate-limited'],
  ] as const) {
    await service.control('/faults', { match: { method: 'POST', path }, fault: { status }, times: 1 });
    expect(await answer({ email: 'ada@specimen.example' })).toMatchObject({
      outcome: 'failed',
      failure: { code },
      view: { flow: { state: 'waiting' } },
    });
  }
  await service.control('/faults', { match: { method: 'POST', path }, fault: { status: 500 }, times: 1 });
  expect((await answer({ email: 'a@b.cd' })).outcome).toBe('unknown');
});

test.each([
  [404, 'NOT_FOUND', 'not-found'],
  [409, 'CONFLICT', undefined],
  [410, 'GONE', 'gone'],
])(
  '%i in the middle is no answer that was taken when the service says so, else its outcome is unknown',
  async (status, name, code) => {
    const { service, target } = await conversationOf();
    const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
    await read(userIp);
    const match = { method: 'POST', path: `/api/conversations/${target.conversationId}/headless/*` };
    const said = { status, body: { status: name, message: 'No', violations: [] } };
    const contentType = 'application/vnd.service.v1.1+json';
    await service.control('/faults', { match, fault: { ...said, contentType }, times: 1 });
    const refused = await answer({ email: 'a@b.cd' });
    expect(refused).toMatchObject({ outcome: 'failed', view: { flow: { state: 'waiting' } } });
    if (code !== undefined) {
      expect(refused.failure?.code).toBe(code);
    }
    await service.control('/faults', { match, fault: { status, html: true }, times: 1 });
    expect(await answer({ email: 'a@b.cd' })).toMatchObject({
      outcome: 'unknown',
      view: { flow: { state: 'unsettled' } },
    });
    expect(await read()).toMatchObject({ settled: 'same-step', view: { flow: { state: 'waiting' } } });
  },
);

test('a value that the service repeats in an error is not in the transcript', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  const path = `/api/conversations/${target.conversationId}/headless/*`;
  const body = { status: 'BAD_REQUEST', message: 'Not an address: canary@specimen.example', violations: [] };
  await service.control('/faults', {
    match: { method: 'POST', path },
    fault: { status: 400, body, contentType: 'application/vnd.service.v1.1+json' },
    times: 1,
  });
  const { view } = await answer({ email: 'canary@specimen.example' });
  expect(view.exchanges.at(-1)?.failure?.message).toContain('The service says: “•••”');
  expect(JSON.stringify(view.exchanges)).not.toContain('canary@');
});

test('two answers at once are one', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  const both = await Promise.allSettled([answer({ email: 'a@b.cd' }), answer({ email: 'a@b.cd' })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await read()).view.page?.component).toBe('CONTACT/ENTER_OTP');
});

test('a flow whose last answer has an unknown outcome is removed only when that is wanted', async () => {
  const { service, target } = await conversationOf();
  const flows = flowsOn(service.services, service.settings).open();
  const { read, answer } = walk(flows, target);
  await read(userIp);
  await service.control('/faults', {
    match: { method: 'POST', path: `/api/conversations/${target.conversationId}/headless/*` },
    fault: { disconnectAfterBytes: 0 },
    times: 1,
  });
  expect(await answer({ email: 'ada@specimen.example' })).toMatchObject({ outcome: 'unknown' });
  expect((await failureOf(flows.remove(target, false))).code).toBe('outcome-unknown');
  expect((await flows.view(target))?.flow.state).toBe('unsettled');
  await flows.remove(target, true);
  expect(await flows.view(target)).toBeUndefined();
});

test('a flow is not removed while its answer is sent, so that the same answer cannot be sent a second time', async () => {
  const { service, target } = await conversationOf();
  const { open, onDisk } = flowsOn(service.services, service.settings);
  const flows = open();
  const { read, answer } = walk(flows, target);
  await read(userIp);
  await service.control('/faults', {
    match: { method: 'POST', path: `/api/conversations/${target.conversationId}/headless/*` },
    fault: { delayMs: 1500 },
    times: 1,
  });
  const sent = answer({ email: 'ada@specimen.example' });
  await expect.poll(async () => (await flows.view(target))?.flow.state).toBe('sending');
  expect((await failureOf(flows.remove(target, true))).code).toBe('busy');
  // The environment or the case is deleted: nothing of the flow stays on disk, and a new one has to wait.
  await flows.forget(target.environmentId);
  expect(onDisk()).not.toContain(target.conversationId);
  expect((await failureOf(read(userIp))).code).toBe('busy');
  expect((await failureOf(answer({ email: 'ada@specimen.example' }))).code).toBe('step-outdated');
  expect((await sent).outcome).toBe('accepted');
  expect(await flows.view(target)).toBeUndefined();
  expect(onDisk()).not.toContain(target.conversationId);
  expect((await read(userIp)).view.page?.component).toBe('CONTACT/ENTER_OTP');
});

test('a restart goes back to where the flow was, without anything that was entered', async () => {
  const { service, target } = await conversationOf();
  const { open, onDisk } = flowsOn(service.services, service.settings);
  const before = walk(open(), target);
  await before.read(userIp);
  await before.answer({ email: 'canary@specimen.example' });
  expect(onDisk()).not.toContain('canary');

  const flows = open();
  expect(await flows.list('e1')).toMatchObject([
    { state: 'unread', steps: [{ component: 'CONTACT/ENTER_EMAIL' }] },
  ]);
  const { read, answer } = walk(flows, target);
  expect((await failureOf(read())).code).toBe('invalid-input');
  expect((await read(userIp)).view.page?.component).toBe('CONTACT/ENTER_OTP');
  expect((await answer({ otp: '123456' })).outcome).toBe('accepted');
});

test('a process that ended while an answer was on its way says so after the restart', async () => {
  const { service, target } = await conversationOf();
  const { open, path, folder } = flowsOn(service.services, service.settings);
  const { read, answer } = walk(open(), target);
  await read(userIp);
  const faultPath = `/api/conversations/${target.conversationId}/headless/*`;
  await service.control('/faults', {
    match: { method: 'POST', path: faultPath },
    fault: { delayMs: 1500 },
    times: 1,
  });
  const sent = answer({ email: 'ada@specimen.example' });
  const atTheCrash = join(folder, 'crash.json');
  await expect
    .poll(() => {
      copyFileSync(path, atTheCrash);
      return JSON.parse(readFileSync(atTheCrash, 'utf8')).runs[0].sent?.at;
    })
    .toEqual(expect.any(Number));
  const after = walk(open(atTheCrash), target);
  expect((await open(atTheCrash).view(target))?.flow).toMatchObject({
    state: 'unsettled',
    unsettledAt: expect.any(Number),
  });
  await sent;
  expect(await after.read(userIp)).toMatchObject({ settled: 'moved-on' });
});

test('production asks for the name of the environment before the first answer', async () => {
  const { service, target } = await conversationOf();
  const settings = { ...service.settings, kind: 'production' as const, name: 'Acme live' };
  const { read, answer } = walk(flowsOn(service.services, settings).open(), target);
  expect((await read(userIp)).view.confirmation).toBe('Acme live');
  expect((await failureOf(answer({ email: 'a@b.cd' }))).code).toBe('confirmation-mismatch');
  const first = await answer({ email: 'a@b.cd' }, { confirmation: 'Acme live' });
  expect(first.outcome).toBe('accepted');
  expect(first.view.confirmation).toBeUndefined();
  expect((await answer({ otp: '123456' })).outcome).toBe('accepted');
});

test('a conversation that expires in the middle ends the flow', async () => {
  const { service, target } = await conversationOf();
  const { read, answer } = walk(flowsOn(service.services, service.settings).open(), target);
  await read(userIp);
  await service.control(`/conversations/${target.conversationId}/expire`, {});
  expect(await answer({ email: 'a@b.cd' })).toMatchObject({
    outcome: 'failed',
    failure: { code: 'not-found' },
  });
  expect((await read()).view.flow.state).toBe('ended');
});

test('files are bounded, identified by their content, and dropped when the environment is left', async () => {
  const { service, target } = await conversationOf('sandbox:headless-documents');
  const flows = flowsOn(service.services, service.settings).open();
  await walk(flows, target).read(userIp);
  const add = (name: string, bytes: Uint8Array) => flows.addFile(target, name, 'file', bytes);
  expect((await failureOf(add('front', new Uint8Array(maxHeadlessFile + 1)))).code).toBe('limit-exceeded');
  expect((await failureOf(add('front', new Uint8Array()))).code).toBe('invalid-input');
  await add('a', new Uint8Array(maxHeadlessFile));
  await add('a', new Uint8Array(maxHeadlessFile));
  await add('b', new Uint8Array(maxHeadlessFile));
  expect((await failureOf(add('c', new Uint8Array(maxHeadlessFile)))).code).toBe('limit-exceeded');
  expect(await add('a', png())).toMatchObject({
    type: 'image/png',
    isShown: true,
    size: { width: expect.any(Number) },
  });
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  expect(await add('b', page)).toMatchObject({
    type: 'text/html',
    isShown: false,
    reason: expect.any(String),
  });
  await flows.dropFiles();
  expect((await flows.view(target))?.files).toEqual([]);
});

test('flows of two environments are apart, and forgetting one leaves the other', async () => {
  const { service, target } = await conversationOf();
  const flows = flowsOn(service.services, service.settings).open();
  const other = { ...(await created(service, 'sandbox:default')), environmentId: 'e2' };
  await walk(flows, target).read(userIp);
  await walk(flows, other).read(userIp);
  expect((await flows.list('e2')).map(({ conversationId }) => conversationId)).toEqual([
    other.conversationId,
  ]);
  await flows.forget('e2');
  expect(await flows.list('e2')).toEqual([]);
  expect(await flows.view(target)).toBeDefined();
});

test('a damaged file that was set aside is deleted when a conversation is forgotten: nothing can be removed from it', async () => {
  const { service } = await conversationOf();
  const { open, path } = flowsOn(service.services, service.settings);
  writeFileSync(path, '{"conversationId": "forgotten-1"');
  const flows = open();
  expect(await flows.list('e1')).toEqual([]);
  expect(existsSync(`${path}.damaged`)).toBe(true);
  await flows.forget('e1', ['forgotten-1']);
  expect(existsSync(`${path}.damaged`)).toBe(false);
});

test('a damaged file is set aside and reported', async () => {
  const { service, target } = await conversationOf();
  const { open, path, logged } = flowsOn(service.services, service.settings);
  writeFileSync(path, '{"version": 1, "runs": [{}]}');
  expect(await open().list('e1')).toEqual([]);
  expect(logged).toEqual([expect.stringContaining('damaged')]);
  await walk(open(), target).read(userIp);
});
