import { useEffect, useRef, useState } from 'react';
import type { HeadlessFile } from '../../../preload/contract/headless.ts';
import { ShowData } from '../../ui/data-switch.tsx';
import { useShown } from '../../ui/masked.tsx';
import classes from './file-field.module.css';

/** The largest preview, in pixels of the screen. */
const width = 288;
const height = 192;
/** Larger images are not decoded for a preview: four bytes of memory for each pixel. */
const maxPixels = 40_000_000;

interface FilePreviewProps {
  file: HeadlessFile;
  /** Undefined after the window was reloaded. */
  blob: File | undefined;
  label: string;
}

/** Shows a small picture of a chosen image, on request. It is drawn, never loaded as a document; main has checked its type and size. */
export function FilePreview({ file, blob, label }: FilePreviewProps) {
  const revealed = useShown();
  const isSmall = file.size !== undefined && file.size.width * file.size.height <= maxPixels;
  if (!file.isShown || !isSmall || blob === undefined) {
    return (
      <div className={classes.preview}>{file.isShown ? 'No preview' : (file.reason ?? 'No preview')}</div>
    );
  }
  if (!revealed) {
    return (
      <div className={classes.preview}>
        <ShowData size="compact-xs" />
      </div>
    );
  }
  return <Picture blob={blob} label={label} />;
}

function Picture({ blob, label }: { blob: File; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    void draw(blob, () => (isGone ? null : canvas.current)).catch(() => setBroken(true));
    return () => {
      isGone = true;
    };
  }, [blob]);
  if (isBroken) {
    return <div className={classes.preview}>The image cannot be read</div>;
  }
  return (
    <div className={classes.preview} data-personal>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

async function draw(blob: File, canvasOf: () => HTMLCanvasElement | null): Promise<void> {
  const image = await createImageBitmap(blob);
  try {
    const canvas = canvasOf();
    if (canvas === null) {
      return;
    }
    const factor = Math.min(1, width / image.width, height / image.height);
    canvas.width = Math.max(1, Math.round(image.width * factor));
    canvas.height = Math.max(1, Math.round(image.height * factor));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    image.close();
  }
}
