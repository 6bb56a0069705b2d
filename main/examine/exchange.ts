import type { DeliveryAnswer } from '../features/callbacks/receiver/deliver.ts';

/** One message that was sent, and the answer. */
export interface Exchange {
  /** The particular of this message. */
  label: string;
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  answer: DeliveryAnswer;
}
