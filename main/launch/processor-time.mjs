import { readdirSync, readFileSync } from 'node:fs';

/**
 * The counted times of a process, in clock ticks.
 *
 * @typedef {object} Counted
 * @property {string | undefined} parent key of the process that started it, if that is counted too
 * @property {number} own its own processor time
 * @property {number} ended the processor time of those of its children that it has waited for, and of theirs
 * @property {number} seenAt number of the check that last found it
 */

/** Linux gives processor time in hundredths of a second, independent of the kernel's own clock. */
const ticksPerSecond = 100;

/** The interval of checking processes, in milliseconds: those for which no parent waits are counted only up to the last check. */
const intervalMs = 500;

/**
 * Begins to count the processor time of this process and of all that it starts, theirs included.
 *
 * @returns {{ seconds: () => number | undefined, end: () => void }} `seconds` gives those so far, or undefined on a system without /proc
 */
export function countProcessorTime() {
  /** @type {Map<string, Counted>} */
  const counted = new Map();
  let looks = 0;
  const look = () => {
    looks += 1;
    const processes = readProcesses();
    /** @type {(pid: number, parent?: string) => void} */
    const count = (pid, parent) => {
      const entry = processes.get(pid);
      if (entry === undefined || counted.get(entry.key)?.seenAt === looks) {
        return;
      }
      const { key, own, ended, children } = entry;
      counted.set(key, { parent: parent ?? counted.get(key)?.parent, own, ended, seenAt: looks });
      for (const child of children) {
        count(child, key);
      }
    };
    count(process.pid);
    for (const [pid, { key }] of processes) {
      // One whose parent has ended is still counted where it was found first.
      if (counted.has(key)) {
        count(pid);
      }
    }
  };
  look();
  const timer = setInterval(look, intervalMs);
  return {
    seconds() {
      look();
      return counted.size === 0 ? undefined : totalOf(counted) / ticksPerSecond;
    },
    end: () => clearInterval(timer),
  };
}

/** @param {Map<string, Counted>} counted */
function totalOf(counted) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  /** @type {Map<string, number>} */
  const endedSums = new Map();
  let total = 0;
  // Children were found after their parents, so that from the end each sum is complete when it is added to the parent's.
  for (const [key, { parent, own, ended, seenAt }] of [...counted].reverse()) {
    const sum = own + (sums.get(key) ?? 0) + Math.max(ended, endedSums.get(key) ?? 0);
    const above = parent === undefined ? undefined : counted.get(parent);
    if (parent === undefined || above === undefined) {
      total += sum;
      continue;
    }
    const target = seenAt < above.seenAt ? endedSums : sums;
    target.set(parent, (target.get(parent) ?? 0) + sum);
  }
  return total;
}

function readProcesses() {
  /** @type {Map<number, { key: string, own: number, ended: number, parent: number, children: number[] }>} */
  const processes = new Map();
  for (const name of readDirectory('/proc')) {
    if (!/^\d+$/.test(name)) {
      continue;
    }
    const text = readStat(name);
    if (text === '') {
      continue;
    }
    // The name of the program stands in parentheses and may hold any character; the state, field 3, follows it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, startedAt = 0] = [
      4, 14, 15, 16, 17, 22,
    ].map((field) => Number(fields[field - 3]));
    processes.set(Number(name), {
      key: `${name} ${startedAt}`,
      own: user + system,
      ended: endedUser + endedSystem,
      parent,
      children: [],
    });
  }
  for (const [pid, { parent }] of processes) {
    processes.get(parent)?.children.push(pid);
  }
  return processes;
}

/** @param {string} path */
function readDirectory(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** @param {string} pid */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since the list was read.
    return '';
  }
}
