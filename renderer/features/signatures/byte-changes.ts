/**
 * Returns the bytes of each side that are not in the other, by their longest common subsequence. For short stretches: it
 * takes as many steps as the product of both lengths.
 */
export function changedBytes(one: Uint8Array, other: Uint8Array): { one: boolean[]; other: boolean[] } {
  const width = other.length + 1;
  const longest = new Uint16Array((one.length + 1) * width);
  for (let a = one.length - 1; a >= 0; a -= 1) {
    for (let b = other.length - 1; b >= 0; b -= 1) {
      const at = a * width + b;
      longest[at] =
        one[a] === other[b]
          ? (longest[at + width + 1] ?? 0) + 1
          : Math.max(longest[at + width] ?? 0, longest[at + 1] ?? 0);
    }
  }
  const changes = {
    one: Array<boolean>(one.length).fill(true),
    other: Array<boolean>(other.length).fill(true),
  };
  let a = 0;
  let b = 0;
  while (a < one.length && b < other.length) {
    const at = a * width + b;
    if (one[a] === other[b]) {
      changes.one[a] = false;
      changes.other[b] = false;
      a += 1;
      b += 1;
    } else if ((longest[at + width] ?? 0) >= (longest[at + 1] ?? 0)) {
      a += 1;
    } else {
      b += 1;
    }
  }
  return changes;
}
