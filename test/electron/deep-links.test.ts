import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createLinkInbox, linkInArguments, parseDeepLink } from '../../main/hosts/electron/deep-links.ts';

describe('a deep link', () => {
  test('names a conversation by its id', () => {
    expect(parseDeepLink('assay://conversation/4f1c-22')).toEqual({
      kind: 'conversation',
      conversationId: '4f1c-22',
    });
  });

  test('may contain an encoded id', () => {
    expect(parseDeepLink('assay://conversation/a%20b%2Fc')).toMatchObject({ conversationId: 'a b/c' });
  });

  test.each([
    'assay://conversation/',
    'assay://conversation',
    'assay://conversation/a/b',
    'assay://conversation/a?environment=production',
    'assay://conversation/a?',
    'assay://conversation/a#delete',
    'assay://someone@conversation/a',
    'assay://conversation:1/a',
    'assay://settings/a',
    'assay:conversation/a',
    'https://conversation/a',
    'assay://conversation/%00',
    'assay://conversation/%E0%A4%A',
    'assay://conversation/%20',
    `assay://conversation/${'a'.repeat(600)}`,
    `assay://conversation/${'a'.repeat(5000)}`,
    'nonsense',
    '',
  ])('is refused if it contains more or less than an id: %s', (text) => {
    expect(parseDeepLink(text)).toMatchObject({ kind: 'refused' });
  });

  test('decodes every id that was encoded into it', () => {
    const id = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((text) => {
      return text === text.trim() && !/\p{Cc}/u.test(text) && text !== '.' && text !== '..';
    });
    fc.assert(
      fc.property(id, (text) => {
        expect(parseDeepLink(`assay://conversation/${encodeURIComponent(text)}`)).toEqual({
          kind: 'conversation',
          conversationId: text,
        });
      }),
    );
  });

  test('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseDeepLink(`assay:${text}`).kind === 'string'));
  });

  test('is found among the arguments of a start, if there is exactly one', () => {
    expect(linkInArguments(['assay', '--flag', 'ASSAY://conversation/a'])).toBe('ASSAY://conversation/a');
    expect(linkInArguments(['assay', 'assay://conversation/a', 'assay://conversation/b'])).toBeUndefined();
    expect(linkInArguments(['assay', 'https://example.com/assay:'])).toBeUndefined();
  });
});

describe('received links', () => {
  test('wait for a page; only the last one is kept', () => {
    const open = vi.fn();
    const inbox = createLinkInbox(open, () => undefined);
    inbox.receive('assay://conversation/one');
    inbox.receive('assay://conversation/two');
    expect(open).not.toHaveBeenCalled();
    inbox.ready();
    inbox.ready();
    expect(open.mock.calls).toEqual([['two']]);
    inbox.unready();
    inbox.receive('assay://conversation/three');
    expect(open).toHaveBeenCalledTimes(1);
    inbox.ready();
    expect(open).toHaveBeenLastCalledWith('three');
  });

  test('are logged without their text when they are refused', () => {
    const log = vi.fn();
    createLinkInbox(() => undefined, log).receive('assay://conversation/a?name=Jane');
    expect(log).toHaveBeenCalledOnce();
    expect(String(log.mock.calls[0])).not.toContain('Jane');
  });
});
