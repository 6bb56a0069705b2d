import '@mantine/core/styles.layer.css';
import './theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createBridgeClient } from './bridge/bridge-client.ts';
import { connectBridge } from './bridge/connect.ts';
import { createStores } from './stores.tsx';

declare global {
  /** Read by get-nonce, through which react-remove-scroll learns the nonce of this page load. */
  var __webpack_nonce__: string | undefined;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
globalThis.__webpack_nonce__ = nonce;

const root = document.getElementById('root');
const bridge = await connectBridge();
if (root && bridge) {
  const stores = createStores(createBridgeClient(bridge), window);
  // Before the first picture, so that it is not of the other theme.
  await stores.preferences.getState().load();
  createRoot(root).render(<App nonce={nonce} stores={stores} />);
}
