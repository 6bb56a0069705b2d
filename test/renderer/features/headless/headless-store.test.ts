import { afterEach, beforeEach, expect, test } from 'vitest';
import { fieldsLeftOut, headlessFields } from '../../../../preload/wording/headless-fields.ts';
import { draftOf } from '../../../../renderer/features/headless/draft.ts';
import { createHeadlessStore } from '../../../../renderer/features/headless/headless-store.ts';
import { transcriptText } from '../../../../renderer/features/headless/transcript-text.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { pngOf } from '../../../support/images.ts';

let composed: Composed;
let environmentId = '';
beforeEach(async () => {
  composed = await startComposed();
  environmentId = (await composed.bridge.invoke('environments.list', {})).selectedId ?? '';
});
afterEach(() => composed.close());

async function openFlow(strategy = 'sandbox:any') {
  const { conversation } = await composed.bridge.invoke('creation.create', {
    environmentId,
    request: { userKey: 'u1', strategy, returnUrl: 'https://shop.example/', query: { identity: {} } },
    again: true,
  });
  const id = conversation.id ?? '';
  const store = createHeadlessStore(composed.bridge);
  await store.getState().open(environmentId, id);
  await store.getState().read('203.0.113.7');
  return { store, id, state: () => store.getState() };
}

const file = (bytes: Uint8Array, name = 'front.png') => new File([new Uint8Array(bytes)], name);

test('entered values stay after a refused answer and go after an accepted one', async () => {
  const { state } = await openFlow();
  state().changeValue('email', 'nobody');
  await state().submit();
  expect(state()).toMatchObject({ outcome: 'refused', draft: { values: new Map([['email', 'nobody']]) } });
  expect([...state().draft.changed]).toEqual([]);
  state().changeValue('email', 'ada@specimen.example');
  await state().submit();
  expect(state()).toMatchObject({ outcome: 'accepted', draft: { values: new Map([['otp', '']]) } });
  await expect.poll(() => state().beside.changes).toEqual(['Conversation: Created → In progress']);
});

test('fields and JSON change the same answer, and invalid JSON is not sent', async () => {
  const { state } = await openFlow();
  state().changeValue('email', 'a@b.cd');
  state().changeForm('json');
  expect(JSON.parse(state().draft.json)).toEqual({ email: 'a@b.cd' });
  state().changeJson('{"email": 7');
  expect(state().draft.jsonFault).toContain('Not valid JSON');
  await state().submit();
  expect(state().view?.flow.steps).toEqual([]);
  state().changeJson('{"email": 98765432109876543210}');
  expect(state().draft.jsonFault).toContain('98765432109876543210 cannot be sent exactly');
  state().changeJson('{"email": "x@y.zz", "more": [1]}');
  state().changeForm('fields');
  expect(state().draft.values).toEqual(new Map([['email', 'x@y.zz']]));
});

test('a file is checked before it is added, and is removed when its step is accepted', async () => {
  const { state } = await openFlow('sandbox:headless-documents');
  state().changeValue('country', 'PL');
  await state().submit();
  state().changeValue('documentType', 'PASSPORT');
  await state().submit();
  const accept = ['image/png'];
  await state().addFile('front', file(Buffer.alloc(2000)), accept, 1000);
  expect(state().fileProblems.get('front')).toContain('it is 2.0 kB. The limit is 1.0 kB');
  await state().addFile('front', file(Buffer.from('%PDF-1.7 not an image')), accept, undefined);
  expect(state().fileProblems.get('front')).toContain('its content is application/pdf');
  expect(state().view?.files).toEqual([]);
  await state().addFile('front', file(pngOf(4, 4)), accept, undefined);
  expect(state().fileProblems.get('front')).toBeUndefined();
  await state().addFile('back', file(pngOf(5, 5), 'back.png'), accept, undefined);
  state().changeFileForm('data-url');
  await state().submit();
  expect(state()).toMatchObject({
    outcome: 'accepted',
    view: { page: { component: 'FACE/UPLOAD' }, files: [] },
  });
  expect(state().chosen.size).toBe(0);
});

test('ten thousand choices are all offered, and the rest are counted', () => {
  const countries = Array.from({ length: 10_004 }, (_, index) => `C${index}`);
  const names = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f${index}`, '']));
  const page = { component: 'COUNTRY/SELECT', next: 'n', args: { country: countries, ...names } };
  const [country] = headlessFields(page);
  expect(country).toMatchObject({ kind: 'choice', optionsLeftOut: 4 });
  expect(country?.options).toHaveLength(10_000);
  expect(fieldsLeftOut(page)).toBe(11);
});

test('a field can have any name, even one inherited from Object.prototype', () => {
  const page = { component: 'A/B', next: 'n', args: ['__proto__', 'constructor'] };
  const { values, json } = draftOf(page);
  expect([...values]).toEqual([
    ['__proto__', ''],
    ['constructor', ''],
  ]);
  expect(json).toBe('{\n  "__proto__": "",\n  "constructor": ""\n}');
  const store = createHeadlessStore(composed.bridge);
  store.setState({ draft: { ...draftOf(page), form: 'fields' } });
  store.getState().changeValue('__proto__', 'x');
  store.getState().changeForm('json');
  expect(store.getState().draft.json).toContain('"__proto__": "x"');
  store.getState().changeJson('{"__proto__": "y"}');
  store.getState().changeForm('fields');
  expect(store.getState().draft.values.get('__proto__')).toBe('y');
  expect(store.getState().fileProblems.get('constructor')).toBeUndefined();
});

test('leaving the environment drops the flow from the window', async () => {
  const { state } = await openFlow();
  state().changeValue('email', 'canary@specimen.example');
  state().leave();
  expect(JSON.stringify(state())).not.toContain('canary');
  expect(state()).toMatchObject({ view: undefined, conversationId: undefined });
});

test('the transcript is a text with requests, replies and errors, without submitted values', async () => {
  const { state, id } = await openFlow();
  state().changeValue('email', 'canary');
  await state().submit();
  const { view } = state();
  const text = view ? transcriptText(view, { name: 'Test', kind: 'test', baseUrl: 'http://x' }) : '';
  expect(text).toContain(`POST /api/conversations/${id}/headless/`);
  expect(text).toContain('error: email INVALID_FORMAT');
  expect(text).toContain('email: text of 6 characters');
  expect(text).not.toMatch(/canary|203\.0\.113/);
});
