import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startControlledSandbox } from '../../main/sandbox/controlled.ts';
import type { OperationInput } from '../../preload/contract/operations.ts';
import { command } from '../support/service.ts';
import type { Wire } from '../support/wire.ts';
import { makeCertificate } from './certificate.ts';

type Settings = Partial<OperationInput<'environments.save'>['settings']>;

/** A service controlled from outside, and what connects a console to it. */
export interface ServiceHarness {
  baseUrl: string;
  signingKey: string;
  apiKey: { login: string; password: string };
  /** Path of its certificate authority; empty without https. */
  authority: string;
  idOf(title: string): string;
  control(path: string, body?: unknown): Promise<unknown>;
  /** A conversation's status according to the service. */
  statusOf(id: string): Promise<string | undefined>;
  /** Creates a conversation as the client's own system would. */
  create(strategy: string): Promise<string>;
  /** Expires a conversation as another client of the service would. */
  expire(id: string): Promise<void>;
  /** Adds it as an environment with credentials for this session, selects it, and returns the environment's id. */
  join(settings?: Settings): (wire: Wire) => Promise<string>;
  close(): Promise<void>;
}

/** `secure` serves https with its own certificate, which the environment trusts, as production requires. */
export async function openServiceHarness({ secure = false } = {}): Promise<ServiceHarness> {
  const certificate = secure ? makeCertificate() : undefined;
  if (certificate) {
    // For the requests of this harness itself.
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  }
  const sandbox = await startControlledSandbox(certificate ? { tls: certificate } : {});
  const { login, password } = sandbox.apiKey;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const trust = certificate ? { extraCaFile: certificate.file } : {};
  return {
    baseUrl: sandbox.baseUrl,
    signingKey: sandbox.signingKey,
    apiKey: sandbox.apiKey,
    authority: certificate?.file ?? '',
    idOf(title) {
      const found = sandbox.conversations.find((conversation) => conversation.title.startsWith(title));
      if (!found) {
        throw new Error(`No seeded conversation begins with “${title}”`);
      }
      return found.id;
    },
    control: (path, body) => command(sandbox.controlUrl, path, body),
    async create(strategy) {
      const response = await fetch(`${sandbox.baseUrl}/api/conversations`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          userKey: 'customer-1',
          strategy,
          returnUrl: 'https://shop.example/',
          query: { identity: {}, aml: {} },
        }),
      });
      return ((await response.json()) as { id: string }).id;
    },
    async expire(id) {
      const response = await fetch(`${sandbox.baseUrl}/api/conversations/${id}?mode=EXPIRE`, {
        method: 'DELETE',
        headers: { authorization, accept: 'application/vnd.service.v1.1+json' },
      });
      if (response.status !== 202) {
        throw new Error(`It could not be expired: ${response.status}`);
      }
    },
    async statusOf(id) {
      const all = (await command(sandbox.controlUrl, '/conversations')) as { id: string; status: string }[];
      return all.find((one) => one.id === id)?.status;
    },
    join:
      (settings = {}) =>
      async ({ bridge }) => {
        await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
        const { id } = await bridge.invoke('environments.save', {
          settings: {
            name: 'Acme test',
            kind: 'test',
            baseUrl: sandbox.baseUrl,
            proxy: { mode: 'none' },
            ...trust,
            ...settings,
          },
        });
        await bridge.invoke('credentials.save', { kind: 'api-key', environmentId: id, ...sandbox.apiKey });
        await bridge.invoke('credentials.save', {
          kind: 'signing-key',
          environmentId: id,
          label: 'Current',
          key: sandbox.signingKey,
        });
        await bridge.invoke('environments.select', { environmentId: id });
        return id;
      },
    async close() {
      await sandbox.close();
      certificate?.remove();
    },
  };
}
