import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
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
