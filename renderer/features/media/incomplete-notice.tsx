import { Flag } from './flag.tsx';

/** Warns that the file's data end before its content does. */
export function IncompleteNotice({ what }: { what: 'image' | 'video' }) {
  return (
    <Flag>This file is incomplete: it ends before the {what} does. Only the part received is shown.</Flag>
  );
}
