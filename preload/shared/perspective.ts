export interface Point {
  x: number;
  y: number;
}

/** The corners of a document in a picture, in parts (0 to 1) of its width and height: top left, top right, bottom right, bottom left. */
export type Corners = [Point, Point, Point, Point];

interface Size {
  width: number;
  height: number;
}

/** Three rows of three. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** Returns the size of the document between the corners of a picture, with its longer sides. */
export function straightenedSize([a, b, c, d]: Corners, { width, height }: Size): Size {
  const length = (from: Point, to: Point) =>
    Math.max(1, Math.round(Math.hypot((to.x - from.x) * width, (to.y - from.y) * height)));
  return { width: Math.max(length(a, b), length(d, c)), height: Math.max(length(a, d), length(b, c)) };
}

/** Returns the projection of the unit square onto the corners (P. Heckbert, 1989); undefined where three of them lie in a line. */
export function projectionOnto([a, b, c, d]: Corners): Matrix | undefined {
  const one = minus(b, c);
  const two = minus(d, c);
  const three = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const whole = cross(one, two);
  if (Math.abs(whole) < 1e-6 || Math.abs(cross(minus(b, a), minus(d, a))) < 1e-6) {
    return undefined;
  }
  const g = cross(three, two) / whole;
  const h = cross(one, three) / whole;
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ];
}

/** Returns the inverse of a projection, up to a factor. */
export function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function minus(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}

function cross(one: Point, other: Point): number {
  return one.x * other.y - other.x * one.y;
}
