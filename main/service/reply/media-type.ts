/** A media type without its parameters, in small letters; empty where there is none. */
export function mediaTypeOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header[0] : header;
  return (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Field notes, Transport: JSON is `application/json` or whatever ends in `+json`. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** A web page, by what it says it is or, where it says nothing, by how it begins. */
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
