/** Draws a bitmap that may have been closed meanwhile: a closed one has no width, and drawing it throws. */
export function drawBitmap(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (bitmap.width > 0) {
    canvas?.getContext('2d')?.drawImage(bitmap, 0, 0);
  }
}
