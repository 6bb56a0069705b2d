import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, refusalResponse } from '../server/errors.ts';
import { type Bytes, bytesResponse, jsonResponse, type SandboxResponse } from '../server/response.ts';
import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

/** Returns the response changed by the fault. `genuine` runs the operation; it is not called where the fault replaces the response. */
export async function applyFault(
  world: World,
  fault: Fault,
  genuine: () => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  if (fault.delayMs > 0) {
    await wait(fault.delayMs, undefined, { signal: world.closing, ref: false });
  }
  let response = replacement(world, fault) ?? (await genuine());
  response = { ...response, headers: { ...response.headers, ...fault.headers } };
  if (fault.truncate !== false) {
    response = await truncateResponse(response, fault.truncate);
  }
  if (fault.disconnectAfterBytes !== undefined) {
    response = await disconnect(response, fault.disconnectAfterBytes);
  }
  if (fault.drip !== undefined && response.body !== undefined) {
    response = { ...response, body: drip(response.body, fault.drip, world.closing) };
  }
  return response;
}

/** Returns the response that replaces the operation's, where the fault defines one. */
function replacement(world: World, fault: Fault): SandboxResponse | undefined {
  const { body, contentType } = fault;
  if (fault.html !== false) {
    const page = typeof fault.html === 'string' ? fault.html : gatewayPage(fault.status ?? 502);
    return bytesResponse(fault.status ?? 502, Buffer.from(page), contentType ?? 'text/html; charset=utf-8');
  }
  if (fault.malformed) {
    const text = '{"id": "b3574322", "status": FINISHED, "result": {"identity": }';
    return bytesResponse(fault.status ?? 200, Buffer.from(text), contentType ?? world.mediaType);
  }
  if (typeof body === 'string') {
    return bytesResponse(fault.status ?? 200, Buffer.from(body), contentType ?? 'text/plain; charset=utf-8');
  }
  if (body !== undefined) {
    return jsonResponse(fault.status ?? 200, body, contentType ?? world.mediaType);
  }
  if (fault.status === undefined) {
    return undefined;
  }
  // The service's own body for that status is used if none is given: an error object, or none (interface 7.1).
  return refusalResponse(
    new Refusal(fault.status, `A fault of status ${fault.status}, as requested`),
    world.mediaType,
  );
}

function gatewayPage(status: number): string {
  return `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>The gateway says no. <script>document.title = 'this must never run'</script></p></body></html>`;
}

async function truncateResponse(
  response: SandboxResponse,
  truncate: true | number,
): Promise<SandboxResponse> {
  const { body = new Uint8Array(0) } = response;
  const whole = body instanceof Uint8Array ? body : await buffer(body);
  const part = whole.subarray(0, truncate === true ? Math.floor(whole.byteLength / 2) : truncate);
  // The length is that of what is left: to HTTP the response is complete, only its JSON is not.
  return {
    ...response,
    headers: { ...response.headers, 'content-length': String(part.byteLength) },
    body: part,
  };
}

async function disconnect(response: SandboxResponse, bytes: number): Promise<SandboxResponse> {
  if (bytes === 0) {
    const { body: _body, ...head } = response;
    return { ...head, abort: true };
  }
  return { ...response, abort: true, body: firstOf(response.body ?? new Uint8Array(0), bytes) };
}

async function* firstOf(body: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    yield part.subarray(0, left);
    left -= part.byteLength;
    if (left <= 0) {
      return;
    }
  }
}

/** The most that is caught up after a receiver stopped reading: about what the sockets between hold. */
const maxBehindMs = 20;

async function* drip(
  body: Bytes,
  { bytes, everyMs }: { bytes: number; everyMs: number },
  closing: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Parts are due by the clock, so that late timers and a slow receiver do not add to the whole time.
  let due = performance.now();
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    for (let at = 0; at < part.byteLength; at += bytes) {
      yield part.subarray(at, at + bytes);
      const now = performance.now();
      due = Math.max(due + everyMs, now - maxBehindMs);
      if (due > now) {
        await wait(due - now, undefined, { signal: closing, ref: false });
      }
    }
  }
}
