import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import type { DoubleApp } from './app.ts';
import type { DoubleIpcMain } from './ipc-main.ts';
import { type PreloadWorld, runPreload } from './preload-world.ts';
import type { DoubleSession } from './session.ts';
import { createEvent, cross, strict } from './strict.ts';

/** What the windows of one application share. */
export interface WindowWorld {
  app: DoubleApp;
  ipc: DoubleIpcMain;
  session: DoubleSession;
  windows: Set<DoubleWindow>;
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
  /** What the last load was answered with. */
  response: Response | undefined;
  html = '';
  destroyed = false;
  private openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  private readonly shared: WindowWorld;
  private readonly preload: string | undefined;

  constructor(shared: WindowWorld, preload: string | undefined) {
    this.shared = shared;
    this.preload = preload;
    const doubled: Pick<WebContents, 'isDestroyed' | 'send' | 'setWindowOpenHandler'> = {
      isDestroyed: () => this.destroyed,
      send: (channel, ...given) => {
        if (this.destroyed) throw new TypeError('Object has been destroyed');
        const crossed = cross(given);
        const { world } = this;
        setImmediate(() => this.world === world && world?.hear(channel, crossed));
      },
      setWindowOpenHandler: (handler) => {
        this.openHandler = handler;
      },
    };
    this.api = strict('webContents', Object.assign(this.events, doubled)) as unknown as WebContents;
  }

  /** Loads a page as main asks for it: no `will-navigate`, a new frame, a new preload world. */
  async load(address: string): Promise<void> {
    this.events.emit(
      'did-start-navigation',
      createEvent({ url: address, isMainFrame: true, isSameDocument: false }),
    );
    this.leave();
    this.response = await this.shared.session.request(address);
    this.html = await this.response.clone().text();
    const frame = {
      url: address,
      origin: new URL('/', address).href.slice(0, -1),
      parent: null,
      detached: false,
    };
    this.frame = frame;
    const from = { contents: this.api, frame };
    this.world =
      this.preload === undefined
        ? undefined
        : runPreload(this.preload, {
            invoke: (channel, given) => this.shared.ipc.invoke(from, channel, given),
            send: (channel, given) => void this.shared.ipc.send(from, channel, given),
          });
    this.events.emit('did-finish-load');
  }

  private leave(): void {
    if (this.frame) this.frame.detached = true;
    this.frame = undefined;
    this.world = undefined;
  }

  /** The page tries to go elsewhere; tells which of the runtime's questions were answered with no. */
  navigate(url: string): { stopped: string[] } {
    const stopped: string[] = [];
    for (const name of ['will-frame-navigate', 'will-navigate', 'will-redirect']) {
      const event = createEvent({ url, isMainFrame: true, isSameDocument: false });
      this.events.emit(name, event, url);
      if (event.defaultPrevented) stopped.push(name);
    }
    return { stopped };
  }

  /** The page calls `window.open`. */
  open(url: string): WindowOpenHandlerResponse {
    if (!this.openHandler) return { action: 'allow' };
    return this.openHandler({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    });
  }

  /** The page holds a `<webview>`. */
  attachWebview(preferences: Record<string, unknown>, params: Record<string, string>): { stopped: boolean } {
    const event = createEvent({});
    this.events.emit('will-attach-webview', event, preferences, params);
    return { stopped: event.defaultPrevented };
  }

  crash(reason: string): void {
    this.leave();
    this.events.emit('render-process-gone', createEvent({}), { reason, exitCode: 1 });
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.leave();
    this.events.emit('destroyed');
  }
}

/** A window as `new BrowserWindow` makes it. */
export class DoubleWindow {
  readonly events = new EventEmitter();
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: DoubleContents;
  readonly api: object;
  bounds: Rectangle;
  maximized = false;
  minimized = false;
  visible: boolean;
  focused = false;
  destroyed = false;
  private readonly shared: WindowWorld;

  constructor(shared: WindowWorld, options: BrowserWindowConstructorOptions) {
    shared.app.mustBeReady('new BrowserWindow');
    this.shared = shared;
    this.options = options;
    this.visible = options.show ?? true;
    this.bounds = {
      x: options.x ?? 100,
      y: options.y ?? 100,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.contents = new DoubleContents(shared, options.webPreferences?.preload);
    const alive = <T>(act: () => T) => {
      if (this.destroyed) throw new TypeError('Object has been destroyed');
      return act();
    };
    this.api = strict(
      'window',
      Object.assign(this.events, {
        webContents: this.contents.api,
        focus: () =>
          alive(() => {
            this.focused = true;
          }),
        getNormalBounds: () => alive(() => ({ ...this.bounds })),
        isDestroyed: () => this.destroyed,
        isMaximized: () => alive(() => this.maximized),
        isMinimized: () => alive(() => this.minimized),
        loadURL: (url: string) => alive(() => this.load(url)),
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

  private async load(url: string): Promise<void> {
    await this.contents.load(url);
    this.events.emit('ready-to-show');
  }

  /** A person closes the window, or quitting does. */
  close(): boolean {
    const event = createEvent({});
    this.events.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroyed = true;
    this.shared.windows.delete(this);
    this.contents.destroy();
    this.events.emit('closed');
    if (this.shared.windows.size === 0) this.shared.app.windowsAllClosed();
    return true;
  }
}
