import { startElectron } from './electron.ts';
import { hostSuite } from './suite.ts';

hostSuite('The Electron host', startElectron);
