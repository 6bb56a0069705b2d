import { parse } from 'content-disposition';
import { bareType } from './media-kind.ts';

const extensions: Record<string, string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/ogg': ['ogg', 'oga'],
  'audio/wav': ['wav'],
  'audio/flac': ['flac'],
  'application/pdf': ['pdf'],
};

const harmless = new Set(Object.values(extensions).flat());

/** The longest name, in characters and in bytes of UTF-8: file systems accept 255, and a number may be put before and after it. */
const maxCharacters = 60;
const maxBytes = 200;

/** Device names of Windows, which reads the superscript digits of Latin-1 as digits. */
const windowsDevice = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)$/i;

/**
 * Returns a safe file name from `content-disposition` (interface 4.5; RFC 6266, `filename*` before `filename`): no directory, no
 * control or bidirectional characters, no leading dot, no device name of Windows, and an extension that opens in a
 * viewer and never runs.
 */
export function safeFileName(
  contentDisposition: string | undefined,
  contentType: string | undefined,
  fallback: string,
): string {
  const original = fileNameOf(contentDisposition) ?? fallback;
  const base = original.split(/[\\/]/).at(-1) ?? '';
  const safe = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ');
  const clean = withoutTrailingDots(withoutLeadingDots(safe));
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : '';
  const stem = harmless.has(ending) ? clean.slice(0, dot) : clean;
  const proper = extensions[bareType(contentType)];
  const extension =
    harmless.has(ending) && (!proper || proper.includes(ending)) ? ending : (proper?.[0] ?? 'bin');
  const short = shorten(withoutTrailingDots(stem) || 'media');
  const name = windowsDevice.test(short.split('.', 1)[0]?.trim() ?? '') ? `_${short}` : short;
  return `${name}.${extension}`;
}

function shorten(name: string): string {
  const characters = [...name].slice(0, maxCharacters);
  while (Buffer.byteLength(characters.join('')) > maxBytes) {
    characters.pop();
  }
  return withoutTrailingDots(characters.join(''));
}

/** Removes trailing dots in a loop, because a pattern such as `[.\s]+$` takes quadratic time on a long run of dots inside a name. */
function withoutTrailingDots(name: string): string {
  let end = name.length;
  while (end > 0 && isDotOrSpace(name[end - 1])) {
    end -= 1;
  }
  return name.slice(0, end);
}

function withoutLeadingDots(name: string): string {
  let start = 0;
  while (start < name.length && isDotOrSpace(name[start])) {
    start += 1;
  }
  return name.slice(start);
}

function isDotOrSpace(character: string | undefined): boolean {
  return character === '.' || character?.trim() === '';
}

function fileNameOf(header: string | undefined): string | undefined {
  const name = header && parse(header).parameters.filename;
  return name === undefined || name === '' ? undefined : fromHeader(name);
}

/** Header values are decoded as Latin-1, but many servers send UTF-8. */
function fromHeader(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1 is meant
  if (!/^[\u0000-\u00ff]*$/.test(value)) {
    return value;
  }
  const bytes = Buffer.from(value, 'latin1');
  const utf8 = bytes.toString('utf8');
  return utf8.includes('\uFFFD') ? value : utf8;
}
