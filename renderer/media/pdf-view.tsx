import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './media.module.css';
import { drawPage, openPdf, type PdfDocument, type PdfPage } from './pdf-document.ts';
import { usePose } from './zoom.ts';
import { ZoomBar, zoomKeys } from './zoom-bar.tsx';

interface PdfViewProps {
  address: string;
  title: string;
  onBroken(): void;
}

/** A PDF, page by page, drawn by pdf.js inside the sandboxed renderer. */
export function PdfView({ address, title, onBroken }: PdfViewProps) {
  const [document, setDocument] = useState<PdfDocument>();
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PdfPage>();
  const [text, setText] = useState('');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref, width, height } = useElementSize();
  const posing = usePose();
  const { zoom, turn } = posing.pose;

  useEffect(() => {
    const opening = openPdf(address);
    let left = false;
    opening.document.then(
      (opened) => !left && setDocument(opened),
      () => !left && onBroken(),
    );
    return () => {
      left = true;
      opening.close();
    };
  }, [address, onBroken]);

  useEffect(() => {
    let left = false;
    void document?.getPage(number).then(async (found) => {
      const content = await found.getTextContent();
      if (left) return;
      setPage(found);
      setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    }, onBroken);
    return () => {
      left = true;
    };
  }, [document, number, onBroken]);

  const own = page?.getViewport({ scale: 1, rotation: ((page?.rotate ?? 0) + turn) % 360 });
  const fitted = own && width > 0 ? Math.min(2, width / own.width, height / own.height) : 1;
  const scale = zoom === 'fit' ? fitted : zoom;

  useEffect(() => {
    if (!page || !canvas.current) return;
    const drawing = drawPage(page, canvas.current, scale, turn);
    // A drawing that was stopped for the next one rejects; that is no failure.
    drawing.done.catch(() => undefined);
    return drawing.stop;
  }, [page, scale, turn]);

  const last = document?.numPages ?? 1;
  const keys = zoomKeys(posing, fitted);
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <ZoomBar posing={posing} fitted={fitted}>
          <Group gap={4} wrap="nowrap" mr="sm">
            <Turn
              label="Previous page (Page up)"
              disabled={number <= 1}
              onClick={() => setNumber(number - 1)}
            >
              <IconChevronLeft size={16} />
            </Turn>
            <Text size="xs" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
              Page {number} of {last}
            </Text>
            <Turn
              label="Next page (Page down)"
              disabled={number >= last}
              onClick={() => setNumber(number + 1)}
            >
              <IconChevronRight size={16} />
            </Turn>
          </Group>
        </ZoomBar>
      </div>
      <section
        ref={ref}
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        onKeyDown={(event) => {
          if (event.key === 'PageDown' && number < last) setNumber(number + 1);
          else if (event.key === 'PageUp' && number > 1) setNumber(number - 1);
          else return keys(event);
          event.preventDefault();
        }}
      >
        <canvas
          ref={canvas}
          className={classes.page}
          role="img"
          aria-label={`${title}, page ${number}: ${text}`}
          data-drawn={page !== undefined}
        />
      </section>
    </div>
  );
}

interface TurnProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function Turn({ label, disabled, onClick, children }: TurnProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
