/** A picture in shades of grey, row by row: 0 is black. */
export interface GreyPicture {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** A line of characters at equal distances. Positions are pixels of the picture. */
export interface TextLine {
  /** The centre of each character, found or in between. */
  centres: { x: number; y: number }[];
  /** The height of a capital letter. */
  capHeight: number;
  /** The angle to the horizontal in radians. */
  angle: number;
}

interface Blob {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The fewest characters of a line that are found by themselves; the shortest line of a machine-readable zone has 30. */
const fewest = 20;
const maxBlobs = 6000;

/** Returns the lines of a picture that look like those of a machine-readable zone, from top to bottom. */
export function findTextLines(picture: GreyPicture): TextLine[] {
  const blobs = findBlobs(picture);
  const angle = angleOf(blobs);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const upright = blobs.map((blob) => ({
    ...blob,
    x: blob.x * cos + blob.y * sin,
    y: blob.y * cos - blob.x * sin,
  }));
  const back = ({ x, y }: { x: number; y: number }) => ({ x: x * cos - y * sin, y: x * sin + y * cos });
  return chainsOf(upright)
    .flatMap((chain) => spacing(chain) ?? [])
    .toSorted((one, other) => one.middle - other.middle)
    .map(({ centres, capHeight, slope }) => ({
      centres: centres.map(back),
      capHeight,
      angle: angle + Math.atan(slope),
    }));
}

/** Returns the dark connected shapes that have the size of a character. */
function findBlobs({ width, height, grey }: GreyPicture): Blob[] {
  const dark = darkPixels({ width, height, grey });
  const blobs: Blob[] = [];
  const stack = new Int32Array(width * height);
  const largest = height / 6;
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] === 0) {
      continue;
    }
    let left = width;
    let right = 0;
    let top = height;
    let bottom = 0;
    let depth = 0;
    stack[depth++] = start;
    dark[start] = 0;
    while (depth > 0) {
      const at = stack[--depth] as number;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const nextX = x + dx;
          const nextY = y + dy;
          const next = nextY * width + nextX;
          if (nextX >= 0 && nextX < width && nextY >= 0 && nextY < height && dark[next] === 1) {
            dark[next] = 0;
            stack[depth++] = next;
          }
        }
      }
    }
    const w = right - left + 1;
    const h = bottom - top + 1;
    if (h >= 6 && h <= largest && w <= h * 2.2 && h <= w * 8) {
      blobs.push({ x: (left + right) / 2, y: (top + bottom) / 2, width: w, height: h });
      if (blobs.length === maxBlobs) {
        break;
      }
    }
  }
  return blobs;
}

/** Returns 1 for each pixel that is darker than its surroundings, otherwise 0. */
function darkPixels({ width, height, grey }: GreyPicture): Uint8Array {
  const radius = Math.max(8, Math.round(width / 60));
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += grey[y * width + x] as number;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row;
    }
  }
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const at = (row: number, column: number) => sums[row * (width + 1) + column] as number;
      const sum = at(bottom, right) - at(bottom, left) - at(top, right) + at(top, left);
      const mean = sum / ((bottom - top) * (right - left));
      dark[y * width + x] = (grey[y * width + x] as number) < mean * 0.86 - 1 ? 1 : 0;
    }
  }
  return dark;
}

/** Returns the angle, up to 15 degrees, at which the shapes stand most in rows. */
function angleOf(blobs: readonly Blob[]): number {
  let best = { angle: 0, score: 0 };
  for (let half = -30; half <= 30; half += 1) {
    const angle = (half / 2) * (Math.PI / 180);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const rows = new Map<number, number>();
    for (const { x, y } of blobs) {
      const row = Math.round((y * cos - x * sin) / 6);
      rows.set(row, (rows.get(row) ?? 0) + 1);
    }
    const score = [...rows.values()].reduce((total, count) => total + count ** 3, 0);
    if (score > best.score) {
      best = { angle, score };
    }
  }
  return best.angle;
}

