import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Failure } from '../../main/common/failure.ts';
import type { ServiceClient } from '../../main/service/port.ts';
import { parseLeniently } from '../../main/service/response/lenient.ts';
import { parseJson } from '../../main/service/response/parse.ts';
import { createServices, type ServiceDirectory } from '../../main/service/services.ts';
import { failureView } from '../../preload/contract/envelope.ts';
import { conversation } from '../../preload/contract/service/conversation.ts';
import { databaseVerificationInfo } from '../../preload/contract/service/database-verification.ts';
import { callback } from '../../preload/contract/service/documented-names.ts';
import { errorObject } from '../../preload/contract/service/error-object.ts';
import { headlessPage } from '../../preload/contract/service/headless.ts';
import { metadata } from '../../preload/contract/service/metadata.ts';
import { cut, flag, readingNotes } from '../../preload/contract/service/reading.ts';
import { quickSystem, settingsFor } from '../main/service/support/client.ts';
import { type Listening, serveTcp, vendorType } from '../main/service/support/server.ts';
import { fuzzRuns } from '../support/full-tests.ts';

const schemas: [string, z.ZodType][] = [
  ['conversation', conversation],
  ['metadata', metadata],
  ['headless page', headlessPage],
  ['database verification', databaseVerificationInfo],
  ['error object', errorObject],
  ['callback', callback],
];

/** Every valid member of the interface and the field notes. */
const sample = {
  id: 'c1',
  userKey: 'u',
  url: 'https://example.test/c1',
  status: 'FINISHED',
  message: 'words',
  statusDetail: 'ConversationAlreadyFinished',
  violations: [{ field: 'query', message: 'must not be null' }],
  component: 'A/B',
  next: 'n1',
  args: ['code'],
  source: [{ name: 'MATCHING', status: 'FINISHED', errors: ['SOURCE_UNAVAILABLE'] }],
  media: [{ id: 'm1', type: 'FACE', contentType: 'image/jpeg' }],
  list: { media: [{ id: 'm2', type: 'DOCUMENT', subtype: 'PASSPORT' }] },
  info: [{ country: 'EE', method: 'bank' }],
  payload: { conversation: { id: 'c1', status: 'FINISHED' } },
  result: {
    identity: {
      status: 'PARTIAL',
      errors: ['SCAN_DOCUMENT_EXPIRED'],
      checks: [{ name: 'CONSISTENCY_CHECK', result: 'FAILED', details: { field: 'x' } }],
      user: {
        person: {
          name: { firstName: 'Ada', lastName: 'Specimen', spelling: { aliasName: 'A' } },
          ids: { driverLicence: { categories: [{ category: 'B', limitations: ['01'] }] } },
          info: { age: 36, foreignerStatus: false },
          address: { city: 'Tallinn' },
        },
        company: { name: 'Specimen Ltd', ids: { accounts: [{ swiftbic: 'X' }] } },
      },
    },
    aml: { status: 'FINISHED', found: ['PEP'], subscription: { active: true } },
    verify: { status: 'FINISHED', reliability: 0.8, details: [{ field: 'x', similarity: 1 }] },
    auth: { status: 'FINISHED', token: 't', challenge: 'c' },
    enquiry: { status: 'FINISHED', formData: {} },
  },
};

type Node = Record<string, unknown> | unknown[];

function containersIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) {
    return [];
  }
  return [node as Node, ...Object.values(node).flatMap(containersIn)];
}

