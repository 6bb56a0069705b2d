import { describe, expect, test } from 'vitest';
import {
  isActedOn,
  isActedOnInJson,
  isPlainName,
  pairSecrets,
  Redaction,
} from '../../../main/common/redaction.ts';

const secret = 'geheim"1234';

function knowing(...secrets: string[]): Redaction {
  const redaction = new Redaction();
  redaction.keep('source', secrets);
  return redaction;
}

const utf8 = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

describe('the secrets of a source', () => {
  test('stay known for one replacement, however often the new ones are set', () => {
    const redaction = knowing('first-secret');
    redaction.keep('source', ['second-secret']);
    redaction.keep('source', ['second-secret']);
    expect(redaction.text('first-secret second-secret')).toBe('••• •••');
    redaction.keep('source', ['third-secret']);
    expect(redaction.text('first-secret second-secret third-secret')).toBe('first-secret ••• •••');
  });

  test('are kept for 256 sources; another one drops the oldest', () => {
    const redaction = new Redaction();
    for (let index = 0; index < 256; index += 1) {
      redaction.keep(`source ${index}`, [`secret-number-${index}.`]);
    }
    expect(redaction.text('secret-number-0.')).toBe('•••');
    redaction.keep('one more', ['another-secret']);
    expect(redaction.text('secret-number-0. secret-number-1. another-secret')).toBe(
      'secret-number-0. ••• •••',
    );
  });

  test('set again are the newest: a source in use is not dropped', () => {
    const redaction = new Redaction();
    for (let index = 0; index < 256; index += 1) {
      redaction.keep(`source ${index}`, [`secret-number-${index}.`]);
    }
    redaction.keep('source 0', ['replaced-secret']);
    redaction.keep('one more', ['another-secret']);
    expect(redaction.text('replaced-secret secret-number-1. another-secret')).toBe(
      '••• secret-number-1. •••',
    );
  });

  test('none: everything is returned unchanged', () => {
    const redaction = new Redaction();
    const bytes = Buffer.from('{"a":"geheim"}');
    expect(redaction.text('a \\ & b')).toBe('a \\ & b');
    expect(redaction.bytes(bytes)).toBe(bytes);
    expect(redaction.value({ a: 'b' })).toEqual({ a: 'b' });
  });
});

describe('a text that is exactly a secret', () => {
  test('is recognised for every source and for the replaced secret, from eight characters', () => {
    const redaction = knowing('secret-8', 'secret-number-2');
    redaction.keep('another', ['third-secret']);
    redaction.keep('another', ['fourth-secret']);
    for (const text of ['secret-8', 'secret-number-2', 'third-secret', 'fourth-secret']) {
      expect(redaction.isSecret(text), text).toBe(true);
    }
    expect(redaction.isSecret('conversation-1')).toBe(false);
    expect(knowing('short').isSecret('short')).toBe(false);
    expect(new Redaction().isSecret('conversation-1')).toBe(false);
  });
});

describe('forms of a secret', () => {
  test.each(['abcdefgh', 'abcdefghi', 'abcdefghij'])('%s in Base64, with and without padding', (text) => {
    const base64 = Buffer.from(text).toString('base64');
    expect(knowing(text).text(`<${base64}>`)).toBe('<•••>');
    expect(knowing(text).text(`<${base64.replace(/=+$/, '')}>`)).toBe('<•••>');
  });

  test('of a login and password: the login only if it is no ordinary word', () => {
    expect(pairSecrets('admin', 'pass word')).toEqual(['pass word', 'admin:pass word', 'admin:pass+word']);
    expect(pairSecrets('key-user-99-x', 'p')).toContain('key-user-99-x');
  });
});

