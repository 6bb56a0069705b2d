import '@mantine/core/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './theme.css';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../preload/contract/bridge.ts';
import { App } from './app.tsx';
import { createLine } from './bridge/line.ts';
import { createStores } from './stores.tsx';

declare global {
  interface Window {
    /** Put there by the host before this script runs. */
    assay?: Bridge;
  }
  /** Read by get-nonce, through which react-remove-scroll learns the nonce of this page load. */
  var __webpack_nonce__: string | undefined;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
globalThis.__webpack_nonce__ = nonce;

const root = document.getElementById('root');
if (root && window.assay) {
  createRoot(root).render(<App nonce={nonce} stores={createStores(createLine(window.assay), window)} />);
} else if (root) {
  root.textContent =
    'This page was opened without its host. Close it and start Assay again; the interface cannot work by itself.';
}