/** Joins each shape with the nearest one to its right, along rows. */
function chainsOf(blobs: readonly Blob[]): Blob[][] {
  const fromLeft = blobs.toSorted((one, other) => one.x - other.x);
  const chains: Blob[][] = [];
  for (const blob of fromLeft) {
    let best: { chain: Blob[]; distance: number } | undefined;
    for (const chain of chains) {
      const last = chain.at(-1) as Blob;
      const height = Math.max(last.height, blob.height);
      const dx = blob.x - last.x;
      const dy = Math.abs(blob.y - last.y);
      const isNear = dx > 0.3 * height && dx < 3.2 * height && dy < 0.4 * height;
      const isAlike = Math.min(last.height, blob.height) > 0.4 * height;
      if (isNear && isAlike && dx + 2 * dy < (best?.distance ?? Number.POSITIVE_INFINITY)) {
        best = { chain, distance: dx + 2 * dy };
      }
    }
    if (best) {
      best.chain.push(blob);
    } else {
      chains.push([blob]);
    }
  }
  return chains.filter(({ length }) => length >= fewest);
}

/** Returns a chain's characters if they have equal distances: the gaps of those not found are filled. */
function spacing(
  chain: readonly Blob[],
): { centres: { x: number; y: number }[]; capHeight: number; middle: number; slope: number } | undefined {
  const gaps = chain.slice(1).map(({ x }, index) => x - (chain[index] as Blob).x);
  const pitch = quantile(gaps, 0.5);
  const equal = gaps.filter((gap) => Math.abs(gap - pitch) < 0.25 * pitch).length;
  if (equal < 0.7 * gaps.length) {
    return undefined;
  }
  const places: number[] = [0];
  for (const gap of gaps) {
    places.push((places.at(-1) as number) + Math.max(1, Math.round(gap / pitch)));
  }
  const count = (places.at(-1) as number) + 1;
  if (count > 60) {
    return undefined;
  }
  const xOf = curveThrough(
    places,
    chain.map(({ x }) => x),
  );
  const yOf = curveThrough(
    places,
    chain.map(({ y }) => y),
  );
  const centres = Array.from({ length: count }, (_, place) => ({ x: xOf(place), y: yOf(place) }));
  const [first, last] = [centres[0], centres.at(-1)] as { x: number; y: number }[];
  return {
    centres,
    capHeight: quantile(
      chain.map(({ height }) => height),
      0.75,
    ),
    middle: yOf(count / 2),
    slope: ((last?.y ?? 0) - (first?.y ?? 0)) / ((last?.x ?? 1) - (first?.x ?? 0)),
  };
}

/** Fits a parabola through the points, twice: the second time without those far from the first. */
function curveThrough(at: readonly number[], values: readonly number[]): (place: number) => number {
  const first = parabola(at, values);
  const errors = at.map((place, index) => Math.abs(first(place) - (values[index] as number)));
  const limit = Math.max(1, 2 * quantile(errors, 0.7));
  const indices = at.map((_, index) => index).filter((index) => (errors[index] as number) <= limit);
  return parabola(
    indices.map((index) => at[index] as number),
    indices.map((index) => values[index] as number),
  );
}

/** Least squares for a + b·t + c·t². */
function parabola(at: readonly number[], values: readonly number[]): (place: number) => number {
  const scale = Math.max(1, ...at);
  const t = at.map((place) => place / scale);
  const power = (n: number) => t.reduce((sum, value) => sum + value ** n, 0);
  const moment = (n: number) =>
    t.reduce((sum, value, index) => sum + value ** n * (values[index] as number), 0);
  const rows = [0, 1, 2].map((n) => [power(n), power(n + 1), power(n + 2), moment(n)]);
  for (let pivot = 0; pivot < 3; pivot += 1) {
    const row = rows[pivot] as number[];
    for (let other = 0; other < 3; other += 1) {
      const target = rows[other] as number[];
      if (other !== pivot && row[pivot] !== 0) {
        const factor = (target[pivot] as number) / (row[pivot] as number);
        rows[other] = target.map((value, column) => value - factor * (row[column] as number));
      }
    }
  }
  const [a = 0, b = 0, c = 0] = rows.map((row, index) =>
    row[index] === 0 ? 0 : (row[3] as number) / (row[index] as number),
  );
  return (place) => a + b * (place / scale) + c * (place / scale) ** 2;
}

function quantile(values: readonly number[], part: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? 0;
}
