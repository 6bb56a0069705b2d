import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Conversation } from './conversation.ts';
import type { Ending } from './endings.ts';
import { Input } from './input.ts';
import type { Json, JsonObject } from './json.ts';
import type { Content } from './media/medium.ts';
import { mediumId } from './media/specimens.ts';
import { amlOf, commandedConversation } from './operations/find-conversation.ts';
import { Refusal } from './server/errors.ts';
import type { Parameters } from './server/routing.ts';
import {
  changeAmlHits,
  expireConversation,
  finishConversation,
  removeData,
  sendInterimResult,
  setSubscription,
  startConversation,
} from './transitions.ts';
import type { World } from './world.ts';

interface Command {
  method: 'GET' | 'POST';
  path: string;
  run: (request: CommandRequest) => Json | Promise<Json>;
}

interface CommandRequest {
  world: World;
  body: JsonObject;
  parameters: Parameters;
}

const tenYearsMs = 10 * 366 * 24 * 3600 * 1000;
const maxMedia = 1000;

/** All control commands; the sandbox's README describes each. */
export const controlCommands: readonly Command[] = [
  {
    method: 'GET',
    path: '/conversations',
    run: ({ world }) => [...world.conversations.values()].map(summary),
  },
  { method: 'POST', path: '/conversations/{id}/start', run: start },
  { method: 'POST', path: '/conversations/{id}/complete', run: complete },
  { method: 'POST', path: '/conversations/{id}/expire', run: expireOne },
  { method: 'POST', path: '/conversations/{id}/retire', run: retireOne },
  { method: 'POST', path: '/conversations/{id}/subscription', run: subscription },
  { method: 'POST', path: '/conversations/{id}/media', run: addMedium },
  { method: 'GET', path: '/clock', run: ({ world }) => ({ now: new Date(world.clock.now()).toISOString() }) },
  { method: 'POST', path: '/clock', run: moveClock },
  { method: 'POST', path: '/faults', run: ({ world, body }) => ({ times: world.faults.arrange(body) }) },
  { method: 'GET', path: '/faults', run: ({ world }) => ({ arranged: world.faults.count() }) },
  { method: 'POST', path: '/reset', run: reset },
  { method: 'GET', path: '/authority', run: ({ world }) => ({ certificate: world.authority.certificate }) },
  { method: 'POST', path: '/authority', run: trustAuthority },
  { method: 'POST', path: '/certificates', run: issueCertificate },
  {
    method: 'GET',
    path: '/deliveries',
    run: ({ world }) => world.callbacks.attempts().map((attempt) => ({ ...attempt })),
  },
];

function start({ world, body, parameters }: CommandRequest): Json {
  new Input(body, []);
  const conversation = commandedConversation(world, parameters.id, 'be active');
  startConversation(conversation);
  return summary(conversation);
}

function complete({ world, body, parameters }: CommandRequest): Json {
  const input = new Input(body, ['outcome', 'ending', 'cause', 'found', 'inStages']);
  const outcome = input.choice('outcome', ['FINISHED', 'CANCELED']);
  if (outcome === undefined) {
    throw input.wrong('outcome', 'must be FINISHED or CANCELED');
  }
  const ending = outcome === 'CANCELED' ? ({ kind: 'canceled' } as const) : readEnding(input);
  const inStages = input.boolean('inStages') ?? false;
  const conversation = commandedConversation(world, parameters.id, 'be active');
  if (inStages) {
    sendInterimResult(world, conversation, ending);
  }
  finishConversation(world, conversation, ending);
  return summary(conversation);
}

/** Expires a conversation like one that was not finished in time; only an active one can expire (interface 3.1). */
function expireOne({ world, body, parameters }: CommandRequest): Json {
  new Input(body, []);
  const conversation = commandedConversation(world, parameters.id);
  expireConversation(world, conversation);
  return summary(conversation);
}

function readEnding(input: Input): Ending {
  const kind = input.choice('ending', ['well', 'part', 'failed', 'hit']) ?? 'well';
  const cause = input.text('cause', /^[A-Z][A-Z0-9_]{0,99}$/, 'a cause code') ?? 'SCAN_DOCUMENT_TOO_BLURRY';
  const lists = input.texts('found') ?? ['PEP'];
  if (kind === 'well') {
    return { kind };
  }
  return kind === 'hit' ? { kind, found: lists } : { kind, cause };
}

function retireOne({ world, body, parameters }: CommandRequest): Json {
  new Input(body, []);
  const conversation = commandedConversation(world, parameters.id, 'be known');
  removeData(world, conversation);
  return { id: conversation.id, gone: true };
}

function subscription({ world, body, parameters }: CommandRequest): Json {
  const input = new Input(body, ['active', 'newData']);
  const active = input.boolean('active');
  const lists = input.texts('newData');
  if (active === undefined && lists === undefined) {
    throw input.wrong('active', 'or newData is needed');
  }
  const conversation = commandedConversation(world, parameters.id);
  const aml = amlOf(conversation);
  if (active !== undefined) {
    setSubscription(world, conversation, active);
  }
  if (lists !== undefined) {
    changeAmlHits(world, conversation, lists);
  }
  return { ...summary(conversation), found: aml.found ?? [], subscription: aml.subscription ?? null };
}

