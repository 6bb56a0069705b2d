import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import type {
  CustomScheme,
  OnBeforeRequestListenerDetails,
  Privileges,
  Protocol,
  Session,
  WebRequest,
} from 'electron';
import type { DoubleApp } from './app.ts';
import { createEvent, strict } from './strict.ts';

type Handler = Parameters<Protocol['handle']>[1];
type BeforeRequest = (
  details: OnBeforeRequestListenerDetails,
  callback: (response: { cancel?: boolean; redirectURL?: string }) => void,
) => void;

type DoubledSession = Pick<
  Session,
  | 'resolveProxy'
  | 'setBluetoothPairingHandler'
  | 'setCodeCachePath'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'setUSBProtectedClassesHandler'
>;

/** The handlers set on a session, for tests to call. */
export interface SessionHandlers {
  request?: Parameters<Session['setPermissionRequestHandler']>[0];
  check?: Parameters<Session['setPermissionCheckHandler']>[0];
  device?: Parameters<Session['setDevicePermissionHandler']>[0];
  display?: Parameters<Session['setDisplayMediaRequestHandler']>[0];
  bluetooth?: Parameters<Session['setBluetoothPairingHandler']>[0];
  usb?: Parameters<Session['setUSBProtectedClassesHandler']>[0];
  spellChecker?: boolean;
  codeCachePath?: string;
}

/** The schemes of the whole application: registered once, before `ready` (electron.d.ts, `registerSchemesAsPrivileged`). */
export class DoubleSchemes {
  readonly privileges = new Map<string, Privileges>();
  /** Runs before any request of any session is answered: a test can delay it or make it fail. */
  beforeAnswer: (address: string) => Promise<void> = async () => undefined;
  readonly protocolModule: Pick<Protocol, 'registerSchemesAsPrivileged'>;
  #registered = false;

  constructor(app: DoubleApp) {
    this.protocolModule = strict('protocol', {
      registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
        app.mustNotBeReady('protocol.registerSchemesAsPrivileged');
        if (this.#registered) {
          throw new Error('protocol.registerSchemesAsPrivileged can be called only once.');
        }
        this.#registered = true;
        for (const { scheme, privileges } of schemes) {
          this.privileges.set(scheme, privileges ?? {});
        }
      },
    });
  }
}

/** One session, and how a page's request passes through it. */
export class DoubleSession {
  readonly handlers: SessionHandlers = {};
  readonly events = new EventEmitter();
  readonly schemes: Map<string, Privileges>;
  readonly #application: DoubleSchemes;
  /** The system's proxy setting. */
  proxies = 'DIRECT';
  readonly api: Session;
  readonly #served = new Map<string, Handler>();
  #beforeRequest: BeforeRequest | undefined;

  constructor(app: DoubleApp, schemes: DoubleSchemes) {
    this.#application = schemes;
    this.schemes = schemes.privileges;
    const protocol: Pick<Protocol, 'handle' | 'unhandle' | 'isProtocolHandled'> = {
      handle: (scheme, handler) => {
        app.mustBeReady('protocol.handle');
        if (this.#served.has(scheme)) {
          throw new Error(`Failed to register protocol: ${scheme}`);
        }
        if (!this.schemes.has(scheme)) {
          throw new Error(`${scheme} was never registered as privileged.`);
        }
        this.#served.set(scheme, handler);
      },
      unhandle: (scheme) => void this.#served.delete(scheme),
      isProtocolHandled: (scheme) => this.#served.has(scheme),
    };
    const webRequest: Pick<WebRequest, 'onBeforeRequest'> = {
      onBeforeRequest: (...given: unknown[]) => {
        const listener = given.at(-1);
        if (given.length !== 1 || typeof listener !== 'function') {
          throw new Error('The double of Electron takes one onBeforeRequest listener for all addresses.');
        }
        this.#beforeRequest = listener as BeforeRequest;
      },
    };
    const doubled: DoubledSession = {
      resolveProxy: async () => this.proxies,
      setBluetoothPairingHandler: (handler) => {
        if (process.platform === 'darwin') {
          throw new Error('Not there on macOS.');
        }
        this.handlers.bluetooth = handler;
      },
      setCodeCachePath: (path) => {
        if (!isAbsolute(path)) {
          throw new Error('Absolute path must be provided to store code cache.');
        }
        this.handlers.codeCachePath = path;
      },
      setDevicePermissionHandler: (handler) => {
        this.handlers.device = handler;
      },
      setDisplayMediaRequestHandler: (handler) => {
        this.handlers.display = handler;
      },
      setPermissionCheckHandler: (handler) => {
        this.handlers.check = handler;
      },
      setPermissionRequestHandler: (handler) => {
        this.handlers.request = handler;
      },
      setSpellCheckerEnabled: (enable) => {
        this.handlers.spellChecker = enable;
      },
      setUSBProtectedClassesHandler: (handler) => {
        this.handlers.usb = handler;
      },
    };
    this.api = strict(
      'session',
      Object.assign(this.events, doubled, {
        protocol: strict('session.protocol', protocol),
        webRequest: strict('session.webRequest', webRequest),
      }),
    ) as unknown as Session;
  }

