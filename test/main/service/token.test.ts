import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { Redaction } from '../../../main/common/redaction.ts';
import { basicAuthentication } from '../../../main/service/authentication/authentication.ts';
import { secretVariants } from '../../../main/service/authentication/credentials.ts';
import { fetchToken } from '../../../main/service/authentication/fetch-token.ts';
import { oauthAuthentication } from '../../../main/service/authentication/token-cache.ts';
import type { TransportRequest, TransportResponse } from '../../../main/service/transport/transport.ts';

const key = { login: 'a login', password: 'p@ss word' };
const plainKey = { login: 'login', password: 'password' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A token endpoint with these responses in order; the last one repeats. */
function endpoint(...answers: { status?: number; body: unknown; contentType?: string }[]) {
  const requests: TransportRequest[] = [];
  return {
    requests,
    send: async (request: TransportRequest): Promise<TransportResponse> => {
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(request);
      const text = typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body);
      return {
        status: answer?.status ?? 200,
        headers: { 'content-type': answer?.contentType ?? 'application/json' },
        requestId: 'request-1',
        body: Readable.from([Buffer.from(text)]),
        isDecoded: false,
        exchange: { url: request.url } as TransportResponse['exchange'],
      };
    },
  };
}

const ask = (transport: ReturnType<typeof endpoint>, used = key, attempt?: number) =>
  fetchToken(
    {
      baseUrl: 'https://service.test',
      authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' },
    },
    used,
    transport,
    { now: Date.now, redaction: new Redaction() },
    undefined,
    attempt,
  );
const failure = async (call: Promise<unknown>): Promise<Failure> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};
const refused = { status: 401, body: { error: 'invalid_client' } };

describe('a token', () => {
  test.each([
    [3600, 3_600_000],
    ['60', 60_000],
    [0.5, 500],
    [0, undefined],
    [-1, undefined],
    [null, undefined],
    [undefined, undefined],
    ['soon', undefined],
  ])('that expires in %j lives that long, or for the default time', async (given, expected) => {
    const token = await ask(endpoint({ body: { access_token: 'abc', expires_in: given } }));
    expect(token).toEqual({ value: 'abc', expiresInMs: expected });
  });

  test('is requested once more with the unencoded key, only if that was refused and differs', async () => {
    const twice = endpoint(refused, { body: { access_token: 'abc' } });
    expect((await ask(twice)).value).toBe('abc');
    expect(twice.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${base64('a+login:p%40ss+word')}`,
      `Basic ${base64('a login:p@ss word')}`,
    ]);

    const same = endpoint(refused, { body: { access_token: 'abc' } });
    expect((await failure(ask(same, plainKey))).code).toBe('token-refused');
    expect(same.requests).toHaveLength(1);

    const unreadable = endpoint({ body: '<html>' }, { body: { access_token: 'abc' } });
    expect((await failure(ask(unreadable))).code).toBe('token-unreadable');
    expect(unreadable.requests).toHaveLength(1);
  });

  test('is not requested again after an error without a response', async () => {
    let calls = 0;
    const broken = {
      requests: [],
      send: () => {
        calls++;
        return Promise.reject(Object.assign(new Error('broken'), { code: 'token-refused' }));
      },
    };
    await expect(ask(broken)).rejects.toThrow('broken');
    expect(calls).toBe(1);
  });

  test.each([
    [undefined, { attempt: 1, repeat: undefined }],
    [1, { attempt: 1, repeat: undefined }],
    [2, { attempt: 2, repeat: 'retry' }],
  ])('is requested with the number of the attempt: %j', async (attempt, expected) => {
    const asked = endpoint({ body: { access_token: 'abc' } });
    await ask(asked, key, attempt);
    expect(asked.requests).toMatchObject([expected]);
  });

  test.each([
    [401, false],
    [500, false],
    [503, true],
  ])(
    'is not fetched: after %i nothing was done, and it may be tried again: %s',
    async (status, transient) => {
      const { request } = await failure(ask(endpoint({ status, body: {} }), plainKey));
      expect(request).toMatchObject({ performed: 'no', transient, status });
    },
  );

  test('is accepted from statuses 200 to 299 only', async () => {
    const answer = (status: number) => endpoint({ status, body: { access_token: 'abc' } });
    expect((await ask(answer(200))).value).toBe('abc');
    expect((await ask(answer(299))).value).toBe('abc');
    expect((await failure(ask(answer(199), plainKey))).details).toMatchObject({ httpStatus: 199 });
  });

  test('names the endpoint’s error code, and nothing else', async () => {
    const named = await failure(ask(endpoint(refused), plainKey));
    expect(named.message).toContain('invalid_client');
    expect(named.details).toEqual({ endpoint: 'token', httpStatus: 401, host: 'service.test' });
    for (const error of ['p@ss word', 'x'.repeat(41), 'Bad', 'a code', 'code!', ['code'], 7, null]) {
      const other = await failure(ask(endpoint({ status: 401, body: { error } }), plainKey));
      expect(other.message, String(error)).toContain('(401)');
    }
    const text = await failure(ask(endpoint({ status: 401, body: 'no JSON' }), plainKey));
    expect(text.message).toContain('(401)');
  });
});

describe('the secrets of authentication', () => {
  test('are the password and every form in which it is sent', () => {
    expect(secretVariants(key)).toEqual([
      base64('a login:p@ss word'),
      base64('a+login:p%40ss+word'),
      'p%40ss+word',
      'p@ss word',
    ]);
  });

  test('with Basic are known once the key was read, which happens once', async () => {
    let reads = 0;
    const basic = basicAuthentication(async () => {
      reads++;
      return plainKey;
    });
    expect(basic.secrets()).toEqual([]);
    expect(basic.login()).toBeUndefined();
    const header = await basic.authorization();
    expect(await basic.authorization()).toBe(header);
    expect(reads).toBe(1);
    expect(basic.secrets()).toEqual(secretVariants(plainKey));
    expect(basic.mayRetryRejection(header)).toBe(false);
    expect(basic.login()).toBeUndefined();
    await basic.authorization();
    expect(reads).toBe(2);
  });

  test('with OAuth are the key’s and the token', async () => {
    const tokens: string[] = [];
    const oauth = oauthAuthentication(
      async () => plainKey,
      async () => ({ value: 'token-1', expiresInMs: undefined }),
      () => 0,
      (token) => tokens.push(token),
    );
    expect(oauth.secrets()).toEqual([]);
    expect(oauth.login()).toBeUndefined();
    await oauth.authorization();
    expect(oauth.secrets()).toEqual([...secretVariants(plainKey), 'token-1']);
    expect(tokens).toEqual(['token-1']);
  });
});

test.each([
  [100_000, 90_000],
  [3_600_000, 3_540_000],
  [undefined, 300_000],
])('a token that lives %j ms is used until %i ms', async (expiresInMs, until) => {
  let now = 0;
  let fetched = 0;
  const oauth = oauthAuthentication(
    async () => plainKey,
    async () => ({ value: `token-${++fetched}`, expiresInMs }),
    () => now,
    () => undefined,
  );
  expect(await oauth.authorization()).toBe('Bearer token-1');
  now = until - 1;
  expect(await oauth.authorization()).toBe('Bearer token-1');
  now = until;
  expect(await oauth.authorization()).toBe('Bearer token-2');
});
