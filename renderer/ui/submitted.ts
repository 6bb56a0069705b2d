import type { FormEvent } from 'react';

/** Does what a form is for in this page; the browser by itself would load another one. */
export function submitted(work: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault();
    void work();
  };
}
