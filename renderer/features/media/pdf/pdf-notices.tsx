import { Button, Flex, PasswordInput } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../../preload/wording/terms.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { EmptyState } from '../../../ui/notices.tsx';
import { useAnnounce } from '../../../ui/services.tsx';
import { submitted, useFormCheck } from '../../../ui/use-form-check.ts';
import { Flag } from '../well-parts.tsx';
import { pdfLimits } from './limits.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PdfProblem } from './worker-budget.ts';

const seconds = pdfLimits.timeMs / 1000;
const saveIt = 'Save the file to open it in another program.';

/** `what` is "Page 3" or "This PDF". */
const wordings: Record<PdfProblem, (what: string) => { title: string; text: string }> = {
  damaged: (what) => ({ title: `${what} is damaged`, text: `It cannot be read. ${saveIt}` }),
  unreachable: () => ({
    title: 'The file could not be loaded',
    text: 'The service stopped sending it, or its address has expired. Open it again.',
  }),
  'too-large': () => ({
    title: 'Too large to show',
    text: `The service sends this file only as a whole. Such files are shown up to ${formatBytes(pdfLimits.wholeFileBytes)}. ${saveIt}`,
  }),
  time: (what) => ({
    title: `${what} takes too long to draw`,
    text: `Drawing was stopped after ${seconds} seconds. ${saveIt}`,
  }),
  operators: (what) => ({
    title: `${what} is too complex to draw`,
    text: `It has more than ${pdfLimits.operators.toLocaleString('en')} drawing operations. ${saveIt}`,
  }),
  memory: (what) => ({
    title: `${what} needs too much memory`,
    text: `Drawing was stopped. ${saveIt}`,
  }),
  failed: (what) => ({
    title: `${what} could not be drawn`,
    text: `Try again, or save the file to open it in another program.`,
  }),
};

/** Problems that another attempt cannot change. */
const isFinal = new Set<PdfProblem>(['damaged', 'too-large']);

interface PdfProblemNoticeProps {
  problem: PdfProblem;
  /** Undefined where the whole document cannot be shown. */
  page: number | undefined;
  onRetry(): void;
}

export function PdfProblemNotice({ problem, page, onRetry }: PdfProblemNoticeProps) {
  const { title, text } = wordings[problem](page === undefined ? 'This PDF' : `Page ${page}`);
  const announce = useAnnounce();
  useEffect(() => announce(`${title}. ${text}`), [announce, title, text]);
  return (
    <EmptyState
      title={title}
      icon={<IconAlertTriangle size={22} />}
      actions={
        !isFinal.has(problem) && (
          <Button onClick={onRetry}>{problem === 'unreachable' ? 'Open again' : 'Try again'}</Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

/** Shows what is missing from the page in view or from the document. */
export function PageNotices({ session, page }: { session: PdfSession; page: number }) {
  const images = session.missingImages.get(page) ?? 0;
  const more = session.pages - pdfLimits.pages;
  return (
    <>
      {images > 0 && (
        <Flag>
          {counted(images, 'image')} on this page could not be drawn. Save the file to see it in another
          program.
        </Flag>
      )}
      {session.cutTexts.has(page) && !session.problems.has(page) && (
        <Flag>The text of this page cannot be selected to its end. Save the file to read all of it.</Flag>
      )}
      {more > 0 && (
        <Flag>
          The first {pdfLimits.pages.toLocaleString('en')} pages are shown. Save the file to see the other{' '}
          {more.toLocaleString('en')} in another program.
        </Flag>
      )}
    </>
  );
}

interface PdfPasswordFormProps {
  wasWrong: boolean;
  onPassword(password: string): void;
}

/** Asks for the password of an encrypted PDF; it is kept in memory while the document is shown, and nowhere else. */
export function PdfPasswordForm({ wasWrong, onPassword }: PdfPasswordFormProps) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const check = useFormCheck({ password: password === '' && 'Enter the password.' });
  return (
    <EmptyState title="This PDF is protected by a password" icon={<IconLock size={22} />}>
      <Flex
        component="form"
        ref={check.ref}
        align="end"
        gap={8}
        onSubmit={submitted(() => check.passes() && onPassword(password))}
      >
        <PasswordInput
          ref={field}
          label="File password"
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={check.errors.password || (wasWrong && 'Wrong password')}
          inputWrapperOrder={['label', 'error', 'input']}
          w="16rem"
        />
        <Button variant="filled" type="submit">
          Open
        </Button>
      </Flex>
    </EmptyState>
  );
}
