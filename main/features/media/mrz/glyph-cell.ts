/** The part of a picture around a character: its size in heights of a capital letter, and the points that are compared in it. */
export const glyphCell = { wide: 1.1, high: 1.4, columns: 16, rows: 20 };
