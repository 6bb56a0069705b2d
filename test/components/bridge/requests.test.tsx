import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient, leaveEnvironment } from '../../../renderer/bridge/query-client.ts';
import {
  BridgeProvider,
  useBridgeAction,
  useBridgeProgress,
  useBridgeQuery,
} from '../../../renderer/bridge/use-bridge.tsx';
import {
  EnvironmentProvider,
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../../renderer/environments/use-environment.ts';
import { newEnvironment } from '../environments.ts';
import { type FakeBridge, failing, fakeBridge, type Replies } from '../fake-bridge.ts';

const announced: string[] = [];
const announce = (text: string) => {
  announced.push(text);
};

interface Opened {
  bridge: FakeBridge;
  queries: QueryClient;
  root: Root;
}

/** Shows a component on a bridge with these replies. */
function show(replies: Replies, component: React.ReactNode): Opened {
  const bridge = fakeBridge(replies);
  const queries = createQueryClient(bridge);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const root = createRoot(place);
  root.render(
    <BridgeProvider bridge={bridge} queries={queries} announce={announce}>
      {component}
    </BridgeProvider>,
  );
  onTestFinished(() => root.unmount());
  return { bridge, queries, root };
}

const held = ({ queries }: Opened) => [
  ...queries.getQueryCache().getAll(),
  ...queries.getMutationCache().getAll(),
];
const curlOf = (id: number) => ({ command: `curl ${id}` });
const text = (shown: string) => expect.element(page.getByText(shown, { exact: true }));

/** Asks for the command of the call that is chosen. */
function Query({ environmentId = 'one', keep = false }: { environmentId?: string; keep?: boolean }) {
  const [id, setId] = useState(1);
  const { data, failure, busy, stop } = useBridgeQuery(
    'calls.curl',
    { environmentId, id, shell: 'bash' },
    { keep },
  );
  return (
    <>
      <p>{data?.command ?? failure?.code ?? 'nothing'}</p>
      <p>{busy ? 'busy' : 'idle'}</p>
      <button type="button" onClick={() => setId(id + 1)}>
        Next
      </button>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </>
  );
}

test('only the reply to the latest input is shown; the request before is cancelled', async () => {
  const first = Promise.withResolvers<void>();
  let cancelled = false;
  const opened = show(
    {
      async 'calls.curl'({ id }, { signal }) {
        if (id === 1) {
          signal.addEventListener('abort', () => {
            cancelled = true;
          });
          await first.promise;
        }
        return curlOf(id);
      },
    },
    <Query />,
  );
  await text('busy').toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await text('curl 2').toBeVisible();
  await expect.poll(() => cancelled).toBe(true);
  first.resolve();
  await expect.poll(() => held(opened)).toHaveLength(1);
  await text('curl 2').toBeVisible();
});

test('a request that is stopped ends as cancelled, and a failure is not tried again', async () => {
  const { bridge } = show({ 'calls.curl': () => new Promise(() => undefined) }, <Query />);
  await text('busy').toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await text('cancelled').toBeVisible();
  await text('idle').toBeVisible();
  bridge.answer({ 'calls.curl': failing({ code: 'reading-expired' }) });
  await page.getByRole('button', { name: 'Next' }).click();
  await text('reading-expired').toBeVisible();
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  expect(bridge.inputs('calls.curl')).toHaveLength(2);
});

test('a defect ends a request as a failure, and is reported', async () => {
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => report.mockRestore());
  const defect = new Error('defect');
  const replies: Replies = {
    'calls.curl': () => {
      throw defect;
    },
  };
  show(replies, <Command onRun={() => undefined} />);
  await page.getByRole('button', { name: 'Run' }).click();
  await text('internal').toBeVisible();
  expect(report).toHaveBeenCalledWith(defect);
  show(replies, <Query />);
  await text('internal').toBeVisible();
  await text('idle').toBeVisible();
  expect(report).toHaveBeenCalledTimes(2);
});

test('a reply leaves the cache when its view closes, and one that is kept when its environment is left', async () => {
  const opened = show({ 'calls.curl': ({ id }) => curlOf(id) }, <Query />);
  await text('curl 1').toBeVisible();
  opened.root.render(<p>closed</p>);
  await expect.poll(() => held(opened)).toEqual([]);

  const kept = show({ 'calls.curl': ({ id }) => curlOf(id) }, <Query keep />);
  await text('curl 1').toBeVisible();
  kept.root.render(<p>closed</p>);
  await text('closed').toBeVisible();
  expect(held(kept)).toHaveLength(1);
  leaveEnvironment(kept.queries, 'another');
  expect(held(kept)).toHaveLength(1);
  leaveEnvironment(kept.queries, 'one');
  expect(held(kept)).toEqual([]);
});

