/** A synthesized file. */
export interface DemoFile {
  readonly path: string;
  readonly part: 'drums' | 'bass' | 'keys' | 'lead' | 'click' | 'mix';
}

/** History of a session after its booking, in order; hours count from the booking or, with `after`, the end. */
export type HistoryEvent =
  | { readonly kind: 'files'; readonly folder: 'user' | 'output'; readonly files: readonly DemoFile[] }
  | { readonly kind: 'approve' | 'close' }
  | { readonly kind: 'request_files'; readonly notes: string }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'message'; readonly from: 'client' | 'musician'; readonly body: string }
  | { readonly kind: 'rate'; readonly stars: number; readonly comment: string };

/** A session of the demo; `day` counts from today, negative in the past. */
export interface DemoSession {
  readonly client: string;
  readonly musician: string;
  readonly service: string;
  readonly day: number;
  readonly bookedDaysBefore: number;
  readonly title: string;
  readonly genre: string;
  readonly bpm: number;
  readonly meter: string;
  readonly attendance: boolean;
  readonly message?: string;
  readonly happenings: readonly (HistoryEvent & { readonly hours: number; readonly after?: 'end' })[];
}

const STEMS: readonly DemoFile[] = [
  { path: 'stems/bass.wav', part: 'bass' },
  { path: 'stems/keys.wav', part: 'keys' },
  { path: 'stems/click.wav', part: 'click' },
  { path: 'rough mix.mp3', part: 'mix' },
];
const TAKES: readonly DemoFile[] = [
  { path: 'takes/drums-take-1.wav', part: 'drums' },
  { path: 'takes/drums-take-2.wav', part: 'drums' },
  { path: 'bounce.mp3', part: 'mix' },
];

const sent = (hours: number) => ({ kind: 'files', folder: 'user', files: STEMS, hours }) as const;
const approved = (hours: number) => ({ kind: 'approve', hours }) as const;
const delivered = (hours: number) =>
  ({ kind: 'files', folder: 'output', files: TAKES, hours, after: 'end' }) as const;
const says = (from: 'client' | 'musician', hours: number, body: string) =>
  ({ kind: 'message', from, hours, body }) as const;

const CLIENT = 'client@demo.test';
const RAFA = 'rafa-monteiro';

