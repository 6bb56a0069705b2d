import { onTestFinished } from 'vitest';
import { Failure } from '../../../../main/common/failure.ts';
import { signatureHandlers } from '../../../../main/features/signatures/handlers.ts';
import type { KeyStore } from '../../../../main/features/signatures/keys.ts';
import { SignatureWork } from '../../../../main/features/signatures/signature-work.ts';
import type { Services } from '../../../../main/service/port.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
  OperationProgress,
} from '../../../../preload/contract/operations.ts';
import { operations } from '../../../../preload/contract/operations.ts';
import { vectors } from './vectors.ts';

type Name = Extract<OperationName, `signatures.${string}`>;

interface Call<N extends Name> {
  signal?: AbortSignal;
  /** Aborted when the window closes; by default it stays open. */
  closed?: AbortSignal;
  progress?(step: OperationProgress<N>): void;
}

/** The handlers as a window uses them: input and output pass the contract. */
export interface SignatureHarness {
  call<N extends Name>(name: N, input: OperationInput<N>, call?: Call<N>): Promise<OperationOutput<N>>;
  /** Everything returned so far, as text. */
  answered(): string;
}

const noServices: Services = {
  client() {
    throw new Failure({ code: 'environment-not-found', message: 'No environment here.' });
  },
};

export function openSignatureHarness({
  keys = keyStore,
  services = noServices,
  now = Date.now,
}: {
  keys?: KeyStore;
  services?: Services;
  now?(): number;
} = {}): SignatureHarness {
  const work = new SignatureWork();
  onTestFinished(() => work.close());
  const handlers = signatureHandlers({ keys, services, work, now });
  let answered = '';
  return {
    async call(
      name,
      input,
      { signal = new AbortController().signal, closed = new AbortController().signal, progress } = {},
    ) {
      const { input: shape, output, progress: step } = operations[name];
      const handler = handlers[name] as (input: unknown, context: unknown) => unknown;
      const answer = await handler(shape.parse(input), {
        signal,
        closed,
        progress: (value: unknown) => progress?.(step.parse(value) as never),
      });
      const value = output.parse(answer);
      answered += JSON.stringify(value);
      return value as never;
    },
    answered: () => answered,
  };
}

/** Two environments; the key of the vectors is the second one's. */
export const keyStore: KeyStore = {
  ids: () => ['first', 'second'],
  selectedId: () => 'first',
  settings: (id) => ({ name: id === 'first' ? 'Acme test' : 'Acme live' }),
  signingKeys: async (id) =>
    id === 'first'
      ? [{ id: 'old', label: 'Old', key: vectors.otherSigningKeys[0] ?? '' }]
      : [{ id: 'main', label: 'Main', key: vectors.signingKey }],
  async signingKey(id, keyId) {
    return (await this.signingKeys(id)).find((key) => key.id === keyId);
  },
  apiKey: async (id) => (id === 'first' ? vectors.apiKey : undefined),
};

export const main = { kind: 'stored', environmentId: 'second', keyId: 'main' } as const;
