import { pdfLimits } from './limits.ts';
import { Budget } from './worker-budget.ts';

const budget = new Budget<OffscreenCanvas>(
  4 * pdfLimits.canvasPixels,
  4 * pdfLimits.canvasPixels,
  ({ width, height }) => 4 * width * height,
);

// pdf.js draws groups and masks on canvases of their own, as many as the file says.
globalThis.OffscreenCanvas = new Proxy(OffscreenCanvas, {
  construct: (target, [width, height]: [number, number]) =>
    budget.take(4 * width * height, () => new target(width, height)),
});

// Warnings for developers have parts of the file in them.
console.warn = () => undefined;
