import { isIP } from 'node:net';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../common/failure.ts';
import { addressUnder, pathSegment } from './address.ts';
import type { Caller, ServiceCall } from './caller.ts';
import { mediaReply } from './media-reply.ts';
import { inputMessages } from './messages/settings.ts';
import type { Subject } from './messages/status.ts';
import type { CallOptions, Reading, SendOptions, ServiceClient } from './port.ts';
import { drain } from './reply/collect.ts';
import { readJsonReply } from './reply/json-reply.ts';
import type { ReplyName, ReplyValue } from './reply/read.ts';
import type { ReplyReader } from './reply/reply-reader.ts';

interface Endpoint {
  baseUrl: string;
  /** For Accept and Content-Type (interface 9.2). */
  mediaType: string;
}

/** Creates the operations: those of section 4, and the extension that ends AML monitoring (field notes). */
export function createOperations(
  { baseUrl, mediaType }: Endpoint,
  call: Caller,
  reader: Pick<ReplyReader, 'read'>,
  isSecret: (text: string) => boolean,
): ServiceClient {
  /** Returns a call on a conversation: `template` is the path as in the interface, `rest` follows the id. */
  function conversationCall(
    conversationId: string,
    subject: Subject,
    method: 'GET' | 'POST' | 'DELETE',
    template: string,
    rest: string,
    headers: Record<string, string> = {},
  ): ServiceCall {
    const segment = pathSegment('conversation id', conversationId);
    if (isSecret(conversationId)) {
      throw new Failure({ code: 'invalid-input', ...inputMessages.secretAsId() });
    }
    return {
      request: {
        method,
        url: addressUnder(baseUrl, `/api/conversations/${segment}${rest}`),
        path: `/api/conversations/{conversationId}${template}`,
        conversationId,
        headers: { accept: mediaType, ...headers },
      },
      subject,
    };
  }

  function json<N extends ReplyName>(
    name: N,
    made: ServiceCall,
    options: CallOptions,
  ): Promise<Reading<ReplyValue<N>>> {
    return call({ ...made, onAttempt: options.onAttempt }, options.signal, (reply, timing) =>
      readJsonReply(name, reply, timing, reader, options.signal),
    );
  }

  function sendDelete(
    made: ServiceCall,
    { beforeSend, keepAlive, signal }: SendOptions,
  ): Promise<{ status: number; requestId?: string }> {
    return call({ ...made, effect: 'delete', beforeSend, keepAlive }, signal, async (reply) => {
      // A 2xx is an acceptance whatever its body; the body is discarded (interface 4.3 shows none).
      drain(reply.body);
      const { status, requestId } = reply;
      return requestId === undefined ? { status } : { status, requestId };
    });
  }

  return {
    async createConversation(request, options = {}) {
      const made: ServiceCall = {
        request: {
          method: 'POST',
          url: addressUnder(baseUrl, '/api/conversations'),
          path: '/api/conversations',
          headers: { accept: mediaType, 'content-type': mediaType },
          body: JSON.stringify(request),
        },
        effect: 'create',
        subject: 'creation',
      };
      return json('conversation', made, options);
    },

    async readConversation(conversationId, options = {}) {
      const made = conversationCall(conversationId, 'conversation', 'GET', '', '');
      const { beforeSend, withoutRetry } = options;
      return json('conversation', { ...made, beforeSend, withoutRetry }, options);
    },

    async deleteConversation(conversationId, mode, options = {}) {
      const made = conversationCall(conversationId, 'conversation', 'DELETE', '', '');
      made.request.url.searchParams.set('mode', mode);
      return sendDelete(made, options);
    },

    async endMonitoring(conversationId, options = {}) {
      const made = conversationCall(conversationId, 'conversation', 'DELETE', '', '');
      const segment = pathSegment('conversation id', conversationId);
      made.request.url = addressUnder(baseUrl, `/api/subscriptions/${segment}/aml`);
      made.request.path = '/api/subscriptions/{conversationId}/aml';
      return sendDelete(made, options);
    },

    async readMetadata(conversationId, options = {}) {
      return json(
        'metadata',
        conversationCall(conversationId, 'metadata', 'GET', '/identity/metadata', '/identity/metadata'),
        options,
      );
    },

    async openMedia(conversationId, mediaId, options = {}) {
      const { range, signal } = options;
      if (range !== undefined && !/^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)) {
        throw new Failure({ code: 'invalid-input', ...inputMessages.range() });
      }
      const made = conversationCall(
        conversationId,
        'medium',
        'GET',
        '/identity/metadata/media/{id}',
        `/identity/metadata/media/${pathSegment('media id', mediaId)}`,
        { accept: '*/*', ...omitUndefined({ range }) },
      );
      made.request.download = true;
      return call({ ...made, onAttempt: options.onAttempt }, signal, mediaReply);
    },

    async readHeadlessPage(conversationId, userIp, options = {}) {
      const made = conversationCall(
        conversationId,
        'headless page',
        'GET',
        '/headless',
        '/headless',
        userIpHeader(userIp),
      );
      return json('headlessPage', made, options);
    },

    async submitHeadlessPage(conversationId, next, args, userIp, options = {}) {
      const made = conversationCall(
        conversationId,
        'headless step',
        'POST',
        '/headless/{next}',
        `/headless/${pathSegment('step id', next)}`,
        { ...userIpHeader(userIp), 'content-type': 'application/json' },
      );
      made.request.body = JSON.stringify({ args });
      return json('headlessPage', { ...made, effect: 'submit' }, options);
    },

    async readDatabaseVerification(conversationId, options = {}) {
      const path = '/databaseVerification/info';
      return json(
        'databaseVerificationInfo',
        conversationCall(conversationId, 'database verification', 'GET', path, path),
        options,
      );
    },
  };
}

/** Interface 4.6 and 4.7: a required IP address. */
function userIpHeader(userIp: string): Record<string, string> {
  if (isIP(userIp) === 0) {
    throw new Failure({ code: 'invalid-input', ...inputMessages.userIp() });
  }
  return { 'x-user-ip': userIp };
}
