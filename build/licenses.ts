import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Every library that one build put into the product. */
export class BundledLibraries {
  readonly #directories = new Set<string>();

  /** Notes the libraries of a build, its workers' among them. */
  plugin(): Plugin {
    return {
      name: 'assay-bundled-libraries',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          const ids = file.type === 'chunk' ? Object.keys(file.modules) : [];
          for (const id of ids) {
            this.#note(id);
          }
        }
      },
      // Style sheets are no modules of a chunk any more when it is written.
      moduleParsed: ({ id }) => {
        if (/\.css($|\?)/.test(id)) {
          this.#note(id);
        }
      },
    };
  }

  /** Writes their licences beside the build, and fails it for a library that has none. */
  writer(fileName: string): Plugin {
    const { licenses } = this;
    return {
      name: 'assay-licenses',
      generateBundle: {
        order: 'post',
        handler() {
          this.emitFile({ type: 'asset', fileName, source: licenses() });
        },
      },
    };
  }

  readonly licenses = (): string =>
    [...this.#directories]
      .map(readLicense)
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`)
      .join(`\n${'-'.repeat(80)}\n\n`);

  #note(id: string): void {
    const found = /^[\0]?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
    if (found?.[1] !== undefined) {
      this.#directories.add(resolve(found[1]));
    }
  }
}

interface License {
  name: string;
  version: string;
  license: string;
  text: string;
}

function readLicense(directory: string): License {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  if (file !== undefined) {
    const text = readFileSync(join(directory, file), 'utf8');
    // Some packages name their licence only in its text.
    return { name, version, license: license ?? text.trim().split('\n')[0], text };
  }
  if (license !== 'MIT') {
    throw new Error(`${name} is bundled but has no licence text.`);
  }
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  return { name, version, license, text: `Copyright (c) ${holder}\n\n${mitText}` };
}

/** For packages that say "MIT" and bring no text (https://spdx.org/licenses/MIT.html). */
const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to
whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
