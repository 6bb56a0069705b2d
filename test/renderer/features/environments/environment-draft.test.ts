import { describe, expect, test } from 'vitest';
import { environmentSettings } from '../../../../preload/contract/environments.ts';
import {
  draftOf,
  fieldOfViolation,
  newDraft,
  validateDraft,
} from '../../../../renderer/features/environments/environment-draft.ts';

const sound = { ...newDraft, name: 'Acceptance', baseUrl: 'https://test.example' };

describe('the form of an environment', () => {
  test('returns the settings it was filled from', () => {
    const settings = environmentSettings.parse({
      name: 'Live',
      kind: 'production',
      baseUrl: 'https://live.example/api',
      mediaType: 'application/vnd.acme.v1.1+json',
      authentication: {
        scheme: 'oauth',
        tokenUrl: 'https://id.example/token',
        clientAuthentication: 'body',
      },
      proxy: { mode: 'own', url: 'http://proxy.example:3128' },
      extraCaFile: '/etc/ca.pem',
      timeouts: { connectMs: 1500, headersMs: 100, idleMs: 600_000 },
    });
    expect(validateDraft(draftOf(settings))).toEqual({ ok: true, settings });
    const plain = environmentSettings.parse({ name: 'T', kind: 'test', baseUrl: 'http://t.example' });
    expect(validateDraft(draftOf(plain))).toEqual({ ok: true, settings: plain });
  });

  test('initially requires only a name and an address', () => {
    const judged = validateDraft(newDraft);
    expect(judged.ok ? [] : Object.keys(judged.errors)).toEqual(['name', 'baseUrl']);
    expect(validateDraft(sound).ok).toBe(true);
  });

  test.each([
    ['baseUrl', { baseUrl: 'test.example' }],
    ['baseUrl', { baseUrl: 'https://me:pw@test.example' }],
    ['baseUrl', { kind: 'production', baseUrl: 'http://live.example' }],
    ['mediaType', { mediaType: 'application/json' }],
    ['tokenUrl', { scheme: 'oauth', tokenUrl: 'nowhere' }],
    ['tokenUrl', { kind: 'production', scheme: 'oauth', tokenUrl: 'http://id.example' }],
    ['proxyUrl', { proxyMode: 'own', proxyUrl: '' }],
    ['connectSeconds', { connectSeconds: '' }],
    ['headersSeconds', { headersSeconds: 'soon' }],
    ['idleSeconds', { idleSeconds: '601' }],
  ] as const)('reports at the field %s what is wrong with %o', (field, change) => {
    const judged = validateDraft({ ...sound, ...change });
    if (judged.ok) {
      throw new Error('was taken for right');
    }
    expect(Object.keys(judged.errors)).toEqual([field]);
    expect(judged.errors[field]).toMatch(/^[A-Z]/);
  });

  test('accepts a comma as well as a point, and ignores what is not chosen', () => {
    const judged = validateDraft({
      ...sound,
      connectSeconds: ' 2,5 ',
      tokenUrl: 'nonsense',
      proxyUrl: 'nonsense',
    });
    expect(judged).toMatchObject({ ok: true, settings: { timeouts: { connectMs: 2500 } } });
  });

  test('finds the field of an error from main', () => {
    expect(fieldOfViolation('settings.name')).toBe('name');
    expect(fieldOfViolation('settings.authentication.tokenUrl')).toBe('tokenUrl');
    expect(fieldOfViolation('environmentId')).toBeUndefined();
  });
});
