import { type ControlledSandbox, startControlledSandbox } from '../../main/sandbox/controlled.ts';
import { createServices, type ServiceDirectory } from '../../main/service/services.ts';
import { systemDeps } from '../../main/service/system-deps.ts';
import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { environmentSettings } from '../../preload/contract/environments.ts';

/** The real client with a real sandbox that can be controlled from outside. */
export interface Service {
  sandbox: ControlledSandbox;
  services: ServiceDirectory;
  settings: EnvironmentSettings;
  /** The id of the seeded conversation whose title begins like this. */
  idOf(title: string): string;
  /** A command of the sandbox's control API. */
  control(path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export async function startService(change: Partial<EnvironmentSettings> = {}): Promise<Service> {
  const sandbox = await startControlledSandbox();
  const settings = environmentSettings.parse({
    name: 'Test',
    kind: 'test',
    baseUrl: sandbox.baseUrl,
    proxy: { mode: 'none' },
    ...change,
  });
  const services = createServices({
    settings: () => settings,
    apiKey: async () => sandbox.apiKey,
    system: systemDeps(async () => undefined),
  });
  return {
    sandbox,
    services,
    settings,
    idOf(title) {
      const found = sandbox.conversations.find((conversation) => conversation.title.startsWith(title));
      if (!found) {
        throw new Error(`No seeded conversation begins with “${title}”`);
      }
      return found.id;
    },
    control: (path, body) => command(sandbox.controlUrl, path, body),
    async close() {
      await services.close();
      await sandbox.close();
    },
  };
}

/** The real client on another service, such as one of a test's own. */
export function servicesOf(baseUrl: string): ServiceDirectory {
  const settings = environmentSettings.parse({
    name: 'Test',
    kind: 'test',
    baseUrl,
    proxy: { mode: 'none' },
  });
  return createServices({
    settings: () => settings,
    apiKey: async () => ({ login: 'login', password: 'password-1' }),
    system: systemDeps(async () => undefined),
  });
}

/** GET without a body, POST with one. */
export async function command(controlUrl: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${controlUrl}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}
