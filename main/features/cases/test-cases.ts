import { randomInt, randomUUID } from 'node:crypto';
import type { CaseRow, DecisionKind } from '../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { allowedKinds } from '../../../preload/contract/team-roles.ts';
import { type Forgery, forgeries } from '../../../preload/contract/test-cases.ts';
import { Failure } from '../../common/failure.ts';
import type { Target } from '../../common/target.ts';
import { testPeople } from '../../sandbox/seed/test-cases.ts';
import type { ServiceClient, Services } from '../../service/port.ts';
import type { CaseStore } from './case-store.ts';
import type { Selection } from './index/results.ts';
import type { OpenTestCases, TestCase } from './kept-test-cases.ts';

/** Why a person is to look at a test case: none of them says that something is forged. */
const causes = [
  'SCAN_DOCUMENT_LOW_QUALITY',
  'SCAN_DOCUMENT_TOO_BLURRY',
  'SCAN_FACE_UNCERTAIN',
  'SCAN_DOCUMENT_READ_FAILED_ADDRESS',
];

export interface TestCasesDeps {
  cases(): Pick<CaseStore, 'index' | 'request' | 'write' | 'record' | 'forget' | 'append'>;
  /** Makes a test case in the sandbox, unless it is there. */
  plant(conversationId: string, plan: TestCase): void;
  /** Returns a client of the sandbox. */
  sandbox(): ServiceClient;
  /** Returns the address of the service. */
  baseUrl(environmentId: string): string;
  /** Returns the share of a queue that are test cases, in percent. */
  percent(environmentId: string): number;
}

/** The test cases among those of the list: conversations of the sandbox that look like cases of an environment until they are decided. */
export class TestCases {
  readonly #deps: TestCasesDeps;
  readonly #open = new Map<string, Promise<OpenTestCases>>();

  constructor(deps: TestCasesDeps) {
    this.#deps = deps;
  }

  /** Reads again which cases they are: the list is another one. */
  reload(): void {
    this.#open.clear();
  }

  /** Returns the clients of the service, of which no call about a test case gets there. */
  over(services: Services): Services {
    return {
      client: (environmentId) =>
        new Proxy(services.client(environmentId), {
          get:
            (client, name: keyof ServiceClient) =>
            async (subject: unknown, ...rest: unknown[]) => {
              const to = (await this.#clientOf(environmentId, name, subject)) ?? client;
              return (to[name] as (...input: unknown[]) => unknown)(subject, ...rest);
            },
        }),
    };
  }

  /** Returns the client of the sandbox for a test case; undefined for others. @throws Failure not-supported-here for what reads nothing */
  async #clientOf(environmentId: string, name: keyof ServiceClient, subject: unknown) {
    const open = await this.#of(environmentId);
    if (name === 'createConversation') {
      const { userKey } = subject as { userKey?: string };
      if (userKey !== undefined && Object.values(open).some((plan) => plan.userKey === userKey)) {
        throw isTestCase();
      }
      return undefined;
    }
    const plan = open[String(subject)];
    if (plan === undefined) {
      return undefined;
    }
    if (!/^(read|open)/.test(name)) {
      throw isTestCase();
    }
    this.#deps.plant(String(subject), plan);
    return this.#deps.sandbox();
  }

  /** @throws Failure not-supported-here if what is to leave the console is a test case */
  async check({ environmentId, conversationId }: Partial<Target>): Promise<void> {
    const open = environmentId === undefined ? {} : await this.#of(environmentId);
    if (conversationId !== undefined && Object.hasOwn(open, conversationId)) {
      throw isTestCase();
    }
  }

