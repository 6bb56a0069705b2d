import { Flag } from './flag.tsx';

/** The file's data ends before its content does. */
export function IncompleteNotice({ what }: { what: 'image' | 'video' }) {
  return (
    <Flag>This file is incomplete: it ends before the {what} does. Only the part received is shown.</Flag>
  );
}
