import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), pdfFonts()],
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
  },
});

/** The fonts every PDF may use without holding them; pdf.js asks for them by name beside the page. */
function pdfFonts(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/pdfjs-dist/standard_fonts');
  return {
    name: 'pdf-fonts',
    apply: 'build',
    generateBundle() {
      for (const file of readdirSync(folder)) {
        this.emitFile({
          type: 'asset',
          fileName: `standard_fonts/${file}`,
          source: readFileSync(join(folder, file)),
        });
      }
    },
  };
}
