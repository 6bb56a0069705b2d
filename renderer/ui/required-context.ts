import { createContext, useContext } from 'react';

/** Returns the provider of a value that all components below it need, and the hook that reads it. */
export function requiredContext<T extends object>(provider: string) {
  const Context = createContext<T | undefined>(undefined);
  const useRequired = (): T => {
    const value = useContext(Context);
    if (!value) {
      throw new Error(`${provider} is missing`);
    }
    return value;
  };
  return [Context.Provider, useRequired] as const;
}
