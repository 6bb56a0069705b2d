import { setTimeout as wait } from 'node:timers/promises';
import { Refusal, refusalReply } from '../server/errors.ts';
import { type Bytes, bytesReply, jsonReply, type Reply } from '../server/reply.ts';
import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

/** Returns the reply changed by the fault. `genuine` runs the operation; it is not called where the fault replaces the reply. */
export async function applyFault(world: World, fault: Fault, genuine: () => Promise<Reply>): Promise<Reply> {
  if (fault.delayMs > 0) {
    await wait(fault.delayMs, undefined, { signal: world.closing, ref: false });
  }
  let reply = replacement(world, fault) ?? (await genuine());
  reply = { ...reply, headers: { ...reply.headers, ...fault.headers } };
  if (fault.truncate !== false) {
    reply = await truncateReply(reply, fault.truncate);
  }
  if (fault.disconnectAfterBytes !== undefined) {
    reply = await disconnect(reply, fault.disconnectAfterBytes);
  }
  if (fault.drip !== undefined && reply.body !== undefined) {
    reply = { ...reply, body: drip(reply.body, fault.drip, world.closing) };
  }
  return reply;
}

/** Returns the reply that replaces the operation's, where the fault defines one. */
function replacement(world: World, fault: Fault): Reply | undefined {
  const { body, contentType } = fault;
  if (fault.html !== false) {
    const page = typeof fault.html === 'string' ? fault.html : gatewayPage(fault.status ?? 502);
    return bytesReply(fault.status ?? 502, Buffer.from(page), contentType ?? 'text/html; charset=utf-8');
  }
  if (fault.malformed) {
    const text = '{"id": "b3574322", "status": FINISHED, "result": {"identity": }';
    return bytesReply(fault.status ?? 200, Buffer.from(text), contentType ?? world.mediaType);
  }
  if (typeof body === 'string') {
    return bytesReply(fault.status ?? 200, Buffer.from(body), contentType ?? 'text/plain; charset=utf-8');
  }
  if (body !== undefined) {
    return jsonReply(fault.status ?? 200, body, contentType ?? world.mediaType);
  }
  if (fault.status === undefined) {
    return undefined;
  }
  // The service's own body for that status is used if none is given: an error object, or none (interface 7.1).
  return refusalReply(
    new Refusal(fault.status, `A fault of status ${fault.status}, as requested`),
    world.mediaType,
  );
}

function gatewayPage(status: number): string {
  return `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>The gateway says no. <script>document.title = 'this must never run'</script></p></body></html>`;
}

async function truncateReply(reply: Reply, truncate: true | number): Promise<Reply> {
  const whole = await collect(reply.body);
  const part = whole.subarray(0, truncate === true ? Math.floor(whole.byteLength / 2) : truncate);
  // The length is that of what is left: to HTTP the reply is complete, only its JSON is not.
  return { ...reply, headers: { ...reply.headers, 'content-length': String(part.byteLength) }, body: part };
}

async function disconnect(reply: Reply, bytes: number): Promise<Reply> {
  if (bytes === 0) {
    const { body: _body, ...head } = reply;
    return { ...head, abort: true };
  }
  return { ...reply, abort: true, body: firstOf(reply.body ?? new Uint8Array(0), bytes) };
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

async function collect(body: Bytes | undefined): Promise<Uint8Array> {
  if (body === undefined) {
    return new Uint8Array(0);
  }
  if (body instanceof Uint8Array) {
    return body;
  }
  const parts: Uint8Array[] = [];
  for await (const part of body) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}
