import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  Rectangle,
  WebContents,
  WebPreferences,
  WindowOpenHandlerResponse,
} from 'electron';
import type { DoubleApp } from './app.ts';
import type { DoubleIpcMain, Sender } from './ipc-main.ts';
import { type PreloadWorld, runPreload } from './preload-world.ts';
import type { DoubleSession } from './session.ts';
import { createEvent, cross, strict } from './strict.ts';

/** The state that the windows of one application share. */
export interface WindowWorld {
  app: DoubleApp;
  ipc: DoubleIpcMain;
  sessionOf(partition: string): DoubleSession;
  windows: Set<DoubleWindow>;
  /** False where a hidden window gets no frame and `ready-to-show` never comes, as under Wayland (electron#48859). */
  readyToShow: boolean;
}

/** A frame as main sees it. */
export interface DoubleFrame {
  url: string;
  origin: string;
  parent: null;
  detached: boolean;
}

/** One page in one window. */
export class DoubleContents {
  readonly events = new EventEmitter();
  readonly api: WebContents;
  /** The frame of the page now loaded. */
  frame: DoubleFrame | undefined;
  world: PreloadWorld | undefined;
  /** The response to the last load. */
  response: Response | undefined;
  html = '';
  destroyed = false;
  /** The page's handler of `beforeunload` prevents closing. */
  holdsUnload = false;
  /** The current load, and how to reject its promise. */
  #loading: { fail(code: NetError): void } | undefined;
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  readonly #shared: WindowWorld;
  readonly #preload: string | undefined;
  readonly #session: DoubleSession;

