import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { helpPages } from '../build/help-pages.ts';

/** Set by `npm run dev` (main/launch/dev.mjs). */
const devPort = Number(process.env.ASSAY_DEV_PORT ?? 0);

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), pdfFiles(), helpPages()],
  worker: { format: 'es' },
  // The mark that the console replaces with a nonce; read only by the development server, whose scripts are inline.
  ...(devPort > 0 && {
    html: { cspNonce: '__CSP_NONCE__' },
    server: {
      host: '127.0.0.1',
      port: devPort,
      strictPort: true,
      // The page has the console's origin; its socket goes to the development server itself.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: devPort },
    },
  }),
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    // Older than the Chromium of Electron 45 and of current browsers: nothing is compiled for older ones.
    target: 'chrome148',
    // Off by default in electron-vite: twice the code would be read and compiled at each start.
    minify: true,
    // Both would put inline code into the page, which the content security policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Few files at the start: code that pages share is not split into dozens of small files.
        codeSplitting: {
          groups: [
            { name: 'library', test: /node_modules[\\/](?!zod|pdfjs-dist)/ },
            { name: 'ui', test: /renderer[\\/](ui|bridge)[\\/]|renderer[\\/]shell[\\/](actions|place)/ },
          ],
        },
      },
    },
  },
});

/** Files that pdf.js requests by name: fonts and character maps that PDFs use without containing them, colour profiles, decoders. */
const pdfFolders: Record<string, RegExp> = {
  cmaps: /\.bcmap$|^LICENSE/,
  iccs: /\.icc$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG|QCMS)$/,
};

const pdfjs = join(import.meta.dirname, '../node_modules/pdfjs-dist');

function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    configureServer({ middlewares }) {
      middlewares.use('/pdfjs', ({ url = '' }, response, next) => {
        const [, folder = '', file = ''] = /^\/(\w+)\/([\w.-]+)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
        if (pdfFolders[folder]?.test(file)) {
          response.end(readFileSync(join(pdfjs, folder, file)));
        } else {
          next();
        }
      });
    },
    generateBundle() {
      for (const [folder, wanted] of Object.entries(pdfFolders)) {
        const from = join(pdfjs, folder);
        for (const file of readdirSync(from).filter((name) => wanted.test(name))) {
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${file}`,
            source: readFileSync(join(from, file)),
          });
        }
      }
    },
  };
}
