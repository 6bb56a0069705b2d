import { basename } from 'node:path';
import markdownit from 'markdown-it';
import type { Plugin } from 'vite';
import type { HelpNode } from '../renderer/features/help/help-node.ts';

const tags = new Set(
  [
    'p h1 h2 h3 h4 ul ol li table thead tbody tr th td strong em code pre blockquote hr br a img'.split(' '),
  ].flat(),
);

type Token = ReturnType<ReturnType<typeof markdownit>['parse']>[number];

/** Reads one Markdown file into the few elements the help shows; HTML in it stays text. */
export function helpNodes(markdown: string, image: (path: string) => string): HelpNode[] {
  return new HelpReader(image).read(markdownit({ html: false, linkify: false }).parse(markdown, {}));
}

class HelpReader {
  readonly #image: (path: string) => string;
  readonly #open: { tag: string; children: HelpNode[]; number: number }[] = [
    { tag: '', children: [], number: 0 },
  ];
  /** The number of the latest numbered heading, such as `4.3`. */
  #section = '';

  constructor(image: (path: string) => string) {
    this.#image = image;
  }

  read(tokens: Token[]): HelpNode[] {
    for (const token of tokens) {
      this.#token(token);
    }
    return this.#open[0]?.children ?? [];
  }

  #token(token: Token): void {
    if (token.type === 'inline') {
      this.read(token.children ?? []);
    } else if (token.hidden) {
      return;
    } else if (token.nesting === 1) {
      this.#begin(token);
    } else if (token.nesting === -1) {
      this.#end();
    } else if (token.type === 'text' || token.type === 'text_special') {
      this.#add(token.content);
    } else if (token.type === 'softbreak') {
      this.#add(' ');
    } else if (token.type === 'image') {
      const src = this.#image(String(token.attrGet('src') ?? ''));
      this.#add({ tag: 'img', src, alt: token.content, children: [] });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      this.#add({ tag: 'pre', children: [token.content] });
    } else {
      const children = token.content === '' ? [] : [token.content];
      this.#add({ tag: this.#known(token.tag), children });
    }
  }

  #begin(token: Token): void {
    const tag = this.#known(token.tag);
    const parent = this.#open.at(-1);
    const node: Exclude<HelpNode, string> = { tag, children: [] };
    if (tag === 'li' && parent?.tag === 'ol') {
      parent.number++;
      if (this.#section !== '' && this.#open.length === 2) {
        // As the interface is cited: item 2 of section 9 is 9.2.
        node.id = `${this.#section}.${parent.number}`;
      }
    }
    const target = tag === 'a' ? linkTarget(String(token.attrGet('href') ?? '')) : undefined;
    if (target) {
      node.to = target;
    }
    parent?.children.push(node);
    this.#open.push({ tag, children: node.children, number: 0 });
  }

  #end(): void {
    const ended = this.#open.pop();
    const node = this.#open.at(-1)?.children.at(-1);
    if (ended && /^h\d$/.test(ended.tag) && typeof node === 'object') {
      const text = textOf(ended.children);
      const number = /^\d+(?:\.\d+)?/.exec(text)?.[0];
      this.#section = number ?? '';
      node.id = number ?? slug(text);
    }
  }

  #add(node: HelpNode): void {
    this.#open.at(-1)?.children.push(node);
  }

  #known(tag: string): string {
    if (!tags.has(tag)) {
      throw new Error(`The help has no element ${tag}.`);
    }
    return tag;
  }
}

/** `reviewing.md#media` within the help; a link that leads elsewhere is shown as text. */
function linkTarget(href: string): { document: string; section?: string } | undefined {
  const [, path, section] = /^(?!\w+:)([\w./-]*?)(?:\.md)?(?:#([\w.-]+))?$/.exec(href) ?? [];
  if (path === undefined || href.startsWith('#')) {
    return section === undefined ? undefined : { document: '', section };
  }
  const name = basename(path);
  return { document: name === 'README' ? 'guide' : name, ...(section === undefined ? {} : { section }) };
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function textOf(nodes: HelpNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

/** Turns an imported Markdown file into data when the interface is built: nothing is parsed in the window. */
export function helpPages(): Plugin {
  return {
    name: 'assay-help-pages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.md$/ },
      handler(markdown) {
        const images: string[] = [];
        const nodes = helpNodes(markdown, (path) => {
          images.push(path.startsWith('.') ? path : `./${path}`);
          return String(images.length - 1);
        });
        const imports = images.map(
          (path, index) => `import image${index} from ${JSON.stringify(`${path}?url`)};`,
        );
        const list = `export const images = [${images.map((_, index) => `image${index}`).join(', ')}];`;
        return {
          code: [...imports, list, `export const nodes = ${JSON.stringify(nodes)};`].join('\n'),
          map: null,
          moduleType: 'js',
        };
      },
    },
  };
}
