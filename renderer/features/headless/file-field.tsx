import { Box, Button, Group, Input, NativeSelect } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type HeadlessFile, maxHeadlessFile } from '../../../preload/contract/headless.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { HeadlessField } from '../../../preload/wording/headless-fields.ts';
import { ShowData } from '../../ui/data-switch.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { useShown } from '../../ui/masked.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './file-field.module.css';
import type { Flow } from './use-flow.ts';

interface FileFieldProps {
  flow: Flow;
  field: HeadlessField;
  error: string | undefined;
}

/** Shows a file that a step asks for: chosen or dropped, checked before it is sent. */
export function FileField({ flow, field, error }: FileFieldProps) {
  const { view, busy, draft, addFile, removeFile, change } = flow;
  const id = useId();
  const { name, accept, maxBytes } = field;
  const label = visibleText(field.label, 160);
  const file = view?.files.find((one) => one.name === name);
  const take = (file: File) => void addFile(field, file);
  const drop = useFileDrop(([dropped]) => take(dropped));
  const limit = Math.min(maxBytes ?? maxHeadlessFile, maxHeadlessFile);
  const kinds = accept.length === 0 ? 'Any type' : accept.map(typeName).join(', ');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      withAsterisk={field.isRequired}
      error={error}
      description={`${kinds}; at most ${formatBytes(limit)}.`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no dropped file */}
      <div role="group" aria-labelledby={`${id}-label`} className={classes.drop} {...drop}>
        <Group>
          <FileChoice icon={<IconUpload size={14} />} name={`Choose a file: ${label}`} onFile={take}>
            {file === undefined ? 'Choose a file' : 'Choose another'}
          </FileChoice>
          {file === undefined ? (
            <span className={layout.quiet}>or drop it here</span>
          ) : (
            <Button
              disabled={busy !== undefined}
              aria-label={`Remove the file: ${label}`}
              onClick={() => removeFile(file.fileId)}
            >
              Remove
            </Button>
          )}
        </Group>
        {file !== undefined && (
          <Group gap={12} align="stretch">
            <FilePreview file={file} blob={draft.files.get(file.fileId)} label={label} />
            <Box component="dl" flex="1 1 14rem" className={layout.facts}>
              <dt>File</dt>
              <dd>
                <OutsideText text={file.fileName} max={120} />
              </dd>
              <dt>Content</dt>
              <dd>
                {file.type ?? 'not a known type'}, {formatBytes(file.bytes)}
                {file.size && `, ${file.size.width} × ${file.size.height}`}
              </dd>
              <dt>SHA-256</dt>
              <dd className={layout.smallMono}>{file.sha256}</dd>
              <dt>Sent as</dt>
              <dd>
                <NativeSelect
                  aria-label={`How the file is sent: ${label}`}
                  value={draft.fileForm}
                  onChange={({ currentTarget: { value } }) =>
                    change((now) => ({ ...now, fileForm: value === 'data-url' ? 'data-url' : 'base64' }))
                  }
                  data={[
                    { value: 'base64', label: 'Base64' },
                    { value: 'data-url', label: 'data: address' },
                  ]}
                />
              </dd>
            </Box>
          </Group>
        )}
      </div>
    </Input.Wrapper>
  );
}

/** `image/jpeg` as `JPEG`. */
function typeName(type: string): string {
  const [, name = type] = /^(?:image|application)\/([a-z0-9]{2,6})$/.exec(type) ?? [];
  return visibleText(name === type ? type : name.toUpperCase(), 60);
}

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
function FilePreview({ file, blob, label }: FilePreviewProps) {
  const isRevealed = useShown();
  const isSmall = file.size !== undefined && file.size.width * file.size.height <= maxPixels;
  if (!file.isShown || !isSmall || blob === undefined) {
    return (
      <div className={classes.preview}>{file.isShown ? 'No preview' : (file.reason ?? 'No preview')}</div>
    );
  }
  if (!isRevealed) {
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
