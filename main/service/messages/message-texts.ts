/** What happened and what it means, then what to do now. */
export interface MessageTexts {
  message: string;
  hint: string;
}
