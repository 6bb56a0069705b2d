import { Button, NumberInput, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { RecordsFailure } from './records-failure.tsx';
import type { RecordsState } from './records-store.ts';
import classes from './settings.module.css';

const usualDays = 90;
const maxDays = 3650;

/** How long the cases of an environment stay in this console. */
export function RetentionSection({
  store,
  environmentId,
}: {
  store: StoreApi<RecordsState>;
  environmentId: string;
}) {
  const { busy, retention, previewRetention, saveRetention } = useStore(store);
  const announce = useAnnounce();
  const [saved, setSaved] = useState<number | null>();
  const [isLimited, setLimited] = useState(true);
  const [days, setDays] = useState<number | string>(usualDays);
  const [preview, setPreview] = useState<{ removed: number; kept: number }>();
  const isValid = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxDays;
  useEffect(() => {
    void retention(environmentId).then((kept) => {
      setSaved(kept);
      if (kept !== undefined) {
        setLimited(kept !== null);
        setDays(kept ?? usualDays);
      }
    });
  }, [environmentId, retention]);
  useEffect(() => {
    setPreview(undefined);
    let isCurrent = true;
    if (isLimited && isValid && saved !== undefined) {
      void previewRetention(environmentId, Number(days)).then((next) => isCurrent && setPreview(next));
    }
    return () => {
      isCurrent = false;
    };
  }, [days, environmentId, isLimited, isValid, previewRetention, saved]);
  const chosen = isLimited ? (isValid ? Number(days) : undefined) : null;
  const save = async () => {
    if (chosen !== undefined && (await saveRetention(environmentId, chosen))) {
      setSaved(chosen);
      announce('Retention saved');
    }
  };
  return (
    <Section title="Retention">
      <div className={classes.stack}>
        <Switch
          checked={isLimited}
          onChange={(event) => setLimited(event.currentTarget.checked)}
          label="Remove old cases from this console"
          description="Nothing changes at the service."
        />
        {isLimited && (
          <NumberInput
            label="Days after a case was last opened or changed"
            value={days}
            onChange={setDays}
            min={1}
            max={maxDays}
            allowDecimal={false}
            error={isValid ? undefined : `Enter a whole number from 1 to ${maxDays.toLocaleString('en')}`}
          />
        )}
        <p className={classes.text}>
          {isLimited
            ? 'Removing a case also removes its notes, labels, decision and saved reads. Cases are kept while they are watched, in review or waiting, and while a decision to escalate or ask again is open: set their state to Done to end that.'
            : 'Cases stay in this console until you forget them.'}
        </p>
        <p className={classes.text} role="status">
          {preview === undefined ? '' : previewText(preview)}
        </p>
        <Button
          variant="filled"
          disabled={chosen === undefined || chosen === saved || saved === undefined}
          loading={busy === 'retention' && chosen !== saved && preview !== undefined}
          onClick={() => void save()}
        >
          Save retention
        </Button>
        <RecordsFailure store={store} part="retention" />
      </div>
    </Section>
  );
}

export function previewText({ removed, kept }: { removed: number; kept: number }): string {
  const cases = (count: number) => (count === 1 ? '1 case is' : `${count.toLocaleString('en')} cases are`);
  const older =
    removed === 0 ? 'No case is old enough to be removed.' : `${cases(removed)} old enough to be removed.`;
  return kept === 0 ? older : `${older} ${cases(kept)} older but not done yet, so kept.`;
}