function List() {
  const { data } = useBridgeQuery('calls.list', { environmentId: 'one', after: 0 });
  return <p>revision {data?.revision}</p>;
}

test('a change during a read is read after it, and a change elsewhere is not', async () => {
  let revision = 1;
  let answer = Promise.withResolvers<void>();
  const { bridge } = show(
    {
      async 'calls.list'() {
        const read = revision;
        await answer.promise;
        return { calls: [], more: false, revision: read, ids: [] };
      },
    },
    <List />,
  );
  await expect.poll(() => bridge.inputs('calls.list')).toHaveLength(1);
  revision = 2;
  bridge.send('calls.changed', { environmentIds: ['one'] });
  bridge.send('calls.changed', { environmentIds: ['one'] });
  const first = answer;
  answer = Promise.withResolvers();
  answer.resolve();
  first.resolve();
  await text('revision 2').toBeVisible();
  bridge.send('calls.changed', { environmentIds: ['another'] });
  bridge.send('calls.changed', { environmentIds: ['one'] });
  await expect.poll(() => bridge.inputs('calls.list')).toHaveLength(3);
});

function Command({ onRun }: { onRun(output: unknown): void }) {
  const { run, busy, data, failure, stop } = useBridgeAction(
    'calls.curl',
    { environmentId: 'one', shell: 'bash' },
    { keep: true },
  );
  return (
    <>
      <p>{busy ? 'busy' : (data?.command ?? failure?.code ?? 'nothing')}</p>
      <button type="button" onClick={async () => onRun(await run({ id: 7 }, 'Copied'))}>
        Run
      </button>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </>
  );
}

test('an action says its outcome, also in a view that is opened later', async () => {
  const outputs: unknown[] = [];
  const answer = Promise.withResolvers<void>();
  announced.length = 0;
  const command = <Command onRun={(output) => outputs.push(output)} />;
  const opened = show(
    {
      async 'calls.curl'({ id }) {
        await answer.promise;
        return curlOf(id);
      },
    },
    command,
  );
  await page.getByRole('button', { name: 'Run' }).click();
  await text('busy').toBeVisible();
  opened.root.render(<p>closed</p>);
  await text('closed').toBeVisible();
  answer.resolve();
  await expect.poll(() => outputs).toEqual([curlOf(7)]);
  opened.root.render(
    <BridgeProvider bridge={opened.bridge} queries={opened.queries} announce={announce}>
      {command}
    </BridgeProvider>,
  );
  await text('curl 7').toBeVisible();
  opened.bridge.answer({ 'calls.curl': failing({ code: 'reading-expired' }) });
  await page.getByRole('button', { name: 'Run' }).click();
  await text('reading-expired').toBeVisible();
  expect(outputs).toEqual([curlOf(7), undefined]);
  expect(announced).toEqual(['Copied']);
  expect(held(opened)).toHaveLength(1);
});

test('an action can be stopped; one whose environment was left has no outcome', async () => {
  const outputs: unknown[] = [];
  const answer = Promise.withResolvers<void>();
  const opened = show(
    { 'calls.curl': () => new Promise(() => undefined) },
    <Command onRun={(output) => outputs.push(output)} />,
  );
  await page.getByRole('button', { name: 'Run' }).click();
  await text('busy').toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await text('cancelled').toBeVisible();
  opened.bridge.answer({ 'calls.curl': () => answer.promise.then(() => curlOf(7)) });
  await page.getByRole('button', { name: 'Run' }).click();
  await text('busy').toBeVisible();
  leaveEnvironment(opened.queries, 'one');
  await text('nothing').toBeVisible();
  answer.resolve();
  await expect.poll(() => outputs).toEqual([undefined, undefined]);
  await text('nothing').toBeVisible();
});

const stepOf = (message: string) => ({ step: 'tcp', state: 'running', message }) as const;

function Check({ shares = false }: { shares?: boolean }) {
  const { run, reset, reports, progress, data, busy } = useBridgeAction(
    'connection.check',
    { environmentId: 'one' },
    { latestOnly: true },
  );
  const state = busy ? 'busy' : (data?.steps[0]?.message ?? 'nothing');
  return shares ? (
    <p>
      {state}, {reports.length} reports, then {progress?.message}
    </p>
  ) : (
    <>
      <button type="button" onClick={() => void run()}>
        Run
      </button>
      <button type="button" onClick={reset}>
        Reset
      </button>
    </>
  );
}

