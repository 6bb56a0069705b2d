import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, BridgeMessage } from './contract/bridge.ts';

// A sandboxed preload may import only the runtime's own modules, so the channel names are repeated here; a test compares
// them with main's.
const bridge: Bridge = {
  invoke: (callId, operation, input) => ipcRenderer.invoke('assay:invoke', callId, operation, input),
  cancel: (callId) => ipcRenderer.send('assay:cancel', callId),
  subscribe(listener) {
    const hear = (_event: unknown, message: BridgeMessage) => listener(message);
    ipcRenderer.on('assay:message', hear);
    return () => {
      ipcRenderer.off('assay:message', hear);
    };
  },
};

contextBridge.exposeInMainWorld('assay', bridge);
