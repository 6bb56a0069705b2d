import { IconKey } from '@tabler/icons-react';
import { Time } from '../../ui/time.tsx';
import classes from './settings.module.css';

/** Shows when a secret was saved, and whether it outlasts the session. */
export function Present({ secret }: { secret: { since: string; store: 'keychain' | 'session' } }) {
  return (
    <span className={classes.row}>
      <IconKey size={14} aria-hidden />
      <span>
        Saved <Time at={secret.since} relative={false} />
        {secret.store === 'session' ? ', for this session only' : ', in the keychain'}
      </span>
    </span>
  );
}
