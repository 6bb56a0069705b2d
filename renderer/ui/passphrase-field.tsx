import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** The shortest passphrase that is accepted (preload/contract/evidence.ts). */
const shortest = 8;

/** Returns the passphrase of a file that is being entered, what is wrong with it, and its field. */
export function usePassphrase(isOptional: boolean) {
  const [passphrase, setPassphrase] = useState('');
  return {
    passphrase,
    fault:
      passphrase.length < shortest &&
      !(isOptional && passphrase === '') &&
      `Enter at least ${shortest} characters${isOptional ? ', or none' : ''}.`,
    field: (label: string, description: string, error: ReactNode) => (
      <PasswordInput
        label={label}
        description={description}
        value={passphrase}
        visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        error={error}
      />
    ),
  };
}
