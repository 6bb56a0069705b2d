import { pdfLimits } from './limits.ts';

interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

const settings = { willReadFrequently: true };

/** Makes the canvases that pdf.js draws groups and masks on, within a limit on all of them together. */
export class BoundedCanvasFactory {
  #pixels = 0;

  /** @throws RangeError when the page needs too many pixels at once */
  create(width: number, height: number): CanvasAndContext {
    this.#take(width * height);
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', settings) };
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas) {
      this.#pixels -= canvas.width * canvas.height;
      this.#take(width * height);
      canvas.width = width;
      canvas.height = height;
    }
  }

  destroy(used: CanvasAndContext): void {
    if (used.canvas) {
      this.#pixels -= used.canvas.width * used.canvas.height;
      used.canvas.width = 0;
      used.canvas.height = 0;
    }
    used.canvas = null;
    used.context = null;
  }

  getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
    return canvas.getContext('2d', { ...settings, alpha: false });
  }

  #take(pixels: number): void {
    if (!(pixels > 0)) {
      throw new Error('Invalid canvas size');
    }
    if (this.#pixels + pixels > pdfLimits.canvasPixels) {
      throw new RangeError('The page needs too many pixels.');
    }
    this.#pixels += pixels;
  }
}

/** pdf.js draws filters as SVG elements, which a worker has not; it then computes them itself. */
export class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  addSelectionHCMFilter = () => 'none';
  addSelectionFilter = () => 'none';
  createSelectionStyle = () => null;
  destroy(): void {}
}
