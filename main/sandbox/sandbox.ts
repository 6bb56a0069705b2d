import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Authority } from './certificates/authority.ts';
import { applyFault } from './faults/apply-fault.ts';
import { faultList } from './faults/faults.ts';
import { answer, isRouted } from './server/api.ts';
import { type ApiKey, randomApiKey, randomSigningKey } from './server/credentials.ts';
import { Refusal, refusalResponse } from './server/errors.ts';
import { readRequest, type SandboxRequest } from './server/request.ts';
import { emptyResponse, type SandboxResponse } from './server/response.ts';
import { createWorld, type World } from './world.ts';

/** Called for each request: may answer itself, or change the sandbox's response. */
export type Extension = (
  request: SandboxRequest,
  next: () => Promise<SandboxResponse>,
) => Promise<SandboxResponse>;

export interface SandboxOptions {
  /** 0 (default) for any free port. */
  port?: number;
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
  /** Its parts, for what controls it. */
  world: World;
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
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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
    faults: faultList(isRouted),
    closing: closing.signal,
  });
  const extension: Extension = extend?.(world) ?? ((_request, next) => next());

  server.on('request', async (incoming, outgoing) => {
    const request = readRequest(incoming);
    const ownAnswer = () => {
      const fault = world.faults.take(request);
      const genuine = () => answer(world, request);
      return fault === undefined ? genuine() : applyFault(world, fault, genuine);
    };
    const response = await extension(request, ownAnswer).catch((error: unknown) =>
      error instanceof Refusal ? refusalResponse(error, world.mediaType) : emptyResponse(500),
    );
    await writeResponse(outgoing, response);
  });

  return {
    baseUrl,
    tokenUrl: `${baseUrl}/api/oauth2/token`,
    apiKey,
    signingKey,
    authority: authority.certificate,
    world,
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

/** Sends a response. Every one carries `x-request-id` (field notes, "Transport"). */
async function writeResponse(outgoing: ServerResponse, response: SandboxResponse): Promise<void> {
  const { body } = response;
  if (response.abort === true && body === undefined) {
    // A reset, so that the client sees the connection break before the first byte of the response.
    outgoing.socket?.resetAndDestroy();
    return;
  }
  outgoing.writeHead(response.status, { 'x-request-id': randomUUID(), ...response.headers });
  if (outgoing.req.method === 'HEAD' || body === undefined) {
    outgoing.end();
    return;
  }
  if (body instanceof Uint8Array && response.abort !== true) {
    outgoing.end(body);
    return;
  }
  const source =
    body instanceof Uint8Array ? Readable.from([body]) : Readable.from(body, { objectMode: false });
  try {
    await pipeline(source, outgoing, { end: response.abort !== true });
    // The bytes already written are still sent; then the connection closes in the middle of the body.
    if (response.abort === true) {
      outgoing.socket?.destroySoon();
    }
  } catch {
    // The client disconnected, or the body was cut off on purpose: the connection cannot be used again.
    outgoing.destroy();
  }
}