  /** Returns those of some selected cases that are test cases. */
  async among(environmentId: string, selection: Selection): Promise<string[]> {
    const open = Object.keys(await this.#of(environmentId));
    const ids =
      open.length === 0 ? [] : await this.#deps.cases().request('selected', { environmentId, selection });
    return ids.filter((id) => open.includes(id));
  }

  /** Returns a queue with test cases among its cases, as many as the policy says. */
  async mixedInto(environmentId: string, queue: readonly string[]): Promise<string[]> {
    const share = this.#deps.percent(environmentId);
    if (share === 0 || !(await this.#mayDecide())) {
      return [...queue];
    }
    const peopleInUse = Object.values(await this.#of(environmentId)).map(({ person }) => person);
    const people = Object.keys(testPeople).filter((name) => !peopleInUse.includes(name));
    const mixedIds: string[] = [];
    for (const id of queue) {
      mixedIds.push(id);
      if (people.length > 0 && randomInt(10_000) < share * 100) {
        const [person = ''] = people.splice(randomInt(people.length), 1);
        const [like] = await this.#deps.cases().request('rowsOf', { environmentId, conversationIds: [id] });
        if (like !== undefined) {
          mixedIds.push(await this.#add(environmentId, person, like));
        }
      }
    }
    return mixedIds;
  }

  /** Returns whether the user decides cases: in a team not every role does. */
  async #mayDecide(): Promise<boolean> {
    const team = await this.#deps.cases().index.team();
    const role = team?.log.members[team.me]?.role;
    return role === undefined || allowedKinds[role].includes('tested');
  }

  /** Ends test cases by a decision. Returns what was forged in each. */
  async end(environmentId: string, ids: readonly string[], decision: DecisionKind): Promise<Forgery[]> {
    const cases = this.#deps.cases();
    const open = await this.#of(environmentId);
    await cases.forget(environmentId, { ids: [...ids] });
    this.#open.delete(environmentId);
    const endedCases = ids.flatMap((conversationId) => {
      const { forgery } = open[conversationId] ?? {};
      return forgery === undefined ? [] : [{ conversationId, forgery }];
    });
    await cases.append(
      endedCases.map(({ conversationId, forgery }) => ({
        kind: 'tested' as const,
        environmentId,
        conversationId,
        details: { forgery, decision },
      })),
    );
    return endedCases.map(({ forgery }) => forgery);
  }

  /** Adds a test case to the list. It has the time, the products and the form of the user key of another case. */
  async #add(environmentId: string, person: string, like: CaseRow): Promise<string> {
    const { baseUrl, plant, sandbox } = this.#deps;
    const cases = this.#deps.cases();
    const conversationId = randomUUID();
    const plan: TestCase = {
      person,
      forgery: forgeries[randomInt(forgeries.length)] ?? 'none',
      cause: causes[randomInt(causes.length)] ?? '',
      ...omitUndefined({ userKey: like.userKey === undefined ? undefined : otherDigits(like.userKey) }),
      aml: like.products.some(({ name }) => name === 'aml'),
      url: `${baseUrl(environmentId)}/conversation/${conversationId}`,
    };
    await cases.write('saveTestCase', { environmentId, conversationId, plan });
    this.#open.delete(environmentId);
    plant(conversationId, plan);
    const { value, notes } = await sandbox().readConversation(conversationId);
    await cases.record(
      { environmentId, conversation: value, notes },
      conversationId,
      false,
      like.firstSeenAt,
    );
    return conversationId;
  }

  #of(environmentId: string): Promise<OpenTestCases> {
    const cases = this.#open.get(environmentId);
    if (cases !== undefined) {
      return cases;
    }
    const open = this.#deps.cases().request('testCases', { environmentId });
    this.#open.set(environmentId, open);
    open.catch(() => this.#open.delete(environmentId));
    return open;
  }
}

/** Returns the refusal of what would take a test case out of the console: it is one no longer. */
function isTestCase(): Failure {
  return new Failure({
    code: 'not-supported-here',
    message: 'This is a test case: an invented person among your cases. Nothing was saved or sent.',
    hint: 'Decide it as you would have. Your company’s policy sets how many there are.',
  });
}

/** Returns a user key of the same form. */
function otherDigits(userKey: string): string {
  const other = userKey.replace(/\d/g, () => String(randomInt(10)));
  return other === userKey ? randomUUID() : other;
}
