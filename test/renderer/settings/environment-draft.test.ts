import { describe, expect, it } from 'vitest';
import { environmentSettings } from '../../../preload/contract/environments.ts';
import { draftOf, fieldOfViolation, judge, newDraft } from '../../../renderer/settings/environment-draft.ts';

const sound = { ...newDraft, name: 'Acceptance', baseUrl: 'https://test.example' };

describe('the form of an environment', () => {
  it('gives back the very settings it was filled from', () => {
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
    expect(judge(draftOf(settings))).toEqual({ ok: true, settings });
    const plain = environmentSettings.parse({ name: 'T', kind: 'test', baseUrl: 'http://t.example' });
    expect(judge(draftOf(plain))).toEqual({ ok: true, settings: plain });
  });

  it('needs a name and an address, and nothing else, to begin with', () => {
    const judged = judge(newDraft);
    expect(judged.ok ? [] : Object.keys(judged.errors)).toEqual(['name', 'baseUrl']);
    expect(judge(sound).ok).toBe(true);
  });

  it.each([
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
  ] as const)('says at the field %s what is wrong with %o', (field, change) => {
    const judged = judge({ ...sound, ...change });
    if (judged.ok) throw new Error('was taken for right');
    expect(Object.keys(judged.errors)).toEqual([field]);
    expect(judged.errors[field]).toMatch(/^[A-Z]/);
  });

  it('takes a comma as well as a point, and ignores what is not chosen', () => {
    const judged = judge({ ...sound, connectSeconds: ' 2,5 ', tokenUrl: 'nonsense', proxyUrl: 'nonsense' });
    expect(judged).toMatchObject({ ok: true, settings: { timeouts: { connectMs: 2500 } } });
  });

  it('finds the field main complains about', () => {
    expect(fieldOfViolation('settings.name')).toBe('name');
    expect(fieldOfViolation('settings.authentication.tokenUrl')).toBe('tokenUrl');
    expect(fieldOfViolation('environmentId')).toBeUndefined();
  });
});
