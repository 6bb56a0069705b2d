import { Refusal } from './server/errors.ts';

/** The default strategy. */
export const defaultStrategy = 'sandbox:default';

/** Strategies whose headless flow has other pages than the default one. */
export const documentsStrategy = 'sandbox:headless-documents';
export const unknownStrategy = 'sandbox:headless-unknown';

/** Strategies that show what the service refuses, and how. */
export const forbiddenStrategy = 'sandbox:forbidden';
export const exhaustedStrategy = 'sandbox:exhausted';
export const brokenStrategy = 'sandbox:broken';

/**
 * Throws the error of a strategy, at creation and in every later request: 403 naming it
 * (interface 5.3), 402 or 500 without a body (7.1). Every other strategy is allowed.
 */
export function permitStrategy(strategy: string): void {
  switch (strategy) {
    case forbiddenStrategy:
      throw new Refusal(403, `Permission denied for strategy ${strategy}`);
    case exhaustedStrategy:
      throw new Refusal(402, 'The plan is exhausted');
    case brokenStrategy:
      throw new Refusal(500, 'The service failed');
    default:
  }
}
