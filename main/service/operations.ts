import { isIP } from 'node:net';
import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../common/failure.ts';
import { baseAddress, pathSegment } from './address.ts';
import { createAuthentication } from './authentication/authentication.ts';
import type { ApiKey, Authentication } from './authentication/credentials.ts';
import { createCaller, type Effect, type ServiceCall } from './caller.ts';
import { sanitizeForDisplay } from './error-response/sanitize-for-display.ts';
import { inputMessages } from './messages/settings.ts';
import type { Subject } from './messages/status.ts';
import type { MediaContent, ServiceClient } from './port.ts';
import { drain } from './response/collect.ts';
import { isHtml, mediaTypeOf } from './response/media-type.ts';
import type { ResponseName } from './response/read.ts';
import { type RequestTiming, ResponseReader } from './response/response-reader.ts';
import type { SystemDeps } from './system-deps.ts';
import type { Transport, TransportResponse } from './transport/transport.ts';
import { unreadableResponse } from './transport/unreadable-response.ts';

export interface ClientDeps {
  settings: EnvironmentSettings;
  /** From the keychain; undefined when none was entered. */
  apiKey: () => Promise<ApiKey | undefined>;
  transport: Pick<Transport, 'send'>;
  system: Pick<SystemDeps, 'now' | 'elapsed' | 'random' | 'sleep' | 'redaction'>;
  /** Shared by the clients of all environments, so that its limits apply to them together; a new one when not given. */
  reader?: ResponseReader;
  /** Rejects where a call with this effect is forbidden. */
  permit?: ((effect: Effect) => Promise<void>) | undefined;
}

/** Creates the service of one environment: the eight operations of section 4, and the extension that ends AML monitoring (field notes), with the authentication of section 5. */
export function createServiceClient(
  deps: ClientDeps,
  authentication: Authentication = createAuthentication(deps),
): ServiceClient {
  const { settings, transport, system, permit, reader = new ResponseReader() } = deps;
  const { baseUrl, mediaType } = settings;
  const base = baseAddress(baseUrl);
  const call = createCaller({ transport, authentication, settings, system, permit });

  /** Returns a call on a conversation: `template` is the path after the id as in the interface, `rest` the same with its values. */
  function conversationCall(
    conversationId: string,
    subject: Subject,
    template = '',
    rest = template,
    request: Partial<ServiceCall['request']> = {},
  ): ServiceCall {
    const segment = pathSegment('conversation id', conversationId);
    if (system.redaction.isSecret(conversationId)) {
      throw new Failure({ code: 'invalid-input', ...inputMessages.secretAsId() });
    }
    return {
      request: {
        method: 'GET',
        url: new URL(`${base}/api/conversations/${segment}${rest}`),
        path: `/api/conversations/{conversationId}${template}`,
        conversationId,
        ...request,
        headers: { accept: mediaType, ...request.headers },
      },
      subject,
    };
  }

  const json =
    <N extends ResponseName>(name: N) =>
    (response: TransportResponse, timing: RequestTiming) =>
      reader.read(name, response, timing);

  return {
    async createConversation(request, options = {}) {
      const serviceCall: ServiceCall = {
        request: {
          method: 'POST',
          url: new URL(`${base}/api/conversations`),
          path: '/api/conversations',
          headers: { accept: mediaType, 'content-type': mediaType },
          body: JSON.stringify(request),
        },
        effect: 'create',
        subject: 'creation',
      };
      return call(serviceCall, options, json('conversation'));
    },

    async readConversation(conversationId, options = {}) {
      return call(conversationCall(conversationId, 'conversation'), options, json('conversation'));
    },

    async deleteConversation(conversationId, mode, options = {}) {
      const serviceCall = conversationCall(conversationId, 'conversation', '', `?mode=${mode}`, {
        method: 'DELETE',
      });
      return call({ ...serviceCall, effect: 'delete' }, options, acceptance);
    },

    async endMonitoring(conversationId, options = {}) {
      const segment = pathSegment('conversation id', conversationId);
      const serviceCall = conversationCall(conversationId, 'conversation', '', '', {
        method: 'DELETE',
        url: new URL(`${base}/api/subscriptions/${segment}/aml`),
        path: '/api/subscriptions/{conversationId}/aml',
      });
      return call({ ...serviceCall, effect: 'delete' }, options, acceptance);
    },

    async readMetadata(conversationId, options = {}) {
      const serviceCall = conversationCall(conversationId, 'metadata', '/identity/metadata');
      return call(serviceCall, options, json('metadata'));
    },

    async openMedia(conversationId, mediaId, { range, ...options } = {}) {
      if (range !== undefined && !/^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range)) {
        throw new Failure({ code: 'invalid-input', ...inputMessages.range() });
      }
      const serviceCall = conversationCall(
        conversationId,
        'medium',
        '/identity/metadata/media/{id}',
        `/identity/metadata/media/${pathSegment('media id', mediaId)}`,
        { headers: { accept: '*/*', ...omitUndefined({ range }) }, download: true },
      );
      return call(serviceCall, options, mediaResponse);
    },

    async readHeadlessPage(conversationId, userIp, options = {}) {
      const serviceCall = conversationCall(conversationId, 'headless page', '/headless', '/headless', {
        headers: userIpHeader(userIp),
      });
      return call(serviceCall, options, json('headlessPage'));
    },

    async submitHeadlessPage(conversationId, next, args, userIp, options = {}) {
      const serviceCall = conversationCall(
        conversationId,
        'headless step',
        '/headless/{next}',
        `/headless/${pathSegment('step id', next)}`,
        {
          method: 'POST',
          headers: { ...userIpHeader(userIp), 'content-type': 'application/json' },
          body: JSON.stringify({ args }),
        },
      );
      return call({ ...serviceCall, effect: 'submit' }, options, json('headlessPage'));
    },

    async readDatabaseVerification(conversationId, options = {}) {
      const serviceCall = conversationCall(
        conversationId,
        'database verification',
        '/databaseVerification/info',
      );
      return call(serviceCall, options, json('databaseVerificationInfo'));
    },
  };
}

