import type { Category } from '#shared/catalogue/rules.ts';
import { DEMO_BIOS } from './bios.ts';

/** A block of a working day: start HH:mm and number of slots of the category's length. */
type Block = readonly [from: string, category: Category, slots: number];

/** A musician of the demo studio. */
export interface DemoMusician {
  readonly email: string;
  readonly name: string;
  readonly slug: string;
  readonly title: string;
  readonly card: string;
  readonly bio: string;
  readonly zone: string;
  readonly country: string;
  readonly instruments: readonly string[];
  readonly services: readonly string[];
  /** Weekdays (1 is Monday) and what is offered on each of them. */
  readonly days: readonly number[];
  readonly blocks: readonly Block[];
  readonly servicesFirst?: boolean;
  readonly sessionsType?: 'offline' | 'live' | 'all';
}

const WEEK = [1, 2, 3, 4, 5];
const MOST = [1, 2, 4, 5, 6];
const LATE = [2, 3, 4, 6, 7];

/** Two blocks of recording by default, morning and afternoon. */
const playing = (morning = '10:00', afternoon = '14:00', category: Category = 'instruments'): Block[] => [
  [morning, category, 4],
  [afternoon, category, 6],
];

type MusicianRow = readonly [
  name: string,
  title: string,
  card: string,
  zone: string,
  country: string,
  instruments: readonly string[],
  services: readonly string[],
  days: readonly number[],
  blocks: readonly Block[],
];

