import { z } from 'zod';
import { forgery } from '../../../preload/contract/test-cases.ts';
import type { Meta } from '../../store/meta.ts';
import { metaPlace, type Sealer } from '../../store/sealing.ts';

const prefix = 'test-cases/';

/** The plan from which the sandbox makes a test case. */
export const testCase = z.object({
  person: z.string(),
  forgery,
  cause: z.string(),
  userKey: z.string().optional(),
  aml: z.boolean(),
  url: z.string(),
});
export type TestCase = z.infer<typeof testCase>;
/** The test cases of an environment that are not decided yet, by conversation. */
export type OpenTestCases = Record<string, TestCase>;

const openTestCases = z.record(z.string(), testCase);

/** The cases of the list that are test cases, sealed. */
export class KeptTestCases {
  readonly #meta: Meta;
  readonly #sealer: Sealer;

  constructor(meta: Meta, sealer: Sealer) {
    this.#meta = meta;
    this.#sealer = sealer;
  }

  testCases({ environmentId }: { environmentId: string }): OpenTestCases {
    const name = prefix + environmentId;
    const sealed = this.#meta.bytes(name);
    return sealed === undefined
      ? {}
      : openTestCases.parse(JSON.parse(this.#sealer.openText(sealed, metaPlace(name))));
  }

  has({ environmentId, conversationId }: { environmentId: string; conversationId: string }): boolean {
    return Object.hasOwn(this.testCases({ environmentId }), conversationId);
  }

  saveTestCase({
    environmentId,
    conversationId,
    plan,
  }: {
    environmentId: string;
    conversationId: string;
    plan: TestCase;
  }): void {
    this.#save(environmentId, { ...this.testCases({ environmentId }), [conversationId]: plan });
  }

  /** Removes deleted cases; all of the environment without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    const all = Object.entries(this.testCases({ environmentId }));
    const rest = all.filter(([id]) => conversationIds !== undefined && !conversationIds.includes(id));
    if (rest.length < all.length) {
      this.#save(environmentId, Object.fromEntries(rest));
    }
  }

  #save(environmentId: string, all: OpenTestCases): void {
    const name = prefix + environmentId;
    if (Object.keys(all).length === 0) {
      this.#meta.delete(name);
    } else {
      this.#meta.set(name, this.#sealer.seal(JSON.stringify(all), metaPlace(name)));
    }
  }
}
