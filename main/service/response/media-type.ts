/** Returns a media type without parameters, in lower case; empty when there is none. */
export function mediaTypeOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header[0] : header;
  return (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Field notes, Transport: `application/json` or any type that ends in `+json`. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** Returns whether it is a web page, by its media type or, without one, by its beginning. */
export function isHtml(mediaType: string, body: Uint8Array): boolean {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
    return true;
  }
  if (isJsonType(mediaType)) {
    return false;
  }
  const start = new TextDecoder().decode(body.subarray(0, 512)).trimStart().toLowerCase();
  return /^(<!--[\s\S]*?-->\s*)?(<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/.test(start);
}
