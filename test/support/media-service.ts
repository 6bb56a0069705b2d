import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import type { Wire } from './wire.ts';

/** A file served by a {@link MediaService}. */
export interface ServedMedium {
  id: string;
  contentType: string;
  bytes: Uint8Array;
  /** True if ranges are supported; `claimed` if the headers say so but the whole file is sent. */
  sendsParts?: boolean | 'claimed';
  /** Breaks the connection after this many bytes, fewer than announced. */
  breaksAfter?: number;
  /** The same, for one request only. */
  breaksOnce?: number;
  /** After that one request, the status of the next ones for this file. */
  thenRefuses?: 404 | 410;
  /** After that one request, the token that it was asked for with has expired. */
  thenExpires?: boolean;
  /** Sends this many bytes and then nothing more, with the connection open. */
  stallsAfter?: number;
  /** After that, the file is another one of this length. */
  shrinksTo?: number;
  type?: string;
}

/** A medium as a component test asks for it: with the content of a file in `media-files.ts`, or a JPEG of its own. */
export interface AskedMedium extends Omit<Partial<ServedMedium>, 'bytes'> {
  file?: string;
  /** In base64. */
  jpeg?: string;
  /** The Exif tag that the JPEG is given. */
  orientation?: number;
}

/** A service with one conversation and the given media, with or without range support. */
export interface MediaService {
  baseUrl: string;
  conversationId: string;
  media: ServedMedium[];
  /** The media of other conversations, by their ids. */
  others: Map<string, ServedMedium[]>;
  /** The number of tokens that were asked for; only the last one is accepted. */
  tokens: number;
  /** Members of the conversation that replace the usual ones. */
  change: Record<string, unknown>;
  /** The Range headers of the media requests; '' if there was none. */
  ranges: string[];
  /** The media requests: which file, and the Range header, '' if there was none. */
  requests: { mediaId: string; range: string }[];
  /** Bytes of media written so far. */
  sent: number;
  /** Adds it as an environment with credentials for this session and selects it. */
  join(wire: Pick<Wire, 'bridge'>, scheme?: 'basic' | 'oauth'): Promise<string>;
  close(): Promise<void>;
}

const mediaType = 'application/vnd.service.v1.1+json';

export async function startMediaService(media: ServedMedium[]): Promise<MediaService> {
  const server = createServer((request, response) => answer(service, request, response));
  const port = await listen(server);
  const service: MediaService = {
    baseUrl: `http://127.0.0.1:${port}`,
    conversationId: '3d6c1f7e-52a4-4b0e-9a31-7c5b08f2e4d1',
    media,
    others: new Map(),
    tokens: 0,
    change: {},
    ranges: [],
    requests: [],
    sent: 0,
    async join({ bridge }, scheme = 'basic') {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id } = await bridge.invoke('environments.save', {
        settings: {
          name: 'Media',
          kind: 'test',
          baseUrl: service.baseUrl,
          proxy: { mode: 'none' },
          authentication:
            scheme === 'basic' ? { scheme } : { scheme, tokenUrl: '', clientAuthentication: 'body' },
        },
      });
      await bridge.invoke('credentials.save', {
        kind: 'api-key',
        environmentId: id,
        login: 'media-login',
        password: 'media-password-1',
      });
      await bridge.invoke('environments.select', { environmentId: id });
      return id;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

function answer(service: MediaService, request: IncomingMessage, response: ServerResponse): unknown {
  const [, , , conversationId, , , , mediaId] = (request.url ?? '').split('/').map(decodeURIComponent);
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': mediaType }).end(JSON.stringify(body));
  if (request.url === '/api/oauth2/token') {
    service.tokens += 1;
    return json(200, { access_token: tokenOf(service), token_type: 'bearer', expires_in: 3600 });
  }
  const { authorization } = request.headers;
  if (authorization?.startsWith('Bearer') && authorization !== `Bearer ${tokenOf(service)}`) {
    return json(401, { status: 'UNAUTHORIZED', message: 'Token expired', violations: [] });
  }
  const media =
    conversationId === service.conversationId ? service.media : service.others.get(conversationId ?? '');
  if (!media) {
    return json(404, { status: 'NOT_FOUND', message: 'Conversation not found', violations: [] });
  }
  if (mediaId !== undefined) {
    const medium = media.find(({ id }) => id === mediaId);
    if (!medium) {
      return json(404, { status: 'NOT_FOUND', message: 'No such media', violations: [] });
    }
    if (medium.thenRefuses !== undefined && medium.breaksOnce === undefined) {
      const status = medium.thenRefuses === 410 ? 'GONE' : 'NOT_FOUND';
      return json(medium.thenRefuses, { status, message: 'No such media', violations: [] });
    }
    return sendMedium(service, medium, request, response);
  }
  if ((request.url ?? '').endsWith('/identity/metadata')) {
    const listed = media.map(({ id, contentType, type = 'REPORT' }) => ({ id, type, contentType }));
    return json(200, { id: conversationId, media: listed });
  }
  return json(200, {
    id: conversationId,
    userKey: 'user-1',
    url: 'https://user.example/',
    status: 'FINISHED',
    result: { identity: { status: 'FINISHED', user: { person: { name: { firstName: 'Anna' } } } } },
    ...service.change,
  });
}

function tokenOf({ tokens }: MediaService): string {
  return `token-${tokens}-of-the-service`;
}

function sendMedium(
  service: MediaService,
  medium: ServedMedium,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { contentType, sendsParts = true, breaksOnce, shrinksTo } = medium;
  const breaksAfter = breaksOnce ?? medium.breaksAfter;
  const stops = breaksAfter ?? medium.stallsAfter;
  const bytes = service.ranges.length > 0 ? medium.bytes.subarray(0, shrinksTo) : medium.bytes;
  if (breaksOnce !== undefined && medium.thenExpires) {
    service.tokens += 1;
  }
  delete medium.breaksOnce;
  const { range } = request.headers;
  service.ranges.push(range ?? '');
  service.requests.push({ mediaId: medium.id, range: range ?? '' });
  const [, first, last] = (sendsParts === true && /^bytes=(\d+)-(\d*)$/.exec(range ?? '')) || [];
  const begin = Number(first ?? 0);
  const end = last ? Math.min(Number(last) + 1, bytes.length) : bytes.length;
  const body = bytes.subarray(begin, stops === undefined ? end : Math.min(end, stops));
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': contentType,
    'content-length': end - begin,
    ...(sendsParts ? { 'accept-ranges': 'bytes' } : {}),
    ...(first === undefined ? {} : { 'content-range': `bytes ${begin}-${end - 1}/${bytes.length}` }),
  });
  service.sent += body.length;
  response.write(body, () => {
    if (breaksAfter !== undefined) {
      response.destroy();
    } else if (stops === undefined) {
      response.end();
    }
  });
}
