import { parseArgs } from 'node:util';
import { setStage } from './bench-harness.ts';
import { benchCallbacks } from './callbacks.ts';
import { benchCaseList } from './case-list.ts';
import { benchCaseListWindow } from './case-list-window.ts';
import { benchDeletions } from './deletions.ts';
import { benchElectronStart } from './electron-start.ts';
import { benchJournalComparison } from './journal-comparison.ts';
import { benchLargeVideo } from './large-video.ts';
import { benchMachineReadable } from './machine-readable.ts';
import { benchMediaViewers } from './media-viewers.ts';
import { benchMedium } from './medium.ts';
import { benchOpening } from './opening.ts';
import { benchReading } from './reading.ts';
import type { BenchRow } from './row.ts';
import { benchSignatures } from './signatures.ts';
import { benchStartUp } from './start-up.ts';

/** All figures, each measured in the same run as the value it is compared with. */
async function bench(): Promise<BenchRow[]> {
  const stage = await setStage();
  try {
    return [
      ...(await benchOpening(stage)),
      ...(await benchMedium(stage)),
      ...(await benchLargeVideo(stage)),
      ...(await benchMediaViewers()),
      ...(await benchMachineReadable()),
      ...(await benchStartUp()),
      ...(await benchElectronStart()),
      ...(await benchSignatures()),
      ...(await benchCallbacks()),
      ...(await benchCaseList()),
      ...(await benchCaseListWindow()),
      ...benchJournalComparison(),
      ...(await benchReading()),
      ...(await benchDeletions()),
    ];
  } finally {
    await stage.close();
  }
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const rows = await bench();
if (values.json) {
  process.stdout.write(`${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`);
} else {
  for (const { name, value, unit, aim, met, detail } of rows) {
    const judged = aim === undefined ? '' : `  (aim: ${aim}; ${met ? 'met' : 'NOT MET'})`;
    process.stdout.write(`${name}: ${Number(value.toPrecision(3))} ${unit}${judged}\n    ${detail}\n`);
  }
}