test('the reports of an action are shared; with latestOnly, a new run or a reset cancels the one before', async () => {
  const signals: AbortSignal[] = [];
  const answers: ((answer: { passed: boolean; steps: [ReturnType<typeof stepOf>] }) => void)[] = [];
  show(
    {
      'connection.check'(_input, { signal, progress }) {
        signals.push(signal);
        progress(stepOf(`first of ${signals.length}`));
        progress(stepOf(`last of ${signals.length}`));
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    <>
      <Check />
      <Check shares />
    </>,
  );
  const run = page.getByRole('button', { name: 'Run' });
  await run.click();
  await text('busy, 2 reports, then last of 1').toBeVisible();
  await run.click();
  await text('busy, 2 reports, then last of 2').toBeVisible();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers[0]?.({ passed: true, steps: [stepOf('first reply')] });
  answers[1]?.({ passed: true, steps: [stepOf('second reply')] });
  await text('second reply, 2 reports, then last of 2').toBeVisible();
  await run.click();
  await text('busy, 2 reports, then last of 3').toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await text('nothing, 0 reports, then').toBeVisible();
  await expect.poll(() => signals[2]?.aborted).toBe(true);
});

const conversation = { environmentId: 'one', conversationId: 'test-conversation-1' };

function Opening() {
  const { busy } = useBridgeQuery('conversations.open', conversation);
  return <p>{busy ? 'busy' : 'idle'}</p>;
}

function Attempt() {
  return <p>attempt {useBridgeProgress('conversations.open', conversation)?.attempt}</p>;
}

test('the progress of a read is shown by another component than the one that reads', async () => {
  const opened = show(
    {
      'conversations.open'(_input, { progress }) {
        progress({ attempt: 2, attempts: 3, limitMs: 1000 });
        return new Promise(() => undefined);
      },
    },
    <>
      <Opening />
      <Attempt />
    </>,
  );
  await text('attempt 2').toBeVisible();
  opened.root.render(<p>closed</p>);
  await expect.poll(() => held(opened)).toEqual([]);
});

/** Shows the listener of the environment around it, and empties its log. */
function Inside() {
  const { settings } = useEnvironment();
  const listener = useEnvironmentQuery('callbacks.listener', {});
  const clearing = useEnvironmentAction('calls.clear');
  return (
    <button type="button" onClick={() => void clearing.run()}>
      {settings.name}: {listener.data?.url ?? 'off'}
    </button>
  );
}

test('a component asks in the environment that is shown around it, by keys that begin with it', async () => {
  const inside = (id: string, name: string) => (
    <EnvironmentProvider value={newEnvironment(id, { name })}>
      <Inside />
    </EnvironmentProvider>
  );
  const opened = show(
    {
      'callbacks.listener': ({ environmentId }) => ({
        environmentId,
        url: `http://127.0.0.1/${environmentId}`,
        answer: { kind: 'verify' },
        received: 0,
        refused: 0,
      }),
      'calls.clear': () => ({}),
    },
    <>
      {inside('one', 'Here')}
      {inside('two', 'There')}
    </>,
  );
  await text('Here: http://127.0.0.1/one').toBeVisible();
  await text('There: http://127.0.0.1/two').toBeVisible();
  await page.getByRole('button', { name: /^There/ }).click();
  expect(opened.bridge.inputs('calls.clear')).toEqual([{ environmentId: 'two' }]);
  leaveEnvironment(opened.queries, 'one');
  expect(
    opened.queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]),
  ).toEqual(['two']);
});

/** Saves a file, without what is secret. */
function Save() {
  const { run } = useBridgeAction('journal.export', { format: 'csv' }, { saves: ', without secrets' });
  return (
    <button type="button" onClick={() => void run()}>
      Save
    </button>
  );
}

test('an action that saves a file announces its place, and nothing where it was not saved', async () => {
  announced.length = 0;
  const { bridge } = show({ 'journal.export': () => ({ kind: 'cancelled' }) }, <Save />);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => bridge.inputs('journal.export')).toHaveLength(1);
  bridge.answer({ 'journal.export': () => ({ kind: 'saved', path: '/tmp/journal.csv', bytes: 1 }) });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => announced).toEqual(['Saved as /tmp/journal.csv, without secrets']);
  // In a browser the host has no dialog: the file comes from an address.
  const addresses: string[] = [];
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    addresses.push(this.pathname);
  });
  const download = { kind: 'download', address: '/download/1', fileName: 'journal.csv' } as const;
  bridge.answer({ 'journal.export': () => download });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => announced.at(-1)).toBe('Downloaded as journal.csv, without secrets');
  clicks.mockRestore();
  expect(addresses).toEqual(['/download/1']);
});
