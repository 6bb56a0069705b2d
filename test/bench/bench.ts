import { parseArgs } from 'node:util';
import { type Stage, setStage } from './bench-harness.ts';
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
import { benchNextCase } from './next-case.ts';
import { benchOpening } from './opening.ts';
import { benchReading } from './reading.ts';
import type { BenchRow } from './row.ts';
import { benchSignatures } from './signatures.ts';
import { benchStartUp } from './start-up.ts';
import { benchTeam } from './team.ts';
import { benchTeamActs } from './team-acts.ts';
import { benchTeamLive } from './team-live.ts';

/** The parts, by the name that chooses one on the command line. */
const parts: Readonly<Record<string, (stage: Stage) => BenchRow[] | Promise<BenchRow[]>>> = {
  opening: benchOpening,
  medium: benchMedium,
  'large-video': benchLargeVideo,
  'media-viewers': benchMediaViewers,
  'machine-readable': benchMachineReadable,
  'start-up': benchStartUp,
  'electron-start': () => benchElectronStart(),
  signatures: benchSignatures,
  callbacks: benchCallbacks,
  'case-list': benchCaseList,
  'case-list-window': benchCaseListWindow,
  'next-case': benchNextCase,
  'journal-comparison': benchJournalComparison,
  reading: benchReading,
  deletions: benchDeletions,
  team: benchTeam,
  'team-live': benchTeamLive,
  'team-acts': benchTeamActs,
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  throw new Error(`There is no part ${unknown.join(', ')}, but: ${Object.keys(parts).join(', ')}`);
}

/** Figures of the chosen parts, or of all; each is measured in the same run as the value it is compared with. */
const rows: BenchRow[] = [];
const stage = await setStage();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length === 0 || positionals.includes(name)) {
      rows.push(...(await measure(stage)));
    }
  }
} finally {
  await stage.close();
}
if (values.json) {
  process.stdout.write(`${JSON.stringify({ node: process.version, rows }, undefined, 2)}\n`);
} else {
  for (const { name, value, unit, aim, met, detail } of rows) {
    const judged = aim === undefined ? '' : `  (aim: ${aim}; ${met ? 'met' : 'NOT MET'})`;
    process.stdout.write(`${name}: ${Number(value.toPrecision(3))} ${unit}${judged}\n    ${detail}\n`);
  }
}