/** Sessions in every status (docs/operating.md#the-demo-studio). */
export const DEMO_SESSIONS: readonly DemoSession[] = [
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: 12,
    bookedDaysBefore: 13,
    title: 'Night Drive',
    genre: 'Pop',
    bpm: 112,
    meter: '4/4',
    attendance: true,
    message: 'Verse tight and dry, chorus as open as you like.',
    happenings: [],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: 5,
    bookedDaysBefore: 9,
    title: 'Paper Boats',
    genre: 'Folk',
    bpm: 92,
    meter: '6/8',
    attendance: true,
    happenings: [sent(20), says('client', 21, 'The guide vocal is in the rough mix. Brushes, please.')],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: 7,
    bookedDaysBefore: 10,
    title: 'Glass Houses',
    genre: 'Rock',
    bpm: 128,
    meter: '4/4',
    attendance: false,
    happenings: [
      sent(10),
      {
        kind: 'request_files',
        hours: 30,
        notes: 'The click track stops at bar 24. Please send it for the whole song.',
      },
      says('musician', 30, 'Great tune! Only the click is cut short.'),
    ],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: 2,
    bookedDaysBefore: 12,
    title: 'Slow Tide',
    genre: 'Downtempo',
    bpm: 84,
    meter: '4/4',
    attendance: true,
    happenings: [
      sent(8),
      approved(40),
      says('musician', 41, 'All here, I hear it as half time in the bridge. See you then!'),
    ],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: -1,
    bookedDaysBefore: 8,
    title: 'Copper Wire',
    genre: 'Electronic Rock',
    bpm: 120,
    meter: '4/4',
    attendance: true,
    happenings: [sent(5), approved(20)],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: -4,
    bookedDaysBefore: 9,
    title: 'Harbour Lights',
    genre: 'Singer-songwriter',
    bpm: 100,
    meter: '4/4',
    attendance: true,
    happenings: [sent(5), approved(20), delivered(3)],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: -17,
    bookedDaysBefore: 6,
    title: 'First Light',
    genre: 'Pop',
    bpm: 104,
    meter: '4/4',
    attendance: true,
    happenings: [
      sent(6),
      approved(30),
      delivered(2),
      { kind: 'rate', hours: 20, after: 'end', stars: 5, comment: 'The fills made the song. Thank you!' },
    ],
  },
  {
    client: CLIENT,
    musician: 'delia-marsh',
    service: 'singer',
    day: -12,
    bookedDaysBefore: 9,
    title: 'Salt and Silver',
    genre: 'Soul',
    bpm: 96,
    meter: '4/4',
    attendance: true,
    happenings: [sent(6), approved(28), { kind: 'close', hours: 5, after: 'end' }],
  },
  {
    client: CLIENT,
    musician: RAFA,
    service: 'recording',
    day: 16,
    bookedDaysBefore: 20,
    title: 'Parking Lot Sermon',
    genre: 'Funk',
    bpm: 108,
    meter: '4/4',
    attendance: true,
    happenings: [{ kind: 'cancel', hours: 48, reason: 'The song changed key' }],
  },
  {
    client: CLIENT,
    musician: 'imogen-clarke',
    service: 'mixing',
    day: 9,
    bookedDaysBefore: 10,
    title: 'First Light',
    genre: 'Pop',
    bpm: 104,
    meter: '4/4',
    attendance: false,
    message: 'Keep the drums roomy.',
    happenings: [],
  },
  {
    client: 'client2@demo.test',
    musician: RAFA,
    service: 'recording',
    day: 3,
    bookedDaysBefore: 8,
    title: 'Northbound',
    genre: 'Rock',
    bpm: 132,
    meter: '4/4',
    attendance: true,
    happenings: [sent(12)],
  },
  {
    client: 'client2@demo.test',
    musician: RAFA,
    service: 'recording',
    day: -6,
    bookedDaysBefore: 7,
    title: 'Small Hours',
    genre: 'Jazz',
    bpm: 88,
    meter: '4/4',
    attendance: false,
    happenings: [
      says('client', 1, 'Could you play this one with brushes only?'),
      says('musician', 2, 'With pleasure. The small kit, then.'),
      says('client', 3, 'And leave the last bar empty, please.'),
      says('musician', 6, 'Written on my chart. Send the tracks whenever you like.'),
      says('client', 8, 'They are coming in a moment.'),
      sent(9),
      says('musician', 10, 'All here, thank you!'),
      approved(20),
      delivered(4),
      { kind: 'rate', hours: 30, after: 'end', stars: 4, comment: 'Lovely ride cymbal.' },
    ],
  },
  {
    client: 'client2@demo.test',
    musician: 'imogen-clarke',
    service: 'mix-advice',
    day: 6,
    bookedDaysBefore: 9,
    title: 'Northbound',
    genre: 'Rock',
    bpm: 132,
    meter: '4/4',
    attendance: false,
    happenings: [sent(3)],
  },
  {
    client: 'trial@demo.test',
    musician: RAFA,
    service: 'recording',
    day: 14,
    bookedDaysBefore: 15,
    title: 'Market Day',
    genre: 'World',
    bpm: 116,
    meter: '4/4',
    attendance: true,
    message: 'My first session here. Anything I should prepare?',
    happenings: [],
  },
  {
    client: 'ondemand@demo.test',
    musician: 'lars-nygaard',
    service: 'recording',
    day: -2,
    bookedDaysBefore: 6,
    title: 'Velvet Rope',
    genre: 'Disco',
    bpm: 118,
    meter: '4/4',
    attendance: false,
    happenings: [sent(5), approved(15), delivered(6)],
  },
  {
    client: 'annual@demo.test',
    musician: 'yuki-tanabe',
    service: 'recording',
    day: 8,
    bookedDaysBefore: 11,
    title: 'Monsoon Letters',
    genre: 'Indian',
    bpm: 76,
    meter: '7/8',
    attendance: true,
    happenings: [sent(4), approved(30)],
  },
  {
    client: 'legacy@demo.test',
    musician: 'beatriz-rocha',
    service: 'stereo-mastering',
    day: -9,
    bookedDaysBefore: 10,
    title: 'Hôtel de la Gare',
    genre: 'Singer-songwriter',
    bpm: 90,
    meter: '3/4',
    attendance: false,
    happenings: [sent(7), approved(20), delivered(10)],
  },
  {
    client: 'ondemand@demo.test',
    musician: 'hannah-weiss',
    service: 'recording',
    day: -1,
    bookedDaysBefore: 7,
    title: 'Second Hand Sky',
    genre: 'Pop',
    bpm: 98,
    meter: '4/4',
    attendance: true,
    happenings: [sent(5), approved(20), delivered(0)],
  },
  {
    client: 'ondemand@demo.test',
    musician: 'femi-adeyemi',
    service: 'recording',
    day: -36,
    bookedDaysBefore: 6,
    title: 'Lagoon',
    genre: 'World',
    bpm: 110,
    meter: '4/4',
    attendance: false,
    happenings: [sent(5), approved(20), delivered(4)],
  },
  {
    client: 'managed@demo.test',
    musician: 'isaac-turner',
    service: 'recording',
    day: 6,
    bookedDaysBefore: 8,
    title: 'Ferris Wheel',
    genre: 'Rock',
    bpm: 124,
    meter: '4/4',
    attendance: true,
    happenings: [sent(10)],
  },
  {
    client: 'managed@demo.test',
    musician: 'ana-kovac',
    service: 'recording',
    day: -8,
    bookedDaysBefore: 8,
    title: 'Weather Station',
    genre: 'Classical / Orchestral / Soundtrack',
    bpm: 72,
    meter: '4/4',
    attendance: false,
    happenings: [sent(6), approved(25), delivered(3)],
  },
];
