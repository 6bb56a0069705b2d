import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { createAuthentication } from './authentication/authentication.ts';
import type { ApiKey, Authentication } from './authentication/credentials.ts';
import { createCaller } from './caller.ts';
import { createOperations } from './operations.ts';
import type { ServiceClient } from './port.ts';
import { ReplyReader } from './reply/reply-reader.ts';
import type { SystemDeps } from './system-deps.ts';
import type { Transport } from './transport/transport.ts';

export interface ClientDeps {
  settings: EnvironmentSettings;
  /** From the keychain; undefined when none was entered. */
  apiKey: () => Promise<ApiKey | undefined>;
  transport: Pick<Transport, 'send'>;
  system: Pick<SystemDeps, 'now' | 'elapsed' | 'random' | 'sleep' | 'redaction'>;
  /** Shared by the clients of all environments, so that its limits apply to them together; a new one when not given. */
  reader?: ReplyReader;
}

/** Creates the service of one environment: the eight operations of section 4, and the extension that ends AML monitoring, with the authentication of section 5. */
export function createServiceClient(
  deps: ClientDeps,
  authentication: Authentication = createAuthentication(deps),
): ServiceClient {
  const { settings, transport, system, reader = new ReplyReader() } = deps;
  const { scheme } = settings.authentication;
  const { readOnly } = settings;
  const caller = createCaller({
    transport,
    authentication,
    scheme,
    readOnly,
    limitMs: settings.timeouts.totalMs,
    system,
  });
  return createOperations(settings, caller, reader, (text) => system.redaction.isSecret(text));
}
