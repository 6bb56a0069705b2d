import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createDispatch } from '../../../../main/bridge/dispatch.ts';
import { createEventBus } from '../../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import type { FileToSave, Host } from '../../../../main/bridge/host.ts';
import { readBoundedFile } from '../../../../main/common/read-bounded-file.ts';
import { Redaction } from '../../../../main/common/redaction.ts';
import {
  type EnvironmentService,
  openEnvironments,
} from '../../../../main/features/environments/environments.ts';
import { environmentHandlers } from '../../../../main/features/environments/handlers.ts';
import type { Keychain } from '../../../../main/keychain/keychain.ts';
import { forkKeytar } from '../../../../main/keychain/keytar-child.ts';
import { KeytarProcess } from '../../../../main/keychain/keytar-process.ts';
import { createSystemKeychain } from '../../../../main/keychain/system-keychain.ts';
import { trustedAuthorities } from '../../../../main/service/transport/authorities.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { type EnvironmentSettings, environmentSettings } from '../../../../preload/contract/environments.ts';
import type { PushEvent } from '../../../../preload/contract/events.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../../preload/contract/operations.ts';

/** A window's operations through the real dispatch, and the events received. */
export interface EnvironmentHarness {
  environments: EnvironmentService;
  /** The secrets that are masked. */
  redaction: Redaction;
  events: PushEvent[];
  /** The files saved: name to text. */
  saved: ReadonlyMap<string, string>;
  /** Everything sent to the window, as text. */
  crossed(): string;
  ask<N extends OperationName>(operation: N, input: OperationInput<N>): Promise<OperationOutput<N>>;
  /** The failure of an operation that must fail. */
  fails<N extends OperationName>(operation: N, input: OperationInput<N>): Promise<FailureView>;
}

export const sandboxSecrets = {
  apiKey: { login: 'sandbox-login', password: 'sandbox-password' },
  signingKey: 'sandbox-signing-key',
};

/** Returns the path of a settings file in a folder of its own, which is removed after the test. */
export async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-environments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'environments.json');
}

export function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8');
}

/** The keychain of a system without a session for one. */
function absentKeychain(): Keychain {
  return createSystemKeychain({
    machine: { platform: process.platform, variables: {}, osRelease: 'ID=debian' },
    load: async () => new KeytarProcess(() => forkKeytar({})),
  });
}

/** A console's environments on a file, without a keychain unless one is given. */
export async function environmentPieces(
  file: string,
  keychain: Keychain = absentKeychain(),
  confirm?: Host['confirm'],
) {
  const eventBus = createEventBus();
  const redaction = new Redaction();
  const environments = await openEnvironments({
    file,
    keychain,
    redaction,
    sandbox: { settings: settings({ name: 'Sandbox', kind: 'sandbox' }), ...sandboxSecrets },
    now: () => new Date(),
    newId: randomUUID,
    onKeychain: (state) => eventBus.emit('keychain.changed', state),
  });
  const saved = new Map<string, string>();
  const host = {
    ...(confirm ? { confirm } : {}),
    saveFile: async ({ fileName, open }: FileToSave) => {
      const { body } = await open(new AbortController().signal);
      saved.set(fileName, await text(body));
      return { kind: 'saved' as const, path: `/somewhere/${fileName}`, bytes: 1 };
    },
  };
  return {
    eventBus,
    environments,
    redaction,
    saved,
    handlers: environmentHandlers({
      environments,
      host,
      publish: eventBus.emit,
      newId: randomUUID,
      checkAuthorities: async (path) =>
        void (await trustedAuthorities(path, (name) => readBoundedFile(name, 1_000_000))),
    }),
  };
}

/** The same, as a window uses it. */
export async function openEnvironmentHarness(
  file: string,
  keychain?: Keychain,
  confirm?: Host['confirm'],
): Promise<EnvironmentHarness> {
  const { eventBus, environments, redaction, saved, handlers } = await environmentPieces(
    file,
    keychain,
    confirm,
  );
  const events: PushEvent[] = [];
  eventBus.subscribe((event) => events.push(event));
  const client = createDispatch(handlers as Handlers, (_operation, error) => {
    throw error;
  }).client();
  const answers: unknown[] = [];
  const invoke = async (operation: string, input: unknown) => {
    const answer = await client.invoke({ callId: randomUUID(), operation, input, progress: () => undefined });
    answers.push(answer);
    return answer;
  };
  return {
    environments,
    redaction,
    events,
    saved,
    crossed: () => JSON.stringify([answers, events]),
    async ask(operation, input) {
      const answer = await invoke(operation, input);
      if (!answer.ok) {
        throw new Error(`${operation} failed: ${JSON.stringify(answer.error)}`);
      }
      return answer.value as OperationOutput<typeof operation>;
    },
    async fails(operation, input) {
      const answer = await invoke(operation, input);
      if (answer.ok) {
        throw new Error(`${operation} did not fail`);
      }
      return answer.error;
    },
  };
}

export function settings(some: Partial<EnvironmentSettings> = {}): EnvironmentSettings {
  return environmentSettings.parse({
    name: 'Acceptance',
    kind: 'test',
    baseUrl: 'https://test.example',
    ...some,
  });
}
