/** What happened and what it means, then what to do now. */
export interface Words {
  message: string;
  hint: string;
}