describe('escaped secrets', () => {
  test('at the very end of a text', () => {
    expect(knowing(secret).text('key geheim\\"1234')).toBe('key •••');
  });

  test('in a document and in a document within it', () => {
    const redaction = knowing(secret);
    const inner = JSON.stringify({ c: secret });
    const bytes = Buffer.from(JSON.stringify({ a: secret, b: inner }));
    expect(JSON.parse(utf8(redaction.bytes(bytes)))).toEqual({ a: '•••', b: '{"c":"•••"}' });
    expect(redaction.value({ b: inner })).toEqual({ b: '{"c":"•••"}' });
  });
});

describe('values', () => {
  const redaction = knowing(secret, 'a!b@c#d$');

  test('in lists keep what comes before the first secret', () => {
    expect(redaction.value(['one', 2, secret, 'three'])).toEqual(['one', 2, '•••', 'three']);
  });

  test('of other types are returned unchanged', () => {
    class Holder {
      readonly held = secret;
    }
    const holder = new Holder();
    const date = new Date(0);
    expect(redaction.value({ a: undefined, b: null, c: 1, d: date, e: holder })).toEqual({
      a: undefined,
      b: null,
      c: 1,
      d: date,
      e: holder,
    });
    expect(redaction.value(holder)).toBe(holder);
  });

  test('of objects without a prototype are redacted', () => {
    expect(redaction.value(Object.assign(Object.create(null), { a: secret }))).toEqual({ a: '•••' });
  });

  test('a member named by a secret of eight characters is renamed', () => {
    expect(redaction.value({ 'a!b@c#d$': 1 })).toEqual({ '•••': 1 });
  });
});

describe('exceptions', () => {
  test.each(['identity', 'given-name', 'personName', 'line2', 'content_type', 'address12'])(
    '%s is a plain name',
    (name) => {
      expect(isPlainName(name)).toBe(true);
    },
  );

  test.each(['', '!name', 'given name', 'given-4711', 'name!!', 'a-b-c', 'name123', '9lives'])(
    '%j is not',
    (name) => {
      expect(isPlainName(name)).toBe(false);
    },
  );

  test('only whole names, and only short texts, are exempt', () => {
    expect(isActedOn('status', 'FINISHED')).toBe(true);
    expect(isActedOn('conversationId', 'c-1')).toBe(true);
    expect(isActedOn('x-status', 'FINISHED')).toBe(false);
    expect(isActedOn('statusText', 'FINISHED')).toBe(false);
    expect(isActedOn('requestId', 'c-1')).toBe(false);
    expect(isActedOn('requestIdentityId', 'c-1')).toBe(true);
    expect(isActedOn('status', 'x'.repeat(129))).toBe(false);
    expect(isActedOn('status', '"quoted"')).toBe(false);
    expect(isActedOn('id', 5)).toBe(false);
  });

  const inJson = (text: string, part: string) => {
    const start = text.indexOf(part);
    return isActedOnInJson(text, { start, end: start + part.length });
  };

  test('in JSON text: a plain member name, and the value of an id', () => {
    expect(inJson('"identity": 1', 'identity')).toBe(true);
    expect(inJson('"identity" : 1', 'identity')).toBe(true);
    expect(inJson('{"id":"identity"}', 'identity')).toBe(true);
  });

  test('in JSON text: not a value before a later member, a broken string, or text without quotation marks', () => {
    expect(inJson('["identity","b":1]', 'identity')).toBe(false);
    expect(inJson('["identity"]:1', 'identity')).toBe(false);
    expect(inJson('{"id":"\\q identity"}', 'identity')).toBe(false);
    expect(inJson('"\\q identity": 1', 'identity')).toBe(false);
    expect(inJson('identity', 'identity')).toBe(false);
    expect(inJson('identity": 1', 'identity')).toBe(false);
    expect(inJson('{"id":"identity', 'identity')).toBe(false);
  });

  test('bytes without anything to redact are the same array', () => {
    const bytes = Buffer.from('{"id":"identity-one"}');
    expect(knowing('identity-one').bytes(bytes)).toBe(bytes);
  });
});
