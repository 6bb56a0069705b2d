import { type BodyChange, textChange } from './body-change.ts';

const unescapeForm = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** URL encoding as in forms: a space is `+`, and more is escaped than by `encodeURIComponent`. */
function formEncode(text: string): string {
  const lone = /[\ud800-\udfff]/.test(text) && !text.isWellFormed();
  return lone ? text : new URLSearchParams([['', text]]).toString().slice(1);
}

function uriEncode(text: string): string | undefined {
  return text.isWellFormed() ? encodeURIComponent(text) : undefined;
}

/** Returns the body as a form field: percent signs, plus signs, a field name before it. */
export function formChanges(): BodyChange[] {
  const code = 'form-escaping';
  const here = 'The received body is escaped as a form field is';
  return [
    textChange(code, 'unescaped', `${here}; what was signed is not.`, (t) =>
      unescapeForm(t.replaceAll('+', ' ')),
    ),
    textChange(
      code,
      'unescaped-percent',
      `${here} (percent signs only); what was signed is not.`,
      unescapeForm,
    ),
    textChange(
      code,
      'field',
      `${here}, with a field’s name before it; what was signed is the value alone.`,
      (t) => {
        const field = /^[\w.[\]-]{1,64}=(.*)$/s.exec(t);
        return field?.[1] === undefined ? undefined : unescapeForm(field[1].replaceAll('+', ' '));
      },
    ),
    textChange(
      code,
      'spaces-to-plus',
      'The plus signs of what was signed became spaces, as in a form.',
      (t) => t.replaceAll(' ', '+'),
    ),
    textChange(
      code,
      'plus-to-spaces',
      'The signed content has spaces where the received body has plus signs.',
      (t) => t.replaceAll('+', ' '),
    ),
    textChange(code, 'form', 'The signed content is the body escaped as a form field.', formEncode),
    textChange(code, 'uri', 'The signed content is the body escaped by encodeURIComponent.', uriEncode),
    textChange(code, 'raw-uri', 'The signed content is the body escaped by rawurlencode.', (t) =>
      uriEncode(t)?.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
    textChange(
      code,
      'key-of-form',
      'The received body was read as a form, whose only name it became.',
      (t) => (t.endsWith('=') ? unescapeForm(t.slice(0, -1).replaceAll('+', ' ')) : undefined),
    ),
  ];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) {
      return entities[String(name).toLowerCase()] ?? whole;
    }
    const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function escapeHtml(text: string, quote: string | undefined, apostrophe: string | undefined): string {
  return text.replace(/[&<>"']/g, (char) => {
    if (char === '"') {
      return quote ?? char;
    }
    if (char === "'") {
      return apostrophe ?? char;
    }
    return char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;';
  });
}

/** HTML escapes, decoded and encoded, with both ways of writing quotes. */
export function htmlChanges(): BodyChange[] {
  const code = 'html-escaping';
  const habits: [id: string, quote: string | undefined, apostrophe: string | undefined][] = [
    ['plain', undefined, undefined],
    ['quote', '&quot;', undefined],
    ['php', '&quot;', '&#039;'],
    ['python', '&quot;', '&#x27;'],
    ['javascript', '&quot;', '&#39;'],
    ['go', '&#34;', '&#39;'],
    ['xml', '&quot;', '&apos;'],
  ];
  return [
    textChange(code, 'unescaped', 'The received body has HTML escapes that were not signed.', unescapeHtml),
    textChange(code, 'unescaped-twice', 'The received body was escaped for HTML twice.', (t) => {
      const once = unescapeHtml(t);
      const twice = unescapeHtml(once);
      return twice === once ? undefined : twice;
    }),
    ...habits.map(([id, quote, apostrophe]) =>
      textChange(code, id, 'The signed content is the body escaped for HTML.', (t) =>
        escapeHtml(t, quote, apostrophe),
      ),
    ),
    textChange(
      code,
      'slashes',
      'The received body has backslashes before its quotes that were not signed.',
      (t) => (t.includes('\\') ? t.replace(/\\(["'\\])/g, '$1') : undefined),
    ),
    textChange(code, 'add-slashes', 'The signed content has backslashes before its quotes.', (t) =>
      t.replace(/["'\\]/g, '\\$&'),
    ),
  ];
}
