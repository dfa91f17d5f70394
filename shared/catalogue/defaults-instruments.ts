export interface DefaultInstrument {
  readonly slug: string;
  readonly label: string;
}

/** The instruments that the studio starts with; the operator may change all of them. */
export const DEFAULT_INSTRUMENTS: readonly DefaultInstrument[] = [
  { slug: 'drums', label: 'Drums' },
  { slug: 'bass', label: 'Bass' },
  { slug: 'electric-guitar', label: 'Electric guitar' },
  { slug: 'acoustic-guitar', label: 'Acoustic guitar' },
  { slug: 'keys', label: 'Piano and keys' },
  { slug: 'vocals', label: 'Vocals' },
  { slug: 'violin', label: 'Violin' },
  { slug: 'cello', label: 'Cello' },
  { slug: 'saxophone', label: 'Saxophone' },
  { slug: 'trumpet', label: 'Trumpet' },
  { slug: 'percussion', label: 'Percussion' },
  { slug: 'mixing', label: 'Mixing' },
  { slug: 'mastering', label: 'Mastering' },
];
