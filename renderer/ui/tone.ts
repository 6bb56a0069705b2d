/** What a status means for the person, never what it is called. Colour follows from it, and is never alone. */
export type Tone = 'good' | 'caution' | 'bad' | 'active' | 'neutral';
