/** What happened and what it means, then what to do. */
export interface Message {
  message: string;
  hint: string;
}
