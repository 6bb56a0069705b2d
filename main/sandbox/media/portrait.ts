import type { Canvas, Colour } from './canvas.ts';

const clothingColours: readonly Colour[] = [
  [58, 74, 107],
  [92, 62, 78],
  [48, 92, 84],
  [98, 84, 56],
];
const skin: Colour = [196, 176, 160];
const hair: Colour = [88, 78, 72];

/** Head and shoulders as a plain figure, so that no specimen can be mistaken for a person's picture. */
export function drawPortrait(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  look: number,
  lean = 0,
): void {
  canvas.rectangle(x, y, width, height, [226, 231, 236]);
  const middle = x + width / 2 + lean * width;
  const floor = y + height;
  const clothes = clothingColours[look % clothingColours.length] ?? skin;
  canvas.ellipse(x + width / 2, floor + height * 0.08, width * 0.46, height * 0.36, clothes, floor);
  canvas.rectangle(middle - width * 0.1, y + height * 0.58, width * 0.2, height * 0.18, [178, 158, 142]);
  canvas.ellipse(middle, y + height * 0.36, width * 0.27, height * 0.25, hair);
  canvas.ellipse(middle, y + height * 0.42, width * 0.22, height * 0.25, skin);
  const glance = lean * width * 0.5;
  for (const side of [-1, 1]) {
    canvas.ellipse(
      middle + glance + side * width * 0.09,
      y + height * 0.4,
      width * 0.022,
      width * 0.022,
      hair,
    );
  }
  canvas.ellipse(middle + glance, y + height * 0.54, width * 0.06, height * 0.008, [150, 110, 104]);
}
