import { filled, type Step } from './headless-steps.ts';

/** The largest file that a page takes, in bytes. */
const maxFileBytes = 8 * 1024 * 1024;

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * Returns a page that asks for files. The interface does not say how a file is sent; this takes a string of base64, with or without the
 * beginning of a `data:` address: PNG, JPEG or PDF.
 */
export function uploadStep(component: string, names: readonly string[]): Step {
  return {
    component,
    fields: Object.fromEntries(names.map((name) => [name, fileError])),
    hints: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'file', accept: ['image/jpeg', 'image/png', 'application/pdf'], maxBytes: maxFileBytes },
      ]),
    ),
  };
}

function fileError(value: string): string | undefined {
  const missing = filled(value);
  if (missing !== undefined) {
    return missing;
  }
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return 'NOT_A_FILE';
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxFileBytes) {
    return 'FILE_TOO_LARGE';
  }
  const isKnown = signatures.some((start) => start.every((byte, at) => bytes[at] === byte));
  return isKnown ? undefined : 'FILE_TYPE_NOT_SUPPORTED';
}
