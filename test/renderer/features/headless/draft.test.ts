import { expect, test } from 'vitest';
import { fieldsLeftOut, headlessFields } from '../../../../preload/wording/headless-fields.ts';
import { argsOf, draftOf, withForm, withJson } from '../../../../renderer/features/headless/draft.ts';

const emailStep = { component: 'CONTACT/ENTER_EMAIL', next: 'n', args: ['email'] };

test('fields and JSON change the same answer, and invalid JSON is none', () => {
  const entered = { ...draftOf(emailStep), values: new Map([['email', 'a@b.cd']]) };
  const asJson = withForm(entered, 'json');
  expect(JSON.parse(asJson.json)).toEqual({ email: 'a@b.cd' });
  const invalid = withJson(asJson, '{"email": 7');
  expect(invalid.jsonFault).toContain('Not valid JSON');
  expect(argsOf(invalid)).toBeUndefined();
  expect(withJson(asJson, '{"email": 98765432109876543210}').jsonFault).toContain(
    '98765432109876543210 cannot be sent exactly',
  );
  const changed = withJson(asJson, '{"email": "x@y.zz", "more": [1]}');
  expect(argsOf(changed)).toEqual({ email: 'x@y.zz', more: [1] });
  expect(withForm(changed, 'fields').values).toEqual(new Map([['email', 'x@y.zz']]));
});

test('ten thousand choices are all offered, and the rest are counted', () => {
  const countries = Array.from({ length: 10_004 }, (_, index) => `C${index}`);
  const names = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f${index}`, '']));
  const page = { component: 'COUNTRY/SELECT', next: 'n', args: { country: countries, ...names } };
  const [country] = headlessFields(page);
  expect(country).toMatchObject({ kind: 'choice', optionsLeftOut: 4 });
  expect(country?.options).toHaveLength(10_000);
  expect(fieldsLeftOut(page)).toBe(11);
});

test('a field can have any name, even one inherited from Object.prototype', () => {
  const page = { component: 'A/B', next: 'n', args: ['__proto__', 'constructor'] };
  const draft = draftOf(page);
  expect([...draft.values]).toEqual([
    ['__proto__', ''],
    ['constructor', ''],
  ]);
  expect(draft.json).toBe('{\n  "__proto__": "",\n  "constructor": ""\n}');
  const entered = { ...draft, form: 'fields' as const, values: new Map([['__proto__', 'x']]) };
  const asJson = withForm(entered, 'json');
  expect(asJson.json).toContain('"__proto__": "x"');
  expect(withForm(withJson(asJson, '{"__proto__": "y"}'), 'fields').values.get('__proto__')).toBe('y');
});
