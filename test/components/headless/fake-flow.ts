import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { HeadlessFlow, HeadlessResult, HeadlessView } from '../../../preload/contract/headless.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { newEnvironment } from '../environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';

export const conversationId = idOf(1);
const at = Date.UTC(2026, 0, 15, 12);
const { notes } = finished({ conversationId, environmentId: 'acme' });

export const address = page.getByLabelText('The person’s IP address');
export const read = page.getByRole('button', { name: 'Read the current step' }).first();
export const send = page.getByRole('button', { name: 'Send the answer in Acme test' });
export const field = (label: string) => page.getByLabelText(label);

export const emailStep: HeadlessPage = { component: 'CONTACT/ENTER_EMAIL', next: 'p1', args: ['email'] };
export const codeStep: HeadlessPage = { component: 'CONTACT/ENTER_OTP', next: 'p2', args: ['otp'] };
export const consentStep: HeadlessPage = { component: 'PERSON/CONFIRM', next: 'p3', args: ['consent'] };
export const endStep: HeadlessPage = { component: 'CONVERSATION/END' };

type Refusals = { field: string; code: string }[];

/** The flow of one conversation as main keeps it: a list of steps, each answered once. */
export class FakeFlow {
  /** Why an answer is refused; empty for one that is accepted. */
  judge: (args: Record<string, unknown>, page: HeadlessPage) => Refusals = () => [];
  status = 'CREATED';
  /** The fate of its last answer where the outcome is unknown: the service got it or not. */
  lost: 'arrived' | 'not-arrived' | undefined;
  /** The service's answer to the next request, and the fate of the answer sent by it. */
  failing: { failure: FailureView; lost?: 'arrived' | 'not-arrived' } | undefined;
  confirmation: string | undefined;
  isKept = false;
  readonly #pages: HeadlessPage[];
  #at = 0;
  #errors: Refusals = [];
  #userIp: string | undefined;
  #steps: HeadlessFlow['steps'] = [];
  #files: HeadlessView['files'] = [];

  constructor(...pages: HeadlessPage[]) {
    this.#pages = pages;
  }

  /** It was begun before the start of this console. */
  keep(): this {
    this.isKept = true;
    return this;
  }

  get #page(): HeadlessPage {
    return {
      ...(this.#pages[this.#at] ?? endStep),
      ...(this.#errors.length > 0 && { errors: this.#errors }),
    };
  }

  get #flow(): HeadlessFlow {
    const waits = this.#page.next === undefined ? ('ended' as const) : ('waiting' as const);
    const state = this.lost
      ? ('unsettled' as const)
      : this.#userIp === undefined
        ? ('unread' as const)
        : waits;
    return {
      environmentId: 'acme',
      conversationId,
      startedAt: at,
      changedAt: at + this.#steps.length,
      steps: this.#steps,
      state,
    };
  }

  get #view(): HeadlessView {
    const { confirmation } = this;
    return {
      flow: this.#flow,
      ...(this.#userIp === undefined ? {} : { userIp: this.#userIp, page: this.#page }),
      ...(confirmation === undefined ? {} : { confirmation }),
      files: this.#files,
      exchanges: this.#steps.map(() => ({
        at,
        method: 'POST' as const,
        path: '/api/conversations/1/headless/{page 1}',
        status: 200,
        sent: [{ name: 'email', value: 'text' }],
      })),
    };
  }

  #failed(): HeadlessResult | undefined {
    const { failing } = this;
    if (failing === undefined) {
      return undefined;
    }
    this.failing = undefined;
    this.lost = failing.lost;
    return { view: this.#view, failure: failing.failure, outcome: failing.lost ? 'unknown' : 'failed' };
  }

  #read(userIp: string | undefined): HeadlessResult {
    const failed = this.#failed();
    if (failed) {
      return failed;
    }
    this.#userIp = userIp ?? this.#userIp;
    this.isKept = true;
    if (this.lost === undefined) {
      return { view: this.#view };
    }
    const settled = this.lost === 'arrived' ? ('moved-on' as const) : ('same-step' as const);
    this.#at += this.lost === 'arrived' ? 1 : 0;
    this.lost = undefined;
    return { view: this.#view, settled };
  }

  #submit(args: Record<string, unknown>): HeadlessResult {
    const failed = this.#failed();
    if (failed) {
      return failed;
    }
    const { component = '' } = this.#page;
    this.#errors = this.judge(args, this.#page);
    const outcome = this.#errors.length > 0 ? 'refused' : 'accepted';
    this.#steps = [...this.#steps, { at, component, outcome }];
    if (outcome === 'accepted') {
      this.#at += 1;
      this.#files = [];
      this.status = this.#pages[this.#at] ? 'IN_PROGRESS' : 'FINISHED';
    }
    this.confirmation = undefined;
    return { view: this.#view, outcome };
  }

  replies(): Replies {
    return {
      'headless.flows': () => ({ flows: this.isKept ? [this.#flow] : [] }),
      'headless.view': () => (this.isKept ? { view: this.#view } : {}),
      'headless.read': ({ userIp }) => this.#read(userIp),
      'headless.submit': ({ args }) => this.#submit(JSON.parse(args)),
      'headless.conversation': () => ({
        conversation: { id: conversationId, status: this.status },
        notes,
      }),
      'headless.addFile': ({ name, fileName, bytes }) => {
        const isPng = bytes[1] === 0x50;
        const file = {
          fileId: `file-${name}`,
          name,
          fileName,
          bytes: bytes.length,
          sha256: 'ab'.repeat(32),
          ...(isPng
            ? { type: 'image/png', size: { width: 60, height: 40 }, isShown: true }
            : { type: 'text/html', isShown: false, reason: 'It is not an image.' }),
        };
        this.#files = [...this.#files.filter((one) => one.name !== name), file];
        return file;
      },
      'headless.removeFile': ({ fileId }) => {
        this.#files = this.#files.filter((one) => one.fileId !== fileId);
        return {};
      },
      'headless.forget': () => {
        this.isKept = false;
        return {};
      },
    };
  }
}

/** The page of the flow. */
export async function openFlow(
  flow: FakeFlow,
  {
    hash = `#/headless/${conversationId}`,
    replies = {} as Replies,
    environments = [newEnvironment('acme', { name: 'Acme test' })],
  } = {},
): Promise<OpenedWindow> {
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...flow.replies(), ...replies },
    { hash, environments },
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Headless flow' })).toBeVisible();
  return opened;
}

/** The page at the first step. */
export async function openStep(flow: FakeFlow, options: Parameters<typeof openFlow>[1] = {}) {
  const opened = await openFlow(flow, options);
  await expect.element(read).toBeEnabled();
  await address.fill('203.0.113.7');
  await read.click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Current step' })).toBeVisible();
  return opened;
}
