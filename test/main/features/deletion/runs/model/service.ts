import type { ServerResponse } from 'node:http';
import type { PlanStep } from '../../../../../../preload/contract/deletion-runs.ts';
import { RecordingService, sendConversation, sendJson } from '../../../../../support/recording-service.ts';
import { sendError } from '../kept-cases.ts';

export type Status = 'IN_PROGRESS' | 'FINISHED' | 'EXPIRED';

/** `lost`: the connection breaks and nothing is done. `done-lost`: it is done, and the connection breaks. The others are responses. */
export const faults = [
  'lost',
  'done-lost',
  'rejected',
  'limited',
  'failed',
  'done-failed',
  'unready',
] as const;
export type Fault = (typeof faults)[number];

interface Case {
  status: Status;
  isMonitored: boolean;
  /** Removed by a call of ours (410), or by others (404). */
  removed?: 'gone' | 'missing';
}

/** A small service by the rules of interface 3.3, which notes every call that must not have been sent. */
export class ModelService {
  readonly cases = new Map<string, Case>();
  /** The steps that a call has carried out, as `id step`. */
  readonly carriedOut = new Set<string>();
  /** The calls that arrived, as `id step`. */
  readonly arrived = new Set<string>();
  readonly violations: string[] = [];
  /** Called when a conversation is about to be returned to a read. */
  read: (id: string) => void = () => undefined;
  /** Called when a request has arrived, before it is carried out, and when its response is about to leave. */
  passed: () => void = () => undefined;
  requests = 0;
  readonly #faults: { of: 'GET' | 'DELETE'; fault: Fault; left: number }[] = [];
  /** The last request for a conversation that may have changed it, until it is read. */
  readonly #unread = new Map<string, string>();
  /** The steps whose effect a read has shown. */
  readonly #shown = new Set<string>();
  readonly #confirmedAgain = new Set<string>();
  readonly #service: RecordingService;

  static async start(): Promise<ModelService> {
    return new ModelService(await RecordingService.start());
  }

  constructor(service: RecordingService) {
    this.#service = service;
    service.answer = ({ method, url }, response) => {
      this.requests += 1;
      this.passed();
      this.#answer(method, url, response);
      this.passed();
    };
  }

  get baseUrl(): string {
    return this.#service.baseUrl;
  }

  add(id: string, status: Status, isMonitored: boolean): void {
    this.cases.set(id, { status, isMonitored });
  }

  disturb(of: 'GET' | 'DELETE', fault: Fault, left: number): void {
    this.#faults.push({ of, fault, left });
  }

  heal(): void {
    this.#faults.length = 0;
  }

  /** Changes a conversation as a person or another program would. */
  change(id: string, change: 'finish' | 'remove'): void {
    const one = this.cases.get(id);
    if (one !== undefined && change === 'remove') {
      one.removed ??= 'missing';
    } else if (one?.status === 'IN_PROGRESS') {
      one.status = 'FINISHED';
    }
  }

  /** A user confirms a call whose effect is there already: the interface leaves open how an expiry of what is expired ends. */
  confirmAgain(id: string, step: PlanStep): void {
    if (this.#shown.has(`${id} ${step}`)) {
      this.#confirmedAgain.add(`${id} ${step}`);
    }
  }

