import type { Target } from './target.ts';

/** An uninterpreted response; its JSON is parsed on request. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;

  constructor(status: number, headers: Headers, bytes: Buffer) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get json(): Record<string, unknown> {
    return JSON.parse(this.bytes.toString('utf8'));
  }

  /** The value at a path of member names and positions. */
  at(...path: (string | number)[]): unknown {
    return valueAt(this.json, ...path);
  }
}

/** The value at a path of member names and positions; undefined if the path does not exist. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) {
      return undefined;
    }
    found = Reflect.get(found, step);
  }
  return found;
}

export interface CallOptions {
  headers?: Readonly<Record<string, string>>;
  body?: string | Record<string, unknown>;
  /** `basic` by default; a string is sent as the Authorization header. */
  authorization?: 'basic' | 'none' | { header: string };
}

/** Sends plain HTTP requests to the target. */
export class Client {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  get basic(): string {
    const { login, password } = this.target.apiKey;
    return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, authorization = 'basic' } = options;
    const header =
      authorization === 'basic' ? this.basic : authorization === 'none' ? undefined : authorization.header;
    return send(this.target.baseUrl + path, {
      method,
      headers: {
        accept: this.target.mediaType,
        ...(header === undefined ? {} : { authorization: header }),
        ...(body === undefined ? {} : { 'content-type': this.target.mediaType }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** Creates a conversation and returns its id; `more` overrides members of a valid body. */
  async create(more: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call('POST', '/api/conversations', { body: { ...validCreation(), ...more } });
    if (answer.status !== 200) {
      throw new Error(`create answered ${answer.status}: ${answer.bytes.toString('utf8')}`);
    }
    return String(answer.at('id'));
  }

  async control(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
    return send(`${this.target.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
  }

  async finished(more: Record<string, unknown> = {}): Promise<string> {
    const id = await this.create(more);
    await this.control(`/conversations/${id}/complete`, { outcome: 'FINISHED' });
    return id;
  }
}

/** A creation body that follows interface 2.1. */
export function validCreation(): Record<string, unknown> {
  return {
    userKey: 'conformance',
    returnUrl: 'https://client.example/done/{conversationId}',
    query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']] } },
  };
}

/** A query for all seven products of interface 1.4. */
export const sevenProducts = {
  identity: {
    requireOneOf: [['PERSON_NAME_FIRSTNAME', 'PERSON_IDS_NATIONAL_ID'], ['PERSON_IDS_PASSPORT_ID']],
    optional: [{ list: ['PERSON_CONTACT_EMAIL_OTP'] }],
  },
  aml: { checks: ['PEP', 'SANCTIONS'], subscription: {} },
  auth: {},
  bankTransactions: { type: 'all', flags: [] },
  verify: { user: { person: { name: { firstName: 'Ada', lastName: 'Specimen' } } } },
  affordability: { user: { country: 'EE', email: 'ada@specimen.example' } },
  databaseVerification: {},
};

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  return new Answer(response.status, response.headers, Buffer.from(await response.arrayBuffer()));
}
