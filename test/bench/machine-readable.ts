import { performance } from 'node:perf_hooks';
import { MrzReader } from '../../main/features/media/mrz/mrz-reader.ts';
import { damages, mrzPictures } from '../specimens/mrz-pictures.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectedReading, greyPicture } from '../support/mrz-specimens.ts';
import { type BenchRow, median } from './row.ts';

const count = 40 * damages.length;

/** Machine-readable zones of 200 specimens, of which each kind of damage has 40, and of 40 that are cut off. */
export async function benchMachineReadable(): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  const reader = new MrzReader();
  try {
    const [drawing, decoding] = [await browser.newPage(), await browser.newPage()];
    const times: number[] = [];
    const read = new Map(damages.map((damage) => [damage, 0]));
    let wrong = 0;
    for await (const { damage, lines, jpeg } of mrzPictures(drawing, count)) {
      const picture = await greyPicture(decoding, jpeg);
      const begun = performance.now();
      const reading = await reader.read(picture);
      times.push(performance.now() - begun);
      if (reading) {
        read.set(damage, (read.get(damage) ?? 0) + 1);
        const expected = expectedReading(lines);
        const differs = Object.entries(reading).some(
          ([key, value]) => expected[key as keyof typeof expected] !== value,
        );
        wrong += differs ? 1 : 0;
      }
    }
    const slow = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    const whole = [...read.values()].reduce((sum, one) => sum + one, 0) - (read.get('cut') ?? 0);
    const kinds = [...read].map(([damage, one]) => `${damage} ${one} of 40`).join(', ');
    return [
      {
        name: 'machine-readable zones read, of 200',
        value: whole,
        unit: 'pictures',
        detail: kinds,
      },
      {
        name: 'the same: read wrongly, or read although cut off',
        value: wrong + (read.get('cut') ?? 0),
        unit: 'pictures',
        aim: '0',
        met: wrong + (read.get('cut') ?? 0) === 0,
        detail: 'any field that differs from the drawn lines counts',
      },
      {
        name: 'the same: time of one picture in its worker',
        value: slow,
        unit: 'ms',
        aim: '2,000 ms or less',
        met: slow <= 2000,
        detail: `95 of 100 are faster; median ${Math.round(median(times))} ms, the start of the worker included`,
      },
    ];
  } finally {
    await reader.close();
    await browser.close();
  }
}