  /**
   * A page's request as the runtime handles it: through `webRequest` to the scheme's handler. The response goes to any page that
   * requested it: Electron serves custom schemes outside the network service, where CORS is enforced, so only the handler can refuse
   * another origin, by `initiatorOrigin` (electron.d.ts, `Protocol.handle`). The handler's `Request` does not carry the page's signal
   * (lib/browser/api/protocol.ts): when the page cancels, only the response body is cancelled.
   * @param initiator the page's origin; undefined for requests of the runtime itself, such as loading a page
   */
  async request(address: string, init: RequestInit = {}, initiator?: string): Promise<Response> {
    const scheme = new URL(address).protocol.slice(0, -1);
    if (await this.#isCancelled(address, initiator)) {
      throw new TypeError('net::ERR_BLOCKED_BY_CLIENT');
    }
    await this.#application.beforeAnswer(address);
    const privileges = this.schemes.get(scheme);
    const handler = this.#served.get(scheme);
    if (!handler || !privileges) {
      throw new TypeError('net::ERR_UNKNOWN_URL_SCHEME');
    }
    const other = initiator !== undefined && originOf(address) !== initiator;
    if (initiator !== undefined && !privileges.supportFetchAPI) {
      throw new TypeError('The scheme cannot be fetched.');
    }
    if (other && !privileges.corsEnabled) {
      throw new TypeError('The scheme does not take part in CORS.');
    }
    const { signal, ...unlinked } = init;
    const request = new Request(address, unlinked);
    if (initiator !== undefined) {
      Object.defineProperty(request, 'initiatorOrigin', { value: initiator });
    }
    const answer = answerOf(handler, request);
    return signal ? untilAborted(answer, signal) : answer;
  }

  /** Tells if `webRequest` lets a request leave: of a page, one of its web sockets, or `net.request` in this session. */
  async lets(address: string, initiator?: string): Promise<boolean> {
    return !(await this.#isCancelled(address, initiator));
  }

  #isCancelled(address: string, initiator: string | undefined): Promise<boolean> {
    const beforeRequest = this.#beforeRequest;
    if (!beforeRequest) {
      return Promise.resolve(false);
    }
    const details = {
      id: 1,
      url: address,
      method: 'GET',
      ...(initiator ? { initiatorOrigin: initiator } : {}),
    };
    return new Promise((resolve) => {
      beforeRequest(details as OnBeforeRequestListenerDetails, ({ cancel }) => resolve(cancel === true));
    });
  }

  /** Starts a download as a page would; returns whether it was stopped. */
  download(address: string): { stopped: boolean } {
    const event = createEvent({});
    this.events.emit('will-download', event, { getURL: () => address }, {});
    return { stopped: event.defaultPrevented };
  }
}

/** If a handler throws or returns no response, the page's request fails. */
async function answerOf(handler: Handler, request: Request): Promise<Response> {
  const response = await Promise.resolve()
    .then(() => handler(request))
    .catch(() => undefined);
  if (!(response instanceof Response)) {
    throw new TypeError('net::ERR_UNEXPECTED');
  }
  return response;
}

/** The page's own signal: the handler continues, and its response body is cancelled. */
function untilAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener('abort', stop, { once: true });
    answer.then((response) => {
      if (signal.aborted) {
        void response.body?.cancel();
      } else {
        resolve(new Response(response.body?.pipeThrough(new TransformStream(), { signal }), response));
      }
    }, reject);
  });
}

/** The origin of an address of a standard scheme, which Node's URL does not support. */
export function originOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
