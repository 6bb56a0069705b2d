import { expect, test } from 'vitest';
import { redact } from '../../../../main/features/application/redact.ts';

test.each([
  ['/home/ada/settings.json', '/home/ada', '~/settings.json'],
  ['nothing to hide', '', 'nothing to hide'],
  ['GET https://host.example/path?key=1#part done', '/home/ada', 'GET https://host.example/path done'],
  ['open a://host?key=1', '/home/ada', 'open a://host'],
  ['why? #1 ://host?key', '/home/ada', 'why? #1 ://host?key'],
  ['from ada@mail.example.com to <b@c.de>', '/home/ada', 'from [removed] to <[removed]>'],
  [
    '@mail.example a@b.c ada.lovelace@host a@.com',
    '/home/ada',
    '@mail.example a@b.c ada.lovelace@host a@.com',
  ],
  [`id ${'a1'.repeat(16)}`, '/home/ada', 'id [removed]'],
  [`id ${'a'.repeat(31)}`, '/home/ada', `id ${'a'.repeat(31)}`],
])('%s (home %j) is logged as %s', (text, home, logged) => {
  expect(redact(text, home)).toBe(logged);
});