function addMedium({ world, body, parameters }: CommandRequest): Json {
  const input = new Input(body, ['bytes', 'contentType', 'fileName', 'type']);
  const bytes = input.integer('bytes', 0, 2 ** 40);
  if (bytes === undefined) {
    throw input.wrong('bytes', 'is needed');
  }
  const contentType =
    input.text('contentType', /^[\w.+-]+\/[\w.+-]+$/, 'a media type') ?? 'application/octet-stream';
  const fileName = input.text('fileName', /^[^\p{Cc}]{1,255}$/u, 'a file name') ?? 'generated.bin';
  const type = input.choice('type', ['DOCUMENT', 'FACE', 'REPORT']) ?? 'DOCUMENT';
  const conversation = commandedConversation(world, parameters.id);
  if (conversation.media.length >= maxMedia) {
    throw new Refusal(409, `There are ${maxMedia} media already`);
  }
  const id = mediumId(conversation.id, `generated ${conversation.media.length}`);
  const content = generatedContent(bytes, contentType);
  const medium = { id, type, subtype: '', variant: '', contentType, fileName, open: async () => content };
  conversation.media = [...conversation.media, medium];
  return { id, bytes, contentType };
}

async function moveClock({ world, body }: CommandRequest): Promise<Json> {
  const input = new Input(body, ['advanceMs', 'stamp']);
  const advanceMs = input.integer('advanceMs', 0, tenYearsMs);
  const stamp = input.choice('stamp', ['clock', 'wall']);
  if (advanceMs === undefined && stamp === undefined) {
    throw input.wrong('advanceMs', 'is needed');
  }
  if (stamp !== undefined) {
    world.callbacks.stampWith(stamp);
  }
  const attempts = advanceMs === undefined ? 0 : await world.clock.advance(advanceMs);
  return { now: new Date(world.clock.now()).toISOString(), attempts };
}

function trustAuthority({ world, body }: CommandRequest): Json {
  const input = new Input(body, ['trust']);
  const pem = input.text('trust', /^[\x20-\x7e\r\n\t]{1,100000}$/, 'a certificate as PEM');
  if (pem === undefined) {
    throw input.wrong('trust', 'is needed');
  }
  try {
    world.trust.add(pem);
  } catch {
    throw input.wrong('trust', 'must be a certificate as PEM');
  }
  return { trusted: true };
}

function issueCertificate({ world, body }: CommandRequest): Json {
  const input = new Input(body, ['names']);
  const names = input.texts('names') ?? ['127.0.0.1', 'localhost', '::1'];
  if (names.length === 0 || !names.every(isServerName)) {
    throw input.wrong('names', 'must be host names and IP addresses');
  }
  const { certificate, key } = world.authority.issue(names, Date.now());
  return { certificate, key, authority: world.authority.certificate };
}

function isServerName(name: string): boolean {
  return isIP(name) === 0
    ? /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,9}$/i.test(name)
    : !name.includes('%');
}

function reset({ world, body }: CommandRequest): Json {
  new Input(body, []);
  world.reset();
  return { conversations: world.conversations.size };
}

function summary({ id, title, status, gone }: Conversation): JsonObject {
  return { id, title, status, gone };
}

/** The first bytes of a file of each type; a generated file begins with them but cannot be displayed. */
const firstBytes: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'application/pdf': [...Buffer.from('%PDF-1.4\n')],
  'video/webm': [0x1a, 0x45, 0xdf, 0xa3],
  'video/mp4': [0, 0, 0, 0x18, ...Buffer.from('ftypisom')],
};

/** A prime, so that the pattern does not repeat at the size of a reader's buffers. */
const patternBytes = 262_139;
const chunkBytes = 256 * 1024;

/**
 * Returns a file of any size that takes no memory: byte i is byte i modulo a prime of a fixed pattern, so a reader can check every
 * byte of it, and any stretch can be made without what comes before.
 */
function generatedContent(length: number, contentType: string): Content {
  const first = Buffer.from(firstBytes[contentType] ?? []).subarray(0, length);
  let pattern: Buffer | undefined;
  return {
    length,
    async *slice(start, end) {
      // Twice over, so that every chunk is one contiguous view.
      pattern ??= bytesOf(patternBytes + chunkBytes);
      let at = start;
      if (at < first.length) {
        yield first.subarray(at, end);
        at = Math.min(first.length, end);
      }
      while (at < end) {
        const size = Math.min(chunkBytes, end - at);
        const from = at % patternBytes;
        yield pattern.subarray(from, from + size);
        at += size;
      }
    },
  };
}

function bytesOf(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(patternBytes / 32) }, (_, index) =>
    createHash('sha256').update(`generated ${index}`).digest(),
  );
  const once = Buffer.concat(blocks).subarray(0, patternBytes);
  return Buffer.concat([once, once], length);
}
