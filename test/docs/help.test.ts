import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helpNodes } from '../../build/help-pages.ts';
import type { HelpElement, HelpNode } from '../../renderer/features/help/help-node.ts';
import { helpNames } from '../../renderer/navigation.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const inDocs = ['interface', 'field-notes'];
const fileOf = (name: string) =>
  join(docs, inDocs.includes(name) ? '.' : 'guide', `${name === 'guide' ? 'README' : name}.md`);

function elements(nodes: readonly HelpNode[]): HelpElement[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.children)]));
}

const images: string[] = [];
const documents = new Map(
  helpNames.map((name) => {
    const nodes = helpNodes(readFileSync(fileOf(name), 'utf8'), (path) => {
      images.push(join(fileOf(name), '..', path));
      return path;
    });
    return [name as string, elements(nodes)];
  }),
);
const idsOf = (name: string) => new Set(documents.get(name)?.map(({ id }) => id));

describe('the help', () => {
  test('keeps HTML in a page as text', () => {
    expect(helpNodes('a <b onclick="x">b</b>\n', String)).toEqual([
      { tag: 'p', children: ['a <b onclick="x">b</b>'] },
    ]);
  });

  test('has no links to other sites', () => {
    expect(helpNodes('[a](https://example.com) [b](reviewing.md#media)\n', String)).toEqual([
      {
        tag: 'p',
        children: [
          { tag: 'a', children: ['a'] },
          ' ',
          { tag: 'a', to: { document: 'reviewing', section: 'media' }, children: ['b'] },
        ],
      },
    ]);
  });

  test('can be linked to by every section number of the interface, list items among them', () => {
    const sections = idsOf('interface');
    for (const section of ['1', '1.7', '2.3', '3.3', '4.3', '6.4', '6.4.2', '7.3.5', '9', '9.2']) {
      expect(sections, section).toContain(section);
    }
  });

  test('has no link to a page or section it does not have', () => {
    const all = [...documents].flatMap(([name, found]) =>
      found.flatMap(({ to }) => (to ? [{ name, ...to }] : [])),
    );
    expect(all.length).toBeGreaterThan(4);
    for (const { name, document, section } of all) {
      const target = document || name;
      if (documents.has(target) && section !== undefined) {
        expect([...idsOf(target)], `${name}: ${target}#${section}`).toContain(section);
      }
    }
  });

  test('has its pictures', () => {
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) {
      expect(readFileSync(image).length, image).toBeGreaterThan(1000);
    }
  });
});
