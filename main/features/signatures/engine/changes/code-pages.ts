/** A single-byte character set that receivers mistake UTF-8 for. */
export interface CodePage {
  id: string;
  name: string;
  /** The characters of bytes 0x80 to 0xff, in order; undefined bytes map to the control character of that number. */
  upper: string;
}

/** Likeliest first. Defined here, so that the result does not depend on the runtime's character sets. */
export const codePages: readonly CodePage[] = [
  {
    id: 'latin1',
    name: 'Latin-1 (ISO 8859-1)',
    upper: String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 128 + i)),
  },
  {
    id: 'windows-1252',
    name: 'Windows-1252',
    upper:
      '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  },
  {
    id: 'windows-1250',
    name: 'Windows-1250',
    upper:
      '€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  },
  {
    id: 'windows-1251',
    name: 'Windows-1251',
    upper:
      'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
  },
  {
    id: 'iso-8859-2',
    name: 'Latin-2 (ISO 8859-2)',
    upper:
      '\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f\u00a0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  },
];

/** Decodes bytes of a code page; every byte has a character. */
export function decodePage(bytes: Uint8Array, page: CodePage): string {
  if (page.id === 'latin1') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  }
  const units = new Uint16Array(bytes.length);
  const unitOf = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 ? byte : page.upper.charCodeAt(byte - 0x80),
  );
  for (let i = 0; i < bytes.length; i++) {
    units[i] = unitOf[bytes[i] ?? 0] ?? 0;
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

/** Encodes text, or undefined when the code page lacks a character. */
export function encodePage(text: string, page: CodePage): Buffer | undefined {
  // By UTF-16 unit; 0 when the page lacks it. A table is ten times as fast as a Map.
  const byUnit = new Uint8Array(0x10000);
  for (let i = 0; i < page.upper.length; i++) {
    byUnit[page.upper.charCodeAt(i)] = i + 0x80;
  }
  const bytes = Buffer.allocUnsafe(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const byte = unit < 0x80 ? unit : byUnit[unit];
    if (byte === undefined || (byte === 0 && unit !== 0)) {
      return undefined;
    }
    bytes[i] = byte;
  }
  return bytes;
}