  /** Returns whether a conversation is as the step leaves it, as a read shows it. One that was expired before cannot be told from one that a call expired. */
  isAsAfter(id: string, step: string): boolean {
    const { removed, status } = this.cases.get(id) ?? {};
    const isExpired = step === 'EXPIRE' && status === 'EXPIRED';
    return removed !== undefined || isExpired || this.carriedOut.has(`${id} ${step}`);
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  #answer(method: string, url: string, response: ServerResponse): void {
    const [, kind, id = '', rest = ''] = /^\/api\/(\w+)\/([^/?]+)(.*)$/.exec(url) ?? [];
    const isCall = method === 'DELETE';
    const step: PlanStep | undefined = isCall
      ? kind === 'subscriptions'
        ? 'END_MONITORING'
        : rest.includes('DELETE_DATA')
          ? 'DELETE_DATA'
          : 'EXPIRE'
      : undefined;
    if (step !== undefined) {
      this.#arrives(id, step);
    }
    const fault = this.#nextFault(isCall ? 'DELETE' : 'GET');
    if (fault === 'done-lost' || fault === 'done-failed') {
      if (step !== undefined) {
        this.#carryOut(id, step);
      }
    }
    switch (fault) {
      case 'lost':
      case 'done-lost':
        response.destroy();
        return;
      case 'failed':
      case 'done-failed':
        sendError(response, 500, 'INTERNAL');
        return;
      case 'rejected':
      case 'limited':
      case 'unready':
        this.#unread.delete(id);
        if (fault === 'limited') {
          response.setHeader('retry-after', '7');
        }
        if (fault === 'rejected') {
          sendError(response, 401, 'UNAUTHORIZED');
        } else {
          sendError(response, fault === 'limited' ? 429 : 409, fault === 'limited' ? 'RATE' : 'CONFLICT');
        }
        return;
      default:
        break;
    }
    const one = this.cases.get(id);
    if (step === undefined && !url.endsWith('/metadata')) {
      this.#isRead(id);
    }
    if (one === undefined || one.removed === 'missing') {
      sendError(response, 404, 'NOT_FOUND');
    } else if (one.removed === 'gone') {
      sendError(response, 410, 'GONE');
    } else if (step !== undefined) {
      const conflict = this.#carryOut(id, step);
      if (conflict === undefined) {
        response.writeHead(202, { 'x-request-id': `request-of-${id}` }).end();
      } else {
        this.#unread.delete(id);
        sendError(response, 409, 'CONFLICT', conflict);
      }
    } else if (url.endsWith('/metadata')) {
      sendJson(response, 200, { id, media: [] });
    } else {
      this.read(id);
      const { status, isMonitored } = one;
      const aml = { status: 'FINISHED', subscription: { active: isMonitored } };
      const identity = { status, user: { person: { name: { firstName: 'Canary' } } } };
      sendConversation(response, id, { status, userKey: `user-of-${id}`, result: { identity, aml } });
    }
  }

  #nextFault(of: 'GET' | 'DELETE'): Fault | undefined {
    const next = this.#faults.find((one) => one.of === of && one.left > 0);
    if (next === undefined) {
      return undefined;
    }
    next.left -= 1;
    // A 409 to a read does not exist.
    return of === 'GET' && next.fault === 'unready' ? 'failed' : next.fault;
  }

  #arrives(id: string, step: PlanStep): void {
    const call = `${id} ${step}`;
    this.arrived.add(call);
    const before = this.#unread.get(id);
    if (before !== undefined) {
      this.violations.push(`${call} was sent after ${before} without a read between`);
    }
    if (this.#shown.has(call) && !this.#confirmedAgain.has(call)) {
      this.violations.push(`${call} was sent again after a read that showed its effect`);
    }
    this.#unread.set(id, call);
  }

  #isRead(id: string): void {
    this.#unread.delete(id);
    for (const call of this.carriedOut) {
      if (call.startsWith(`${id} `)) {
        this.#shown.add(call);
      }
    }
  }

  /** Returns why it was not carried out. */
  #carryOut(id: string, step: PlanStep): string | undefined {
    const one = this.cases.get(id);
    if (one === undefined || one.removed !== undefined) {
      return 'Removed';
    }
    const isActive = one.status === 'IN_PROGRESS';
    if (step === 'EXPIRE' && !isActive) {
      return 'ConversationAlreadyFinished';
    }
    if (step === 'DELETE_DATA' && (isActive || one.isMonitored)) {
      return isActive ? 'ConversationNotYetFinished' : 'ActiveSubscriptionExists';
    }
    if (step === 'EXPIRE') {
      one.status = 'EXPIRED';
    } else if (step === 'DELETE_DATA') {
      one.removed = 'gone';
    } else {
      one.isMonitored = false;
    }
    this.carriedOut.add(`${id} ${step}`);
    return undefined;
  }
}
