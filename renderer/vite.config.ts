import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), pdfFiles()],
  worker: { format: 'es' },
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    // A floor below the Chromium of Electron 45 and of current browsers: nothing is rewritten for older ones.
    target: 'chrome148',
    // Both would put inline code into the page, which the content security policy refuses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Few files at the start: what rooms share is not cut into dozens of small ones.
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

/** What pdf.js asks for by name beside the page: fonts and character maps files may use without holding them, colour profiles, decoders. */
const pdfFolders: Record<string, RegExp> = {
  cmaps: /\.bcmap$|^LICENSE/,
  iccs: /\.icc$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG|QCMS)$/,
};

function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    apply: 'build',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(pdfFolders)) {
        const from = join(import.meta.dirname, '../node_modules/pdfjs-dist', folder);
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
