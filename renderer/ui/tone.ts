/** The meaning of a status for the user. Decides its colour, which is never the only sign. */
export type Tone = 'good' | 'caution' | 'bad' | 'active' | 'neutral';
