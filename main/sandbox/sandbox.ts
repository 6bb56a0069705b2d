import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Authority } from './certificates/authority.ts';
import { answer } from './server/api.ts';
import { type ApiKey, randomApiKey, randomSigningKey } from './server/credentials.ts';
import { Refusal, refusalReply } from './server/errors.ts';
import { emptyReply, type Reply } from './server/reply.ts';
import { readRequest, type SandboxRequest } from './server/request.ts';
import { createWorld, type World } from './world.ts';

/** Called for each request: may answer itself, or change the sandbox's reply. */
export type Extension = (request: SandboxRequest, next: () => Promise<Reply>) => Promise<Reply>;

export interface SandboxOptions {
  /** 0 (default) for any free port. */
  port?: number;
  host?: '127.0.0.1';
  /** The seed of the ids and contents of the seeded conversations. */
  seed?: number;
  /** Random when not given. */
  apiKey?: ApiKey;
  signingKey?: string;
  /** The vendor part of the media type: `service` gives application/vnd.service.v1.1+json. */
  mediaVendor?: string;
  /** Demands https of every callbackUrl (interface 1.7). */
  production?: boolean;
  /** Serves https with this key and certificate (PEM). */
  tls?: { key: string; cert: string };
  /** Serves https with a certificate of the sandbox's own authority. */
  https?: boolean;
  /** Certificate authorities (PEM) that receivers of callbacks may have, beside the runtime's and the sandbox's own. */
  callbackAuthorities?: readonly string[];
  /** The directory of the assets; beside this module unless it is bundled elsewhere. */
  assetsDir?: string;
  extend?: (world: World) => Extension;
}

/** A running sandbox. */
export interface RunningSandbox {
  baseUrl: string;
  tokenUrl: string;
  apiKey: ApiKey;
  signingKey: string;
  /** The certificate (PEM) of the sandbox's own authority, made at the start. */
  authority: string;
  /** The conversations at the start. */
  conversations: readonly { id: string; title: string; toReview?: boolean }[];
  close(): Promise<void>;
}

const defaultSeed = 1;

/** Starts the service on loopback, seeded. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { extend } = options;
  const authority = new Authority(Date.now());
  const tls = options.tls ?? (options.https === true ? serverCertificate(authority) : undefined);
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  // Longer than a client's pool keeps an idle connection, so that none is reused at the moment it is closed.
  server.keepAliveTimeout = 65_000;
  const port = await listening(server, options.port ?? 0, options.host ?? '127.0.0.1');
  const baseUrl = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const apiKey = options.apiKey ?? randomApiKey();
  const signingKey = options.signingKey ?? randomSigningKey();
  const closing = new AbortController();
  const world = createWorld({
    baseUrl,
    apiKey,
    signingKey,
    authority,
    callbackAuthorities: options.callbackAuthorities ?? [],
    mediaVendor: options.mediaVendor ?? 'service',
    production: options.production ?? false,
    seed: options.seed ?? defaultSeed,
    assetsDir: options.assetsDir ?? join(import.meta.dirname, 'assets'),
    closing: closing.signal,
  });
  const extension: Extension = extend?.(world) ?? ((_request, next) => next());

  server.on('request', async (incoming, response) => {
    const request = readRequest(incoming);
    const reply = await extension(request, () => answer(world, request)).catch((error: unknown) =>
      error instanceof Refusal ? refusalReply(error, world.mediaType) : emptyReply(500),
    );
    await writeReply(response, reply);
  });

  return {
    baseUrl,
    tokenUrl: `${baseUrl}/api/oauth2/token`,
    apiKey,
    signingKey,
    authority: authority.certificate,
    conversations: [...world.conversations.values()].map(({ id, title, toReview }) => ({
      id,
      title,
      ...(toReview && { toReview }),
    })),
    async close() {
      closing.abort();
      world.clock.reset();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function serverCertificate(authority: Authority): { key: string; cert: string } {
  const { key, certificate } = authority.issue(['127.0.0.1', 'localhost'], Date.now());
  return { key, cert: certificate };
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address: string | AddressInfo | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Sends a reply. Every one carries `x-request-id` (field notes, "Transport"). */
async function writeReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (reply.abort === true && body === undefined) {
    // A reset, so that the client sees the connection break before the first byte of the response.
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(reply.status, { 'x-request-id': randomUUID(), ...reply.headers });
  if (response.req.method === 'HEAD' || body === undefined) {
    response.end();
    return;
  }
  if (body instanceof Uint8Array && reply.abort !== true) {
    response.end(body);
    return;
  }
  const source =
    body instanceof Uint8Array ? Readable.from([body]) : Readable.from(body, { objectMode: false });
  try {
    await pipeline(source, response, { end: reply.abort !== true });
    // The bytes already written are still sent; then the connection closes in the middle of the body.
    if (reply.abort === true) {
      response.socket?.destroySoon();
    }
  } catch {
    // The client disconnected, or the body was cut off on purpose: the connection cannot be used again.
    response.destroy();
  }
}
