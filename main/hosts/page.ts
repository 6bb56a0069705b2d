import { randomBytes } from 'node:crypto';

/** Stands in `renderer/index.html` where the nonce of a load belongs. */
const nonceMark = '__CSP_NONCE__';

/** Where media come from, as a CSP source: the scheme `assay-media:` under Electron, nothing beside 'self' in a browser. */
export interface PageSources {
  mediaSource?: string;
  /** The file is the script of a worker that compiles WebAssembly: the PDF parser with its image decoders. */
  compilesWasm?: boolean;
}

/** A nonce for one load of the page: 128 random bits in Base64. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The Content-Security-Policy of the console's page and of everything served with it (a worker is ruled by the header of
 * its own script). Nothing is allowed but what is named: no inline script, no eval, no form, no frame, nothing from another
 * origin but media; and compiled WebAssembly in the worker that parses PDFs alone.
 *
 * `nonce` admits the style elements the interface's library writes; a served file that is no page needs none.
 */
export function contentSecurityPolicy(nonce: string | undefined, sources: PageSources = {}): string {
  const self = "'self'";
  const media = sources.mediaSource === undefined ? self : `${self} ${sources.mediaSource}`;
  return [
    "default-src 'none'",
    `script-src ${self}${sources.compilesWasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src ${self}${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    `img-src ${media}`,
    `media-src ${media}`,
    `connect-src ${media}`,
    `worker-src ${self}`,
    `font-src ${self}`,
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Every header the page and its files are served with, names in lower case; the host adds `content-type` and its own
 * rules for caching.
 */
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

/**
 * The page with the nonce of this load in place of its mark.
 *
 * @throws Error when the page has no mark: it would load without its styles, and nobody would know why.
 */
export function pageWithNonce(html: string, nonce: string): string {
  if (!html.includes(nonceMark)) {
    throw new Error(`The page has no ${nonceMark} to replace.`);
  }
  return html.replaceAll(nonceMark, nonce);
}