  constructor(shared: WindowWorld, { preload, partition }: WebPreferences) {
    this.#shared = shared;
    this.#preload = preload;
    this.#session = shared.sessionOf(partition ?? '');
    const doubled: Pick<
      WebContents,
      'forcefullyCrashRenderer' | 'isDestroyed' | 'send' | 'setWindowOpenHandler'
    > = {
      forcefullyCrashRenderer: () => this.crash('killed'),
      isDestroyed: () => this.destroyed,
      send: (channel, ...given) => {
        if (this.destroyed) {
          throw new TypeError('Object has been destroyed');
        }
        const crossed = cross(given);
        const { world } = this;
        setImmediate(() => this.world === world && world?.hear(channel, crossed));
      },
      setWindowOpenHandler: (handler) => {
        this.#openHandler = handler;
      },
    };
    this.api = strict('webContents', Object.assign(this.events, doubled)) as unknown as WebContents;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /**
   * A load requested by main: `did-start-navigation`, the response, a new frame with `did-navigate`, a new preload world; no
   * `will-navigate` (docs/api/web-contents.md, "Document Navigations"). The previous page stays until then.
   * Rejects like the runtime (lib/browser/api/web-contents.ts, `_awaitNextLoad`): ERR_ABORTED if another load begins, ERR_FAILED if the
   * window is destroyed or the page crashes meanwhile, and the failure itself if it could not be loaded. A rejection that is not awaited
   * is not an unhandled one.
   */
  load(address: string): Promise<void> {
    const loading = this.#loadOnce(address);
    loading.catch(() => undefined);
    return loading;
  }

  async #loadOnce(address: string): Promise<void> {
    this.#loading?.fail('ERR_ABORTED');
    const interrupted = Promise.withResolvers<never>();
    const loading = { fail: (code: NetError) => interrupted.reject(loadError(code, address)) };
    this.#loading = loading;
    try {
      this.#startNavigation(address, false);
      await Promise.race([this.#arrive(address, () => this.#loading === loading), interrupted.promise]);
    } finally {
      if (this.#loading === loading) {
        this.#loading = undefined;
      }
    }
  }

  async #arrive(address: string, stillWanted: () => boolean): Promise<void> {
    const response = await this.#session.request(address).catch((error: Error) => {
      const code = netError(error);
      if (stillWanted()) {
        this.events.emit('did-fail-load', createEvent({}), netErrors[code], code, address, true);
      }
      throw loadError(code, address);
    });
    const html = await response.clone().text();
    if (!stillWanted()) {
      return;
    }
    this.#leave();
    this.response = response;
    this.html = html;
    const frame = {
      url: address,
      origin: new URL('/', address).href.slice(0, -1),
      parent: null,
      detached: false,
    };
    this.frame = frame;
    this.events.emit('did-navigate', createEvent({ url: address }), address, response.status, '');
    const from = { contents: this.api, frame };
    this.world = this.#runPreload(from);
    this.events.emit('did-finish-load');
    this.events.emit('did-stop-loading');
  }

  /** A preload script that is missing or fails is reported, and the page runs without it (electron.d.ts, `preload-error`). */
  #runPreload(from: Sender): PreloadWorld | undefined {
    if (this.#preload === undefined) {
      return undefined;
    }
    try {
      return runPreload(this.#preload, {
        invoke: (channel, given) => this.#shared.ipc.invoke(from, channel, given),
        send: (channel, given) => void this.#shared.ipc.send(from, channel, given),
      });
    } catch (error) {
      this.events.emit('preload-error', createEvent({}), this.#preload, error);
      return undefined;
    }
  }

  #startNavigation(url: string, isSameDocument: boolean): void {
    const details = createEvent({ url, isMainFrame: true, isSameDocument });
    this.events.emit('did-start-navigation', details, url, isSameDocument, true, 1, 1);
  }

  #leave(): void {
    if (this.frame) {
      this.frame.detached = true;
    }
    this.frame = undefined;
    this.world = undefined;
  }

  /**
   * A navigation by the page: `did-start-navigation`, then `will-frame-navigate`, then `will-navigate`, and nothing more after a refusal
   * (docs/api/web-contents.md, "Document Navigations"). Returns the event that was refused.
   */
  navigate(url: string): { stopped: string | undefined } {
    return this.#ask(url, ['will-frame-navigate', 'will-navigate']);
  }

  /** A redirect by the server: `will-redirect` comes after `did-start-navigation`. */
  redirect(url: string): { stopped: string | undefined } {
    return this.#ask(url, ['will-redirect']);
  }

  #ask(url: string, questions: string[]): { stopped: string | undefined } {
    this.#startNavigation(url, false);
    const stopped = questions.find((name) => {
      const event = createEvent({ url, isMainFrame: true, isSameDocument: false });
      this.events.emit(name, event, url);
      return event.defaultPrevented;
    });
    return { stopped };
  }

  /** A navigation within the page, such as by its hash, which cannot be refused. */
  navigateInPage(url: string): void {
    this.#startNavigation(url, true);
    this.events.emit('did-navigate-in-page', createEvent({}), url, true, 1, 1);
  }

  /** The page calls `window.open`. */
  open(url: string): WindowOpenHandlerResponse {
    if (!this.#openHandler) {
      return { action: 'allow' };
    }
    return this.#openHandler({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    });
  }

  /** The page contains a `<webview>`. */
  attachWebview(preferences: Record<string, unknown>, params: Record<string, string>): { stopped: boolean } {
    const event = createEvent({});
    this.events.emit('will-attach-webview', event, preferences, params);
    return { stopped: event.defaultPrevented };
  }

  /**
   * The page's process crashes. During a load `did-stop-loading` follows and rejects the load awaited by then, even one that a listener
   * of `render-process-gone` has just started (lib/browser/api/web-contents.ts).
   */
  crash(reason: string): void {
    this.#leave();
    const wasLoading = this.#loading !== undefined;
    this.events.emit('render-process-gone', createEvent({}), { reason, exitCode: 1 });
    if (!wasLoading) {
      return;
    }
    this.#stopLoading();
    this.events.emit('did-stop-loading');
  }

  #stopLoading(): void {
    const loading = this.#loading;
    this.#loading = undefined;
    loading?.fail('ERR_FAILED');
  }

  /** As electron.d.ts says of `will-prevent-unload`: closing goes on only where a listener prevents the default. */
  allowsUnload(): boolean {
    if (!this.holdsUnload) {
      return true;
    }
    const event = createEvent({});
    this.events.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  destroy(): void {
    if (this.destroyed) {
      return;
    }
    this.destroyed = true;
    this.#leave();
    this.#stopLoading();
    this.events.emit('destroyed');
  }
}

