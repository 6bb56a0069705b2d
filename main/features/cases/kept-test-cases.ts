import { z } from 'zod';
import { forgery } from '../../../preload/contract/test-cases.ts';
import type { Target } from '../../common/target.ts';
import type { SealedMeta } from '../../store/sealed-meta.ts';
import type { InEnvironment } from './index/results.ts';

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
  readonly #meta: SealedMeta;

  constructor(meta: SealedMeta) {
    this.#meta = meta;
  }

  testCases({ environmentId }: InEnvironment): OpenTestCases {
    return openTestCases.parse(this.#meta.read(prefix + environmentId) ?? {});
  }

  has({ environmentId, conversationId }: Target): boolean {
    return Object.hasOwn(this.testCases({ environmentId }), conversationId);
  }

  saveTestCase({ environmentId, conversationId, plan }: Target & { plan: TestCase }): void {
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
    this.#meta.write(prefix + environmentId, Object.keys(all).length === 0 ? undefined : all);
  }
}