const oddNames = fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '', 'id', 'status', '0');
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, '', 0, -1, 1e308, true, [], {}, [[]], [null], '\ud800'),
);
/** The sample with some members replaced, removed or added. */
const mutated = fc
  .array(fc.record({ where: fc.nat(), which: fc.nat(), value: anything, name: fc.option(oddNames) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((changes) => {
    const copy = structuredClone(sample);
    for (const { where, which, value: drawn, name } of changes) {
      const value = structuredClone(drawn);
      const containers = containersIn(copy);
      const container = containers[where % containers.length] as Record<string, unknown>;
      const names = Object.keys(container);
      const known = names[which % Math.max(1, names.length)] ?? '0';
      const member = Array.isArray(container) ? known : (name ?? known);
      Object.defineProperty(container, member, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    // As received from the network: own members only, whatever their names.
    return JSON.parse(JSON.stringify(copy)) as Record<string, unknown>;
  });

describe.each(schemas)('reading a %s', (_, schema) => {
  function reads(json: Record<string, unknown>): void {
    const before = JSON.stringify(json);
    const { value, flags, cuts } = parseLeniently(schema, json);
    expect(schema.safeParse(value).success).toBe(true);
    for (const one of flags) {
      flag.parse(one);
    }
    for (const one of cuts) {
      cut.parse(one);
    }
    expect(JSON.stringify(json)).toBe(before);
  }

  test('any JSON object gives a view', () => {
    fc.assert(fc.property(fc.dictionary(fc.oneof(oddNames, fc.string()), anything), reads), {
      numRuns: fuzzRuns(200),
    });
  });

  test('a response with members changed at random gives a view', () => {
    fc.assert(fc.property(mutated, reads), { numRuns: fuzzRuns(300) });
  });
});

test('no response changes built-in objects', () => {
  fc.assert(
    fc.property(mutated, (json) => {
      parseLeniently(conversation, json);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
  );
});

describe('bytes', () => {
  const whole = Buffer.from(JSON.stringify(sample));

  test('any truncated response is reported as truncated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (length) => {
        expect(parseJson(whole.subarray(0, length))).toEqual({ ok: false, reason: 'truncated' });
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  test('any bytes are JSON or reported as what they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (noise, at) => {
        const spoiled = Buffer.from(whole);
        spoiled.set(noise, at % (whole.length - noise.length));
        for (const bytes of [noise, spoiled]) {
          const parsed = parseJson(bytes);
          if (!parsed.ok) {
            expect(['empty', 'truncated', 'not-json']).toContain(parsed.reason);
          }
        }
      }),
      { numRuns: fuzzRuns(300) },
    );
  });
});

describe('the whole client', () => {
  let answer: Uint8Array = new Uint8Array();
  let server: Listening;
  let services: ServiceDirectory;
  let client: ServiceClient;

  beforeAll(async () => {
    // A bare socket, which can also answer with something other than HTTP.
    server = await serveTcp((socket) => socket.once('data', () => socket.end(answer)));
    const settings = settingsFor(server.url, {
      timeouts: { connectMs: 2000, headersMs: 2000, idleMs: 2000, totalMs: 60_000 },
    });
    services = createServices({
      settings: () => settings,
      apiKey: async () => ({ login: 'fuzz-login', password: 'fuzz-password' }),
      system: quickSystem(),
    });
    client = services.client('one');
  });
  afterAll(async () => {
    await services.close();
    await server.close();
  });

  async function viewOrFailure(): Promise<void> {
    const calls = [
      client.readConversation('c1').then(({ value, notes }) => {
        readingNotes.parse(notes);
        expect(conversation.safeParse(value).success).toBe(true);
      }),
      client.readMetadata('c1').then(({ value }) => expect(metadata.safeParse(value).success).toBe(true)),
      client.deleteConversation('c1', 'EXPIRE'),
      client.openMedia('c1', 'm1').then(async ({ body }) => {
        for await (const _ of body) {
        }
      }),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === 'fulfilled') {
        continue;
      }
      if (!(outcome.reason instanceof Failure)) {
        throw outcome.reason;
      }
      const view = failureView.parse(outcome.reason.view());
      expect(view.message).not.toBe('');
      expect(view.hint).toBeTruthy();
      expect(JSON.stringify(view)).not.toContain('fuzz-password');
    }
  }

  const statuses = fc.constantFrom(
    200,
    200,
    200,
    202,
    204,
    206,
    301,
    400,
    401,
    402,
    403,
    404,
    407,
    409,
    410,
    429,
    500,
    503,
  );
  const types = fc.constantFrom(
    vendorType,
    'application/json',
    'text/html',
    'text/plain',
    '',
    'application/json; charset=',
  );
  const bodies = fc.oneof(
    mutated.map((json) => Buffer.from(JSON.stringify(json))),
    fc.tuple(mutated, fc.nat()).map(([json, at]) => {
      const bytes = Buffer.from(JSON.stringify(json));
      return bytes.subarray(0, at % bytes.length);
    }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.jsonValue().map((json) => Buffer.from(JSON.stringify(json))),
    fc.constant(Buffer.from('<!doctype html><script>fuzz-password</script>')),
  );

  test('any HTTP response gives a view or a failure with a message', async () => {
    await fc.assert(
      fc.asyncProperty(
        statuses,
        types,
        bodies,
        fc.integer({ min: -5, max: 5 }),
        async (status, type, body, off) => {
          const length = Math.max(0, body.length + off);
          const head = `HTTP/1.1 ${status} x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\nretry-after: 0\r\n\r\n`;
          answer = Buffer.concat([Buffer.from(head), body]);
          await viewOrFailure();
        },
      ),
      { numRuns: fuzzRuns(150) },
    );
  });

  test('any bytes give a failure with a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (noise, begins) => {
        answer = begins ? Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n'), noise]) : noise;
        await viewOrFailure();
      }),
      { numRuns: fuzzRuns(60) },
    );
  });
});
