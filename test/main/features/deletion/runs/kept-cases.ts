import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { type RecordingService, sendConversation, sendJson } from '../../../../support/recording-service.ts';

/** The state of a conversation at the service. */
export interface Kept {
  status: string;
  gone?: boolean;
  monitored?: boolean;
}

/** Conversations that a recording service answers with by the rules of interface 3.3. */
export class KeptCases {
  readonly cases = new Map<string, Kept>();
  readonly #service: RecordingService;
  /** Answers a DELETE instead of the service; true where it did. `count` counts the DELETEs of the conversation from 1. */
  disturb: (id: string, response: ServerResponse, count: number) => boolean = () => false;

  constructor(service: RecordingService) {
    this.#service = service;
    service.answer = (request, response) => this.#answer(request, response);
  }

  /** Adds conversations `prefix-1`, `prefix-2` and so on, and returns their ids. */
  add(count: number, kept: Kept, prefix = 'c'): string[] {
    return Array.from({ length: count }, (_, index) => {
      const id = `${prefix}-${index + 1}`;
      this.cases.set(id, { ...kept });
      return id;
    });
  }

  of(id: string): Kept {
    const kept = this.cases.get(id);
    if (kept === undefined) {
      throw new Error(`There is no conversation ${id}.`);
    }
    return kept;
  }

  /** The DELETEs of a conversation as their modes, in the order of their arrival. */
  deletesOf(id: string): string[] {
    return this.#service
      .sent('DELETE')
      .filter(({ conversationId }) => conversationId === id)
      .map(({ url }) => url.split('mode=')[1] ?? '');
  }

  /** No DELETE of a conversation follows another one of it without a read between. */
  expectReadsBetween(): void {
    const last = new Map<string, string>();
    for (const { method, conversationId } of this.#service.requests) {
      expect(`${conversationId}: ${last.get(conversationId)} then ${method}`).not.toContain(
        'DELETE then DELETE',
      );
      last.set(conversationId, method);
    }
  }

  /** Carries a deletion out and answers it. */
  remove(id: string, isData: boolean, response: ServerResponse): void {
    const kept = this.of(id);
    const isActive = kept.status === 'CREATED' || kept.status === 'IN_PROGRESS';
    if (!isData && !isActive) {
      sendError(response, 409, 'CONFLICT', 'ConversationAlreadyFinished');
    } else if (isData && isActive) {
      sendError(response, 409, 'CONFLICT', 'ConversationNotYetFinished');
    } else if (isData && kept.monitored) {
      sendError(response, 409, 'CONFLICT', 'ActiveSubscriptionExists');
    } else {
      if (isData) {
        kept.gone = true;
      } else {
        kept.status = 'EXPIRED';
      }
      response.writeHead(202, { 'x-request-id': `request-of-${id}` }).end();
    }
  }

  #answer(
    { method, url, conversationId }: { method: string; url: string; conversationId: string },
    response: ServerResponse,
  ) {
    const monitored = /^\/api\/subscriptions\/([^/]+)\/aml$/.exec(url)?.[1];
    if (monitored !== undefined) {
      this.of(monitored).monitored = false;
      response.writeHead(202).end();
      return;
    }
    if (
      method === 'DELETE' &&
      this.disturb(conversationId, response, this.deletesOf(conversationId).length)
    ) {
      return;
    }
    const kept = this.cases.get(conversationId);
    if (kept === undefined) {
      sendError(response, 404, 'NOT_FOUND');
    } else if (kept.gone) {
      sendError(response, 410, 'GONE');
    } else if (method === 'DELETE') {
      this.remove(conversationId, url.includes('DELETE_DATA'), response);
    } else if (url.endsWith('/metadata')) {
      sendJson(response, 200, { id: conversationId, media: [{ id: 'm1' }, { id: 'm2' }] });
    } else {
      sendConversation(response, conversationId, {
        status: kept.status,
        userKey: `user-of-${conversationId}`,
        result: {
          identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Canary' } } } },
          ...(kept.monitored === undefined
            ? {}
            : { aml: { status: 'FINISHED', subscription: { active: kept.monitored } } }),
        },
      });
    }
  }
}

export function sendError(
  response: ServerResponse,
  code: number,
  status: string,
  statusDetail?: string,
): void {
  sendJson(response, code, { status, message: 'no', violations: [], statusDetail });
}
