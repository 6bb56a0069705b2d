import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import type { ApiKey } from './authentication/credentials.ts';
import type { Effect } from './caller.ts';
import { createServiceClient } from './operations.ts';
import type { ServiceClient, Services } from './port.ts';
import { ResponseReader } from './response/response-reader.ts';
import type { SystemDeps } from './system-deps.ts';
import type { CallRecorder } from './transport/call-recorder.ts';
import {
  type ConnectionSecrets,
  noConnectionSecrets,
  openTransport,
  type Transport,
} from './transport/transport.ts';

/** The parts of environments that the service client needs. */
export interface ServicesDeps {
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /**
   * Returns the API key for requests under these settings; undefined when none was entered.
   * @throws Failure of the keychain; credentials-missing when it was entered for other addresses
   */
  apiKey(environmentId: string, settings: EnvironmentSettings): Promise<ApiKey | undefined>;
  /** Returns the secrets for connecting under these settings. */
  connectionSecrets?(environmentId: string, settings: EnvironmentSettings): ConnectionSecrets;
  /** Rejects where a call with this effect is forbidden. */
  permit?: (effect: Effect) => Promise<void>;
  /** Receives every request of an environment. */
  recorder?(environmentId: string): CallRecorder;
  /** `systemDeps(host.systemProxy)`, except in tests. */
  system: SystemDeps;
}

export interface ServiceDirectory extends Services {
  /** Settings or credentials changed: running calls continue with the old ones, new calls use the new ones. */
  renew(environmentId: string): void;
  /** Aborts the running calls of an environment that was deleted. */
  remove(environmentId: string): void;
  /** Aborts everything; called once, when the console closes. */
  close(): Promise<void>;
}

interface Open {
  client: ServiceClient;
  transport: Transport;
}

/** Creates the clients of all environments, each built on first use. */
export function createServices({
  settings,
  apiKey,
  connectionSecrets = () => noConnectionSecrets,
  recorder,
  system,
  permit,
}: ServicesDeps): ServiceDirectory {
  const open = new Map<string, Open>();
  const reader = new ResponseReader();
  /** Replaced transports that still have running calls. */
  const ending = new Set<Transport>();

  return {
    client(environmentId) {
      const current = open.get(environmentId);
      if (current) {
        return current.client;
      }
      const environment = settings(environmentId);
      const transport = openTransport(
        environment,
        system,
        connectionSecrets(environmentId, environment),
        recorder?.(environmentId),
      );
      const client = createServiceClient({
        settings: environment,
        apiKey: () => apiKey(environmentId, environment),
        transport,
        system,
        reader,
        permit,
      });
      open.set(environmentId, { client, transport });
      return client;
    },
    renew(environmentId) {
      const transport = open.get(environmentId)?.transport;
      if (transport === undefined) {
        return;
      }
      open.delete(environmentId);
      ending.add(transport);
      void transport.close().finally(() => ending.delete(transport));
    },
    remove(environmentId) {
      const transport = open.get(environmentId)?.transport;
      open.delete(environmentId);
      void transport?.destroy();
    },
    async close() {
      const all = [...ending, ...[...open.values()].map(({ transport }) => transport)];
      open.clear();
      await Promise.all([reader.close(), ...all.map((transport) => transport.destroy())]);
    },
  };
}
