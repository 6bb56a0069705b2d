import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import type { ApiKey } from './authentication/credentials.ts';
import { createServiceClient } from './client.ts';
import type { ServiceClient, Services } from './port.ts';
import { ReplyReader } from './reply/reply-reader.ts';
import type { SystemDeps } from './system-deps.ts';
import {
  type ConnectionSecrets,
  noConnectionSecrets,
  openTransport,
  type Transport,
} from './transport/transport.ts';

/** What the service client has to know of environments. */
export interface ServicesDeps {
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /**
   * The API key for requests made under these settings; undefined where none was entered.
   * @throws Failure of the keychain, credentials-missing where it was entered for other addresses
   */
  apiKey(environmentId: string, settings: EnvironmentSettings): Promise<ApiKey | undefined>;
  /** What connecting needs from the keychain under these settings; nothing when not given. */
  connectionSecrets?(environmentId: string, settings: EnvironmentSettings): ConnectionSecrets;
  /** `realEdges(host.systemProxy)`, unless in a test. */
  system: SystemDeps;
}

export interface ServiceDirectory extends Services {
  /** Settings or credentials changed: running calls end as they are, new ones use the new. */
  changed(environmentId: string): void;
  /** The environment is gone: running calls are stopped. */
  removed(environmentId: string): void;
  /** Stops everything; called once, when the console closes. */
  close(): Promise<void>;
}

interface Open {
  client: ServiceClient;
  transport: Transport;
}

/** The clients of all environments, each built when first asked for. */
export function createServices({
  settings,
  apiKey,
  connectionSecrets = () => noConnectionSecrets,
  system,
}: ServicesDeps): ServiceDirectory {
  const open = new Map<string, Open>();
  const reader = new ReplyReader();
  /** Let go of, with calls still running. */
  const ending = new Set<Transport>();

  return {
    client(environmentId) {
      const known = open.get(environmentId);
      if (known) {
        return known.client;
      }
      const found = settings(environmentId);
      const transport = openTransport(found, system, connectionSecrets(environmentId, found));
      const client = createServiceClient({
        settings: found,
        apiKey: () => apiKey(environmentId, found),
        transport,
        system,
        reader,
      });
      open.set(environmentId, { client, transport });
      return client;
    },
    changed(environmentId) {
      const transport = open.get(environmentId)?.transport;
      if (transport === undefined) {
        return;
      }
      open.delete(environmentId);
      ending.add(transport);
      void transport.close().finally(() => ending.delete(transport));
    },
    removed(environmentId) {
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
