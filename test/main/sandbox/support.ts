import { onTestFinished } from 'vitest';
import { type ControlledSandbox, startControlledSandbox } from '../../../main/sandbox/controlled.ts';
import type { SandboxOptions } from '../../../main/sandbox/sandbox.ts';
import { Client } from '../../conformance/client.ts';

export type TestSandbox = ControlledSandbox & {
  client: Client;
  idOf(title: string | RegExp): string;
};

/** A controlled sandbox with a client; closed when the test ends. */
export async function openSandbox(options: Omit<SandboxOptions, 'extend'> = {}): Promise<TestSandbox> {
  const sandbox = await startControlledSandbox(options);
  onTestFinished(() => sandbox.close());
  return usable(sandbox);
}

/** A sandbox as tests use it. */
export function usable(sandbox: ControlledSandbox): TestSandbox {
  const { baseUrl, tokenUrl, apiKey, controlUrl } = sandbox;
  return {
    ...sandbox,
    client: new Client({
      baseUrl,
      tokenUrl,
      apiKey,
      controlUrl,
      mediaType: 'application/vnd.service.v1.1+json',
    }),
    idOf(title) {
      const found = sandbox.conversations.find((one) =>
        typeof title === 'string' ? one.title === title : title.test(one.title),
      );
      if (found === undefined) {
        throw new Error(`No seeded conversation is called ${title}`);
      }
      return found.id;
    },
  };
}

/** A control command; GET without a body. */
export async function control(sandbox: ControlledSandbox, path: string, body?: unknown) {
  const response = await fetch(
    sandbox.controlUrl + path,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  const json: unknown = await response.json();
  return { status: response.status, json };
}
