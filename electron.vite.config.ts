import { defineConfig } from 'electron-vite';
import renderer from './renderer/vite.config.ts';

/** What Electron 45 brings: Node 24, and a Chromium above this floor (the interface is built for the same). */
const node = 'node24';
const chromium = 'chrome148';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: node,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      // Production dependencies stay in node_modules, packed as they were published.
      externalizeDeps: true,
      rolldownOptions: {
        input: { electron: 'main/electron.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: chromium,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      // A sandboxed preload is CommonJS in one file and can load nothing but the runtime's own modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...renderer,
    build: { ...renderer.build, rolldownOptions: { input: 'renderer/index.html' } },
  },
});