const MUSICIAN_ROWS: readonly MusicianRow[] = [
  [
    'Rafa Monteiro',
    'Drummer',
    'Studio kit and brushes, tight and dry',
    'Europe/Lisbon',
    'PT',
    ['drums', 'percussion'],
    ['recording'],
    MOST,
    playing(),
  ],
  [
    'Imogen Clarke',
    'Mixing engineer',
    'Warm, wide, radio-ready',
    'Europe/London',
    'GB',
    ['mixing'],
    ['mixing', 'mix-advice'],
    WEEK,
    [
      ['09:00', 'mixing', 6],
      ['13:00', 'mixing', 6],
      ['17:00', 'mix-advice', 2],
    ],
  ],
  [
    'Delia Marsh',
    'Singer',
    'Soul and pop leads, stacks and ad-libs',
    'America/New_York',
    'US',
    ['vocals'],
    ['singer'],
    LATE,
    playing('11:00', '15:00', 'vocals'),
  ],
  [
    'Kwame Asante',
    'Bassist',
    'Electric, upright and synth bass',
    'Africa/Accra',
    'GH',
    ['bass'],
    ['recording', 'consultation'],
    MOST,
    playing('09:30', '13:00'),
  ],
  [
    'Yuki Tanabe',
    'Violinist',
    'Violin and viola, layered into a section',
    'Asia/Tokyo',
    'JP',
    ['violin'],
    ['recording', 'arrangement'],
    WEEK,
    [
      ['10:00', 'instruments', 6],
      ['15:00', 'arrangement', 4],
    ],
  ],
  [
    'Arjun Mehta',
    'Producer',
    'Arrangement and structure notes before you record',
    'Asia/Kolkata',
    'IN',
    ['keys'],
    ['pre-production', 'arrangement'],
    WEEK,
    [
      ['11:00', 'pre-production', 4],
      ['16:00', 'arrangement', 4],
    ],
  ],
  [
    'Lars Nygaard',
    'Guitarist',
    'Vintage amps, tight doubles',
    'Europe/Copenhagen',
    'DK',
    ['electric-guitar'],
    ['recording'],
    LATE,
    playing('12:00', '17:00'),
  ],
  [
    'Beatriz Rocha',
    'Mastering engineer',
    'Stereo, stem and vinyl masters',
    'America/Sao_Paulo',
    'BR',
    ['mastering'],
    ['stereo-mastering', 'stem-mastering', 'mastering-for-vinyl'],
    WEEK,
    [
      ['09:00', 'mastering', 4],
      ['14:00', 'mastering', 4],
    ],
  ],
  [
    'Hannah Weiss',
    'Pianist',
    'Felt upright, grand and Rhodes',
    'Europe/Berlin',
    'DE',
    ['keys'],
    ['recording', 'transcription'],
    MOST,
    [
      ['10:00', 'instruments', 6],
      ['15:00', 'transcription', 4],
    ],
  ],
  [
    'Marcus Bell',
    'Saxophonist',
    'Tenor and alto, smoky or sharp',
    'America/Chicago',
    'US',
    ['saxophone'],
    ['recording'],
    LATE,
    playing('12:00', '16:00'),
  ],
  [
    'Tamsin Reid',
    'Singer-songwriter',
    'Folk harmonies and close-miked leads',
    'Australia/Adelaide',
    'AU',
    ['vocals', 'acoustic-guitar'],
    ['singer', 'recording'],
    WEEK,
    [
      ['09:00', 'vocals', 4],
      ['13:30', 'instruments', 6],
    ],
  ],
  [
    'Diego Fuentes',
    'Trumpeter',
    'Trumpet and flugelhorn, sections on request',
    'America/Mexico_City',
    'MX',
    ['trumpet'],
    ['recording'],
    MOST,
    playing('11:00', '15:00'),
  ],
  [
    'Ana Kovac',
    'Cellist',
    'Solo lines and low string pads',
    'Europe/Zagreb',
    'HR',
    ['cello'],
    ['recording'],
    WEEK,
    playing('09:00', '13:00'),
  ],
  [
    'Femi Adeyemi',
    'Percussionist',
    'Congas, shakers and talking drum',
    'Africa/Lagos',
    'NG',
    ['percussion', 'drums'],
    ['recording'],
    MOST,
    playing('10:00', '15:00'),
  ],
  [
    'Chloe Laurent',
    'Vocal arranger',
    'Choirs of one, from two parts to sixteen',
    'Europe/Paris',
    'FR',
    ['vocals'],
    ['singer', 'arrangement'],
    LATE,
    [
      ['10:00', 'vocals', 4],
      ['15:00', 'arrangement', 4],
    ],
  ],
  [
    'Noah Feldman',
    'Mixing and mastering',
    'Indie and electronic, loud without hurting',
    'America/Los_Angeles',
    'US',
    ['mixing', 'mastering'],
    ['mixing', 'stereo-mastering', 'mix-advice'],
    WEEK,
    [
      ['08:00', 'mixing', 6],
      ['12:00', 'mastering', 3],
      ['15:00', 'mix-advice', 4],
    ],
  ],
  [
    'Siobhan Keane',
    'Fiddle player',
    'Irish fiddle, reels and slow airs',
    'Europe/Dublin',
    'IE',
    ['violin'],
    ['recording'],
    LATE,
    playing('11:00', '18:00'),
  ],
  [
    'Mateus Oliveira',
    'Guitarist',
    'Nylon string, bossa and samba',
    'America/Sao_Paulo',
    'BR',
    ['acoustic-guitar'],
    ['recording', 'consultation'],
    MOST,
    playing('10:00', '14:30'),
  ],
  [
    'Greta Lindholm',
    'Keys and synths',
    'Analogue pads, arps and bass lines',
    'Europe/Stockholm',
    'SE',
    ['keys', 'bass'],
    ['recording'],
    WEEK,
    playing('09:00', '13:00'),
  ],
  [
    'Isaac Turner',
    'Drummer',
    'Pop, rock and odd meters, three kits',
    'America/New_York',
    'US',
    ['drums'],
    ['recording', 'consultation'],
    MOST,
    playing('10:00', '15:00'),
  ],
  [
    'Leila Haddad',
    'Mastering engineer',
    'Quiet detail, honest loudness',
    'Asia/Dubai',
    'AE',
    ['mastering'],
    ['stereo-mastering', 'mastering-for-vinyl'],
    WEEK,
    [['10:00', 'mastering', 6]],
  ],
  [
    'Oskar Brandt',
    'Transcriber',
    'Lead sheets, parts and full scores',
    'Europe/Vienna',
    'AT',
    ['keys', 'cello'],
    ['transcription'],
    WEEK,
    [['09:00', 'transcription', 8]],
  ],
  [
    'Rosalind Achterberg-Featherstonehaugh',
    'Singer',
    'Operatic soprano, film scores and crossover',
    'Europe/Amsterdam',
    'NL',
    ['vocals'],
    ['singer'],
    LATE,
    playing('10:00', '15:00', 'vocals'),
  ],
  [
    'Jun Park',
    'Bass and guitar',
    'Funk bass, clean guitars, one take feel',
    'Asia/Seoul',
    'KR',
    ['bass', 'electric-guitar'],
    ['recording'],
    MOST,
    playing('13:00', '18:00'),
  ],
];

const SERVICES_FIRST = new Set(['Beatriz Rocha', 'Noah Feldman']);
const OFFLINE = new Set(['Imogen Clarke', 'Arjun Mehta', 'Oskar Brandt']);
const SIGN_INS: Readonly<Record<string, string>> = {
  'Rafa Monteiro': 'partner@demo.test',
  'Imogen Clarke': 'partner2@demo.test',
};

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');

export const DEMO_MUSICIANS: readonly DemoMusician[] = MUSICIAN_ROWS.map(
  ([name, title, card, zone, country, instruments, services, days, blocks]) => ({
    email: SIGN_INS[name] ?? `${slugOf(name)}@musicians.demo.test`,
    name,
    slug: slugOf(name),
    title,
    card,
    bio: DEMO_BIOS[slugOf(name)] ?? '',
    zone,
    country,
    instruments,
    services,
    days,
    blocks,
    servicesFirst: SERVICES_FIRST.has(name),
    sessionsType: OFFLINE.has(name) ? 'offline' : 'all',
  }),
);
