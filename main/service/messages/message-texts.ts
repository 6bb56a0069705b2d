/** What happened and what it means, then what to do. */
export interface MessageTexts {
  message: string;
  hint: string;
}
