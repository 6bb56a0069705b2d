import type { Envelope } from '../../preload/contract/envelope.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { decodeFrame, encodeFrame } from '../../preload/contract/frames.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import { CallFailure } from '../../renderer/bridge/bridge-client.ts';
import type { AskedMedium } from '../support/media-service.ts';
import type { Replies } from './fake-bridge.ts';
import { type OpenedWindow, openWindow } from './window.tsx';

/** `sandbox`: with the sandbox's conversations. `media`: with those that `serveMedia` makes. */
type Main = 'sandbox' | 'media';

/** The operations that main itself answers: opening a conversation and looking at its files. */
const forwarded = [
  'application.downloadOutcome',
  'calls.get',
  'calls.list',
  'cases.get',
  'cases.revealed',
  'conversations.databaseSources',
  'conversations.open',
  'conversations.raw',
  'conversations.rawAt',
  'conversations.rawFilter',
  'conversations.rawFolds',
  'conversations.rawMarks',
  'conversations.rawSearch',
  'evidence.preview',
  'evidence.saveFiles',
  'evidence.savePack',
  'evidence.saveReport',
  'media.arrival',
  'media.checkContents',
  'media.close',
  'media.list',
  'media.open',
  'media.readMrz',
  'media.renew',
  'media.save',
  'receipts.of',
] as const satisfies readonly OperationName[];

/** As main answers a call that was cancelled; the browser's own error is another one. */
const cancelled = { code: 'cancelled', message: 'Cancelled.', retryable: true } as const;

/** The replies of main itself, which runs beside the tests: real conversations and files, of which nothing is typed by hand. */
function mainReplies(main: Main): Replies {
  return Object.fromEntries(
    forwarded.map((operation) => [
      operation,
      (input: never, { signal }: { signal: AbortSignal }) =>
        ask(main, operation, input, signal).catch((error) => {
          throw signal.aborted ? new CallFailure(cancelled) : error;
        }),
    ]),
  );
}

async function ask<N extends OperationName>(
  main: Main,
  operation: N,
  input: OperationInput<N>,
  signal?: AbortSignal,
): Promise<OperationOutput<N>> {
  const callId = crypto.randomUUID();
  const reply = await fetch(`/console/${main}/invoke`, {
    method: 'POST',
    body: encodeFrame({ kind: 'invoke', callId, operation, input }),
    ...(signal && { signal }),
  });
  if (!reply.ok) {
    throw new Error(await reply.text());
  }
  const { envelope } = decodeFrame(new Uint8Array(await reply.arrayBuffer())) as { envelope: Envelope };
  if (!envelope.ok) {
    throw new CallFailure(envelope.error);
  }
  return envelope.value as OperationOutput<N>;
}

async function selectedEnvironment(main: Main): Promise<EnvironmentView[]> {
  const { environments, selectedId } = await ask(main, 'environments.list', {});
  return environments.filter(({ id }) => id === selectedId);
}

/** The sandbox's conversation whose title begins like this. */
export async function sampleId(title: string): Promise<string> {
  const { samples } = await samplesOf();
  const found = samples.find((sample) => sample.title.startsWith(title));
  if (!found) {
    throw new Error(`No conversation of the sandbox begins with “${title}”`);
  }
  return found.id;
}

export async function samplesOf() {
  const [environment] = await selectedEnvironment('sandbox');
  return ask('sandbox', 'conversations.samples', { environmentId: environment?.id ?? '' });
}

/** Opens the window on a case of main, or on a view of it such as `files`. */
export async function openCase(
  main: Main,
  conversationId: string,
  { view = '', replies = {} }: { view?: string; replies?: Replies } = {},
): Promise<OpenedWindow> {
  return openWindow(
    { ...mainReplies(main), ...replies },
    {
      hash: `#/conversations/${conversationId}/${view}`,
      environments: await selectedEnvironment(main),
    },
  );
}

/** Makes a conversation with these files, and returns its id. */
export async function serveMedia(media: readonly AskedMedium[]): Promise<string> {
  const reply = await fetch('/console/media', { method: 'PUT', body: JSON.stringify(media) });
  if (!reply.ok) {
    throw new Error(await reply.text());
  }
  return reply.json();
}

/** Changes how a file is served from now on; null removes a member. */
export async function changeMedium(
  conversationId: string,
  changed: { id: string } & { [K in keyof AskedMedium]?: AskedMedium[K] | null },
): Promise<void> {
  await fetch(`/console/media/${conversationId}`, { method: 'PATCH', body: JSON.stringify(changed) });
}

/** The requests for the file of that id, as its service received them. */
export async function mediaRequests(mediaId: string): Promise<{ range: string }[]> {
  const all: { mediaId: string; range: string }[] = await (await fetch('/console/media')).json();
  return all.filter((one) => one.mediaId === mediaId);
}
