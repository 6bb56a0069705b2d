import type { ServerResponse } from 'node:http';
import {
  type RecordedRequest,
  type RecordingService,
  sendConversation,
  sendJson,
} from '../../../support/recording-service.ts';

/** Answers a DELETE; the test changes the conversation itself. */
export type DeleteAnswer = (response: ServerResponse) => void;

/** One conversation of a service whose state the test sets. */
export class FakeCase {
  status = 'FINISHED';
  user: object = { person: { name: { firstName: 'Canary', lastName: 'Person' } } };
  userKey = 'canary-user-key';
  /** Other members of the reply. */
  more: Record<string, unknown> = {};
  /** Answers every read, if set. */
  readAnswer: ((response: ServerResponse) => void) | undefined;
  onDelete: DeleteAnswer = (response) => accepted(response);

  constructor(service: RecordingService) {
    service.answer = (request, response) => this.#answer(request, response);
  }

  #answer(request: RecordedRequest, response: ServerResponse): void {
    if (request.method === 'DELETE') {
      this.onDelete(response);
    } else if (this.readAnswer) {
      this.readAnswer(response);
    } else {
      this.#send(request, response);
    }
  }

  #send(request: RecordedRequest, response: ServerResponse): void {
    sendConversation(response, request.conversationId, {
      status: this.status,
      userKey: this.userKey,
      result: { identity: { status: 'FINISHED', user: this.user } },
      ...this.more,
    });
  }
}

export function accepted(response: ServerResponse): void {
  response.writeHead(202, { 'x-request-id': 'request-delete' }).end();
}

export function refused(statusDetail: string): DeleteAnswer {
  return (response) =>
    sendJson(response, 409, { status: 'CONFLICT', message: 'no', violations: [], statusDetail });
}
