import { describe, expect, test } from 'vitest';
import { readPastedSettings } from '../../../../renderer/features/environments/pasted-settings.ts';

describe('Pasted settings', () => {
  test('are read from a .env file', () => {
    const text = `# Acme
export SERVICE_BASE_URL="https://idv.acme.example/v1"  # the test one
SERVICE_CLIENT_ID=acme-login
SERVICE_CLIENT_SECRET='p#ss word'
SERVICE_SIGNING_KEY=abc=def==
SERVICE_TOKEN_URL=https://login.acme.example/oauth2/token
HTTPS_PROXY=http://proxy.acme.example:8080
ENVIRONMENT=staging
DATABASE_URL_OLD=x
LOG_LEVEL=debug
EMPTY=
`;
    expect(readPastedSettings(text)).toEqual({
      settings: {
        baseUrl: 'https://idv.acme.example/v1',
        login: 'acme-login',
        password: 'p#ss word',
        signingKey: 'abc=def==',
        tokenUrl: 'https://login.acme.example/oauth2/token',
        proxyUrl: 'http://proxy.acme.example:8080',
        kind: 'test',
      },
      otherLines: ['DATABASE_URL_OLD', 'LOG_LEVEL'],
    });
  });

  test('are read from JSON with members at any depth', () => {
    const text = JSON.stringify({
      name: 'Acme live',
      environment: 'production',
      service: { baseUrl: 'https://idv.acme.example', apiKey: 'login:pass:word' },
      callbacks: { signing: { key: 'k1' }, retries: 3 },
    });
    expect(readPastedSettings(text)).toEqual({
      settings: {
        name: 'Acme live',
        kind: 'production',
        baseUrl: 'https://idv.acme.example',
        login: 'login',
        password: 'pass:word',
        signingKey: 'k1',
      },
      otherLines: ['callbacks retries'],
    });
  });

  test('are read from lines of a mail', () => {
    const text =
      'Hello,\nBase URL: https://idv.acme.example\nLogin: acme\nPassword: secret\nSigning key: k1\nRegards: Jo';
    expect(readPastedSettings(text)).toEqual({
      settings: { baseUrl: 'https://idv.acme.example', login: 'acme', password: 'secret', signingKey: 'k1' },
      otherLines: ['Regards'],
    });
  });

  test('an API key in a single value fills neither login nor password, and is not repeated', () => {
    const read = readPastedSettings('BASE_URL=https://a.example\nAPI_KEY=s3cr3t');
    expect(read?.settings).toEqual({ baseUrl: 'https://a.example' });
    expect(JSON.stringify(read?.otherLines)).toBe('["API_KEY"]');
  });

  test.each(['', 'hello', '[]', 'null', '{"a":{"b":[1,2]}}', 'x'.repeat(70_000), '='])(
    '%.20s gives nothing',
    (text) => {
      expect(readPastedSettings(text)).toBeUndefined();
    },
  );
});
