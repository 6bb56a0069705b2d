import type { Ending } from './endings.ts';
import type { JsonObject } from './json.ts';
import { amlOf, commandedConversation } from './operations/find-conversation.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import { type TestPlan, testConversation } from './seed/test-cases.ts';
import { changeAmlHits, finishConversation, sendCallback, startConversation } from './transitions.ts';
import type { World } from './world.ts';

/** The console's own sandbox. */
export interface OwnSandbox extends RunningSandbox {
  control: SandboxControl;
}

/** Starts a sandbox that only this process can control, by calls: it serves no control commands over HTTP. */
export async function startOwnSandbox(options: Omit<SandboxOptions, 'extend'> = {}): Promise<OwnSandbox> {
  const running = await startSandbox(options);
  return { ...running, control: new SandboxControl(running.world) };
}

/** Acts as the service and the end user in a sandbox of this process. Throws Refusal for impossible actions. */
export class SandboxControl {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  conversations(): { id: string; title: string; status: string; gone: boolean; aml: boolean }[] {
    return [...this.#world.conversations.values()]
      .filter(({ isHidden }) => isHidden !== true)
      .map(({ id, title, status, gone, query }) => ({
        id,
        title,
        status,
        gone,
        aml: query.aml !== undefined,
      }));
  }

  /** Milliseconds since the epoch, by the sandbox's clock. */
  now(): number {
    return this.#world.clock.now();
  }

  faultCount(): number {
    return this.#world.faults.count();
  }

  /** Returns every callback attempt, oldest first. */
  deliveries(): ReturnType<World['callbacks']['attempts']> {
    return this.#world.callbacks.attempts();
  }

  /** Adds a test case, unless it is there. */
  plant(id: string, plan: TestPlan): void {
    const { conversations } = this.#world;
    if (!conversations.has(id)) {
      conversations.set(id, testConversation(id, plan, this.#world));
    }
  }

  start(id: string): void {
    startConversation(commandedConversation(this.#world, id, 'be active'));
  }

  async finish(id: string, ending: Ending): Promise<void> {
    const conversation = commandedConversation(this.#world, id, 'be active');
    if (ending.kind === 'hit') {
      amlOf(conversation);
    }
    finishConversation(this.#world, conversation, ending);
    await this.#world.callbacksSent();
  }

  /** Records that the user is now on these AML lists. */
  async changeLists(id: string, lists: readonly string[]): Promise<void> {
    const conversation = commandedConversation(this.#world, id);
    amlOf(conversation);
    changeAmlHits(this.#world, conversation, [...lists]);
    await this.#world.callbacksSent();
  }

  /** Sends an event to an address, which is the conversation's callback address from then on. */
  async sendCallback(id: string, event: 'FINISHED' | 'EXPIRED' | 'NEW_DATA', url: string): Promise<void> {
    const conversation = commandedConversation(this.#world, id);
    conversation.callbackUrl = url;
    sendCallback(this.#world, conversation, event);
    await this.#world.callbacksSent();
  }

  /** Returns a certificate for a receiver on this computer, with its key and that of the authority, all as PEM. */
  issueCertificate(): { certificate: string; key: string; authority: string } {
    const { authority } = this.#world;
    return {
      ...authority.issue(['127.0.0.1', '::1', 'localhost'], Date.now()),
      authority: authority.certificate,
    };
  }

  /** Adds a fault as the control command `/faults` takes it. */
  orderFault(order: JsonObject): void {
    this.#world.faults.arrange(order);
  }

  clearFaults(): void {
    this.#world.faults.clear();
  }

  async advanceClock(byMs: number): Promise<void> {
    await this.#world.clock.advance(byMs);
  }

  reset(): void {
    this.#world.reset();
  }
}