/** A 2xx to a DELETE is an acceptance whatever its body; the body is discarded (interface 4.3 shows none). */
async function acceptance({ body, status, requestId }: TransportResponse) {
  drain(body);
  return { status, ...omitUndefined({ requestId }) };
}

/** Interface 4.6 and 4.7: a required IP address. */
function userIpHeader(userIp: string): Record<string, string> {
  if (isIP(userIp) === 0) {
    throw new Failure({ code: 'invalid-input', ...inputMessages.userIp() });
  }
  return { 'x-user-ip': userIp };
}

/**
 * Returns the response of a medium whose body is still arriving, unread (interface 4.5).
 * @throws Failure reply-html for a web page
 */
async function mediaResponse(
  response: TransportResponse,
  { redaction }: Pick<RequestTiming, 'redaction'>,
): Promise<MediaContent> {
  const { headers } = response;
  const mediaType = mediaTypeOf(headers['content-type']);
  // A medium has a file name (interface 4.5); a gateway's page has none and must never be taken for a document.
  if (isHtml(mediaType, new Uint8Array()) && headers['content-disposition'] === undefined) {
    response.body.destroy();
    throw unreadableResponse(response, 'html', { mediaType }, { mediaType });
  }
  const coding = headers['content-encoding'] !== undefined;
  // Part of a compressed file cannot be decompressed.
  if (coding || (response.isDecoded && response.status === 206)) {
    response.body.destroy();
    const encoding = String(headers['content-encoding'] ?? 'a part of a compressed file');
    const shown = sanitizeForDisplay(encoding, redaction, []);
    throw unreadableResponse(response, 'unknown-coding', { encoding: shown }, {});
  }
  const one = (name: string) => [headers[name]].flat()[0];
  const disposition = one('content-disposition');
  const range = one('content-range');
  const length = one('content-length');
  const bytes = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  return {
    status: response.status,
    contentType: one('content-type') ?? 'application/octet-stream',
    ...omitUndefined({ contentDisposition: disposition, contentRange: range }),
    acceptRanges:
      !response.isDecoded &&
      (response.status === 206 || one('accept-ranges')?.trim().toLowerCase() === 'bytes'),
    ...omitUndefined({ bytes, requestId: response.requestId }),
    body: response.body,
  };
}
