import { onTestFinished } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import type { ApiKey } from '../../../../main/service/authentication/credentials.ts';
import type { ServiceClient } from '../../../../main/service/port.ts';
import { createServices, type ServicesDeps } from '../../../../main/service/services.ts';
import { type SystemDeps, systemDeps } from '../../../../main/service/system-deps.ts';
import type { CallRecorder } from '../../../../main/service/transport/call-recorder.ts';
import { type ConnectionSecrets, noConnectionSecrets } from '../../../../main/service/transport/transport.ts';
import { type EnvironmentSettings, environmentSettings } from '../../../../preload/contract/environments.ts';

export const login = 'console-login';
export const password = 'pässword:with/odd+chars';
export const apiKey: ApiKey = { login, password };

type Given = Partial<Omit<EnvironmentSettings, 'baseUrl'>>;

export function settingsFor(baseUrl: string, given: Given = {}): EnvironmentSettings {
  return environmentSettings.parse({
    name: 'Test',
    kind: 'test',
    baseUrl,
    proxy: { mode: 'none' },
    timeouts: { connectMs: 2000, headersMs: 5000, idleMs: 5000, totalMs: 20_000 },
    ...given,
  });
}

/** Dependencies with real network and disk but no delays: pauses are recorded and skipped. */
export function quickSystem(given: Partial<SystemDeps> = {}): SystemDeps & { pauses: number[] } {
  const pauses: number[] = [];
  return {
    ...systemDeps(async () => undefined),
    random: () => 0.5,
    async sleep(ms) {
      pauses.push(ms);
    },
    ...given,
    pauses,
  };
}

export interface Spoken {
  client: ServiceClient;
  pauses: number[];
}

/** A client for a service address, closed with the test. */
export function clientFor(
  baseUrl: string,
  given: Given & {
    key?: ApiKey | undefined;
    system?: Partial<SystemDeps>;
    secrets?: Partial<ConnectionSecrets>;
    recorder?: CallRecorder;
    permit?: ServicesDeps['permit'];
  } = {},
): Spoken {
  const { system: someSystem, secrets, recorder, permit, ...rest } = given;
  const key = 'key' in rest ? rest.key : apiKey;
  const { key: _key, ...settings } = rest;
  const system = quickSystem(someSystem);
  const environment = settingsFor(baseUrl, settings);
  const services = createServices({
    settings: () => environment,
    apiKey: async () => key,
    connectionSecrets: () => ({ ...noConnectionSecrets, ...secrets }),
    system,
    ...(recorder === undefined ? {} : { recorder: () => recorder }),
    ...(permit && { permit }),
  });
  onTestFinished(() => services.close());
  return { client: services.client('one'), pauses: system.pauses };
}

/** The failure of a call; success, or any other error, fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Failure) {
      return error;
    }
    throw error;
  }
  throw new Error('The call succeeded, but it was to fail');
}
