import { startBrowserConsole } from './browser.ts';
import { hostSuite } from './suite.ts';

hostSuite('The browser host', startBrowserConsole);
