import { randomBytes } from 'node:crypto';

/** Marks the place of the nonce in `renderer/index.html`. */
const nonceMark = '__CSP_NONCE__';

/** The CSP source of media: the scheme `assay-media:` under Electron, only 'self' in a browser. */
export interface PageSources {
  mediaSource?: string;
  /** True if the file is the script of the worker that compiles WebAssembly: the PDF parser with its image decoders. */
  compilesWasm?: boolean;
  /** Vite's development server, such as `http://127.0.0.1:5173`; only under `npm run dev`. */
  devServer?: string;
}

/** Returns a nonce for one load of the page: 128 random bits in Base64. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Returns the Content-Security-Policy of the console's page and of everything served with it (a worker uses the header of its
 * own script). It forbids inline scripts, eval, forms, frames and other origins except media; WebAssembly is allowed in
 * the PDF worker only.
 *
 * `nonce` admits the style elements of the component library; files other than the page need none.
 */
export function contentSecurityPolicy(nonce: string | undefined, sources: PageSources = {}): string {
  const self = "'self'";
  const { devServer } = sources;
  // The development server writes a script into the page and reports changes to it over a socket.
  const script = devServer === undefined || nonce === undefined ? self : `${self} 'nonce-${nonce}'`;
  const socket = devServer === undefined ? '' : ` ${devServer.replace(/^http/, 'ws')}`;
  const media = sources.mediaSource === undefined ? self : `${self} ${sources.mediaSource}`;
  return [
    "default-src 'none'",
    `script-src ${script}${sources.compilesWasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src ${self}${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    `img-src ${media}`,
    `media-src ${media}`,
    `connect-src ${media}${socket}`,
    `worker-src ${self}`,
    `font-src ${self}`,
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the headers of the page and its files, with lower-case names; the host adds `content-type` and caching. */
export function pageHeaders(nonce: string | undefined, sources: PageSources = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce, sources),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  };
}

const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** A file of the interface as it is sent. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Returns a file with its headers; the page with a new nonce for each load. */
export function pageAnswer(
  content: Uint8Array,
  { contentType, ...sources }: PageSources & { contentType: string },
): PageAnswer {
  const nonce = contentType.startsWith('text/html') ? newNonce() : undefined;
  const text = nonce && pageWithNonce(new TextDecoder().decode(content), nonce);
  return {
    status: 200,
    headers: {
      ...pageHeaders(nonce, sources),
      'content-type': contentType,
      'cache-control': 'no-store',
    },
    body: text === undefined ? new Uint8Array(content) : new TextEncoder().encode(text),
  };
}

/**
 * Returns the page with the nonce of this load.
 * @throws Error when the mark is missing, since the page would load without styles
 */
export function pageWithNonce(html: string, nonce: string): string {
  if (!html.includes(nonceMark)) {
    throw new Error(`The page has no ${nonceMark} to replace.`);
  }
  return html.replaceAll(nonceMark, nonce);
}
