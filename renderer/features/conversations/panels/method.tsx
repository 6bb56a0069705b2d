import { methodTerm } from '../../../../preload/wording/methods.ts';
import { literalTerm } from '../../../../preload/wording/terms.ts';
import { OutsideText } from '../../../ui/outside-text.tsx';
import classes from './method.module.css';

/** Shows a data source or verification method: what it is called, and the code that the service gave. */
export function Method({ value }: { value: string }) {
  const { label } = methodTerm(value);
  return label === literalTerm(value) ? (
    <OutsideText text={value} max={80} />
  ) : (
    <>
      {label}{' '}
      <code className={classes.code}>
        <OutsideText text={value} max={80} />
      </code>
    </>
  );
}
