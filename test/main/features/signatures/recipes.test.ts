import { describe, expect, test } from 'vitest';
import { recipe, recipes } from '../../../../main/features/signatures/engine/recipes.ts';
import { callback, sign } from './vectors.ts';

describe('recipes', () => {
  test.each([
    'Express',
    'Fastify',
    'Next.js',
    'NestJS',
    'Spring',
    'ASP.NET Core',
    'Django',
    'Flask',
    'FastAPI',
    'Laravel',
    'Symfony',
    'Rails',
    'Go net/http',
    'API gateways',
    'Proxies that rewrite bodies',
  ])('there is one for %s', (framework) => {
    const found = recipes().find((one) => one.framework === framework);
    expect(found?.note.length).toBeGreaterThan(40);
    expect(found?.code.length).toBeGreaterThan(100);
    expect(recipe(found?.id ?? '')).toEqual(found);
  });

  test.each(['express', 'fastify', 'nextjs', 'nestjs'])(
    'the check of %s accepts only genuine callbacks',
    async (id) => {
      const code = recipe(id)?.code ?? '';
      const module = code.slice(0, code.indexOf('\n}\n') + 2);
      const { genuine } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
      const body = Buffer.from(JSON.stringify(callback));
      const now = String(Date.now());
      const old = String(Date.now() - 6 * 60_000);
      process.env.SIGNING_KEY = 'sk_recipe';
      const signed = (at: string) => sign(body, { key: 'sk_recipe', at });
      expect(genuine(now, signed(now), body)).toBe(true);
      expect(genuine(old, signed(old), body)).toBe(false);
      expect(genuine(now, signed(now), Buffer.concat([body, Buffer.from('\n')]))).toBe(false);
      expect(genuine(undefined, undefined, body)).toBe(false);
      expect(genuine(now, 'x', body)).toBe(false);
      delete process.env.SIGNING_KEY;
    },
  );
});
