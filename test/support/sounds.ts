/** A WAV file (PCM, 16 bits, mono) of a tone, as long as asked for. */
export function wavOf(seconds: number, rate = 44_100): Buffer {
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + 2 * samples);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + 2 * samples, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(2 * rate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * samples, 40);
  for (let at = 0; at < samples; at += 1) {
    file.writeInt16LE(Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / rate)), 44 + 2 * at);
  }
  return file;
}
