import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewControls } from '../use-view.ts';
import { PdfDocument } from './pdf-document.tsx';
import { PdfPasswordForm, PdfProblemNotice } from './pdf-notices.tsx';
import classes from './pdf-view.module.css';
import { usePdf } from './use-pdf.ts';

interface PdfViewProps {
  address: string;
  title: string;
  controls: ViewControls;
  /** Called when the file cannot be loaded any more. Returns true if its address had ended and another one is given. */
  onEnded(): Promise<boolean>;
  /** Requests the file again, under a new address. */
  onAgain(): void;
}

/** Shows a PDF: all its pages below one another, drawn in workers by pdf.js as they come into view. */
export function PdfView({ address, title, controls, onEnded, onAgain }: PdfViewProps) {
  const [attempt, setAttempt] = useState(0);
  const { reader, texts, pages, morePages, locked, problem, unlock } = usePdf(address, attempt);
  // Undefined until it is known whether the address had ended.
  const [isLost, setLost] = useState<boolean>();
  useEffect(() => {
    setLost(undefined);
    if (problem === 'unreachable') {
      void onEnded().then((isRenewed) => setLost(!isRenewed));
    }
  }, [problem, onEnded]);
  // The page that was read, for a document that is opened again.
  const place = useRef(1);
  const onPlace = useCallback((page: number) => {
    place.current = page;
  }, []);
  if (locked) {
    return (
      <div className={classes.alone}>
        <PdfPasswordForm wasWrong={locked.wasWrong} onPassword={unlock} />
      </div>
    );
  }
  if (problem !== undefined && (problem !== 'unreachable' || isLost)) {
    const retry = () => (problem === 'unreachable' ? onAgain() : setAttempt(attempt + 1));
    return (
      <div className={classes.alone}>
        <PdfProblemNotice problem={problem} page={undefined} onRetry={retry} />
      </div>
    );
  }
  if (!reader || !texts || pages === undefined || problem !== undefined) {
    return <div className={classes.waiting} aria-busy />;
  }
  return (
    <PdfDocument
      key={address}
      reader={reader}
      texts={texts}
      pages={pages}
      morePages={morePages}
      title={title}
      controls={controls}
      firstPage={place.current}
      onPlace={onPlace}
      onEnded={onEnded}
      onAgain={onAgain}
    />
  );
}