/** Chromium's numbers of the errors the double knows (net/base/net_error_list.h). */
const netErrors = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_UNEXPECTED: -9,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_UNKNOWN_URL_SCHEME: -302,
} as const;
type NetError = keyof typeof netErrors;

function netError(error: Error): NetError {
  const named = error.message.replace(/^net::/, '');
  return named in netErrors ? (named as NetError) : 'ERR_FAILED';
}

/** The rejection of a load: name and number in the message, and as members. */
function loadError(code: NetError, url: string): Error {
  const errno = netErrors[code];
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url });
}

/** A window as created by `new BrowserWindow`. */
export class DoubleWindow {
  readonly events = new EventEmitter();
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: DoubleContents;
  readonly api: object;
  bounds: Rectangle;
  maximized = false;
  minimized = false;
  contentProtected = false;
  background: string | undefined;
  visible: boolean;
  focused = false;
  destroyed = false;
  #isTimed = false;
  readonly #shared: WindowWorld;

  constructor(shared: WindowWorld, options: BrowserWindowConstructorOptions) {
    shared.app.mustBeReady('new BrowserWindow');
    this.#shared = shared;
    this.options = options;
    this.visible = options.show ?? true;
    this.bounds = {
      x: options.x ?? 100,
      y: options.y ?? 100,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.contents = new DoubleContents(shared, options.webPreferences ?? {});
    const alive = <T>(act: () => T) => {
      if (this.destroyed) {
        throw new TypeError('Object has been destroyed');
      }
      return act();
    };
    this.api = strict(
      'window',
      Object.assign(this.events, {
        webContents: this.contents.api,
        setBackgroundColor: (color: string) =>
          alive(() => {
            this.background = color;
          }),
        setContentProtection: (enable: boolean) =>
          alive(() => {
            this.contentProtected = enable;
          }),
        focus: () =>
          alive(() => {
            this.focused = true;
          }),
        getNormalBounds: () => alive(() => ({ ...this.bounds })),
        isDestroyed: () => this.destroyed,
        isMaximized: () => alive(() => this.maximized),
        isVisible: () => alive(() => this.visible),
        isMinimized: () => alive(() => this.minimized),
        loadURL: (url: string) => alive(() => this.#load(url)),
        maximize: () =>
          alive(() => {
            this.maximized = true;
          }),
        restore: () =>
          alive(() => {
            this.minimized = false;
          }),
        show: () =>
          alive(() => {
            this.visible = true;
          }),
      }),
    );
    shared.windows.add(this);
    shared.app.events.emit('web-contents-created', createEvent({}), this.contents.api);
  }

  #load(url: string): Promise<void> {
    const loading = this.contents.load(url);
    loading.then(
      () => this.#shared.readyToShow && !this.destroyed && this.events.emit('ready-to-show'),
      () => undefined,
    );
    return loading;
  }

  /**
   * The user closes the window, or quitting does. The page is asked in its own process, so nothing is closed at once. Electron starts a timer
   * of five seconds at `close`, which a refusal does not end (lib/browser/api/browser-window.ts): see `passFiveSeconds`.
   */
  async close(): Promise<boolean> {
    const event = createEvent({});
    this.events.emit('close', event);
    if (event.defaultPrevented) {
      return false;
    }
    this.#isTimed = true;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.destroyed) {
      return true;
    }
    if (!this.contents.allowsUnload()) {
      return false;
    }
    this.destroy();
    if (this.#shared.windows.size === 0) {
      this.#shared.app.windowsAllClosed();
    }
    return true;
  }

  /** Five seconds pass after `close`. */
  passFiveSeconds(): void {
    if (this.#isTimed && !this.destroyed) {
      this.#isTimed = false;
      this.events.emit('unresponsive');
    }
  }

  /** Closes without asking (electron.d.ts, `BrowserWindow.destroy`): only `closed` is emitted. */
  destroy(): void {
    if (this.destroyed) {
      return;
    }
    this.destroyed = true;
    this.#shared.windows.delete(this);
    this.contents.destroy();
    this.events.emit('closed');
  }
}
