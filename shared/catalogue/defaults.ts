import type { FormFlags, SessionType } from './contract.ts';
import type * as z from 'zod/mini';
import type { Category } from './rules.ts';

export interface DefaultService {
  readonly value: string;
  readonly label: string;
  readonly short_description: string;
  readonly service_description: string;
  readonly category: Category;
  readonly session_type: z.infer<typeof SessionType>;
  readonly unit_minutes: number;
  readonly slots: number;
  readonly credits: number;
  readonly alternative_value: number | null;
  readonly alternative_value_annual: number | null;
  readonly exclusive_prices_value: number | null;
  /** Minutes before the start. */
  readonly files_deadline: number;
  readonly files_deadline_enabled: boolean;
  /** Minutes after the end. */
  readonly files_delivery: number;
  readonly isDefault: boolean;
  readonly isServiceURL: boolean;
  readonly service_url: string | null;
  readonly info_button_body: string | null;
  readonly form: z.infer<typeof FormFlags>;
  readonly fileUploadRules: readonly { readonly value: string }[];
}

const DAY = 24 * 60;
const ASK_ALL: z.infer<typeof FormFlags> = {
  warning: false,
  warning_message: null,
  deliverables: true,
  track_genre: true,
  reference_track: true,
  meter: true,
  bpm: true,
  sample_rate: true,
  extra: null,
  options: [],
};
/** What a new service's form asks: all, and nothing of its own (docs/product/catalogue.md#new-services). */
export const NEW_FORM: z.infer<typeof FormFlags> = ASK_ALL;
const warned = (warning_message: string, form: Partial<z.infer<typeof FormFlags>> = {}) => ({
  ...ASK_ALL,
  ...form,
  warning: true,
  warning_message,
});
const rules = (...values: string[]) => values.map((value) => ({ value }));

/** Defaults of all services: 30 minutes, 1 credit, files due a day before the start. */
const BASE = {
  session_type: 'all',
  unit_minutes: 30,
  slots: 1,
  credits: 1,
  alternative_value: null,
  alternative_value_annual: null,
  exclusive_prices_value: null,
  files_deadline: DAY,
  files_deadline_enabled: true,
  files_delivery: 15,
  isDefault: false,
  isServiceURL: false,
  service_url: null,
  form: ASK_ALL,
} as const satisfies Partial<DefaultService>;

const MASTER_RULES = rules(
  'Send one stereo WAV of the final mix, 24 bit, at the rate you mixed in.',
  'Leave 3 to 6 dB of headroom and take limiters off the mix bus.',
  'Add a reference master if you have a sound in mind.',
);
const MASTERING = {
  ...BASE,
  category: 'mastering',
  unit_minutes: 45,
  credits: 2,
  files_deadline: 2 * DAY,
  form: warned('Please master one song per session, and send the mix you are happy with.', {
    meter: false,
    bpm: false,
    deliverables: false,
  }),
} as const;

export const DEFAULT_SERVICES: readonly DefaultService[] = [
  {
    ...BASE,
    value: 'recording',
    label: 'Recording session',
    short_description: 'Your part, played and recorded for you.',
    service_description:
      'Book a musician to play on your track. You send a rough mix and the charts, listen in if you like, and get clean takes back, ready to drop into your project.',
    category: 'instruments',
    isDefault: true,
    form: {
      ...ASK_ALL,
      extra: {
        label: 'Extra instrument',
        hint: 'A shaker, a tambourine or a second mic: say what you would like on top.',
      },
    },
    info_button_body:
      'Half an hour is enough for one part on one song. For doubles, layers or several sections, take slots in a row.',
    fileUploadRules: rules(
      'Send a rough mix without the part that is to be played, and one with a guide if you have it.',
      'All files start at bar 1 and have the same sample rate.',
      'Add charts, lyrics or a MIDI sketch if they help.',
    ),
  },
  {
    ...BASE,
    value: 'singer',
    label: 'Singer session',
    short_description: 'Lead or backing vocals for one song.',
    service_description:
      'A singer records your melody and words: leads, doubles or harmonies. Listen in and give notes between takes, or leave it in good hands.',
    category: 'vocals',
    unit_minutes: 45,
    credits: 2,
    info_button_body: 'Please check the key with your singer in the messages before the session.',
    form: warned('Lyrics and melody have to be final before the session starts.', {
      options: [
        {
          name: 'part',
          label: 'Part',
          choices: [
            { value: 'lead', label: 'Lead vocal' },
            { value: 'backing', label: 'Backing vocals' },
            { value: 'both', label: 'Lead and backing vocals' },
          ],
        },
      ],
    }),
    fileUploadRules: rules(
      'Send an instrumental mix and one with a guide vocal.',
      'Add the lyrics as a text or PDF file, with the sections marked.',
      'Say in the notes which parts need doubles or harmonies.',
    ),
  },
  {
    ...BASE,
    value: 'mixing',
    label: 'Mixing',
    short_description: 'A full mix of one song, together or on your own time.',
    service_description:
      'A mix engineer brings your tracks together: balance, space, tone and movement. Three hours for one song, with you on the line if you like.',
    category: 'mixing',
    slots: 6,
    credits: 3,
    files_deadline: 2 * DAY,
    info_button_body: 'A mix takes six slots of 30 minutes in a row: three hours in all.',
    form: warned('Editing and tuning should be done before the mix. Up to 48 tracks fit into one session.'),
    fileUploadRules: rules(
      'Send every track as its own WAV file, all starting at bar 1.',
      'Name the files after what is on them, and keep groups in folders.',
      'Add your rough mix, so that we hear where you want to go.',
    ),
  },
  {
    ...MASTERING,
    value: 'stereo-mastering',
    label: 'Stereo Mastering',
    short_description: 'The last polish for streaming and download.',
    service_description:
      'Your finished mix gets its final level, tone and width, checked on several systems and ready for release.',
    info_button_body: 'You receive a 24-bit master and a 16-bit one.',
    fileUploadRules: MASTER_RULES,
  },
  {
    ...MASTERING,
    value: 'mastering-for-vinyl',
    label: 'Mastering for Vinyl',
    short_description: 'A master that a cutting engineer will like.',
    service_description:
      'A master made for the lathe: low end in the middle, no harsh sibilance, and sides in the right order and length.',
    info_button_body: 'Please tell us the playing time of each side in the notes.',
    fileUploadRules: [
      ...MASTER_RULES,
      { value: 'Add the running order and the pauses between the songs as a text file.' },
    ],
  },
  {
    ...MASTERING,
    value: 'stem-mastering',
    label: 'Stem Mastering',
    short_description: 'Mastering from stems, with more room to move.',
    service_description:
      'Instead of one stereo file you send a few stems, so that voice, drums and low end can still be balanced while mastering.',
    slots: 2,
    credits: 4,
    info_button_body: 'Stem mastering takes two slots of 45 minutes in a row: 90 minutes in all.',
    fileUploadRules: rules(
      'Send 4 to 8 stereo stems as WAV files, all starting at bar 1.',
      'Played together at zero they have to sound exactly like your mix.',
      'Add the stereo mix for comparison.',
    ),
  },
  {
    ...BASE,
    value: 'mix-advice',
    label: 'Mix advice',
    short_description: 'A second pair of ears on your own mix.',
    service_description:
      'Go through your mix with an engineer, live. You hear what they hear, try it at once, and leave with a list of what to do next.',
    category: 'mix-advice',
    session_type: 'live',
    info_button_body: 'Have your project open on your own computer when the session starts.',
    form: { ...ASK_ALL, deliverables: false, meter: false, bpm: false },
    fileUploadRules: rules(
      'Send your current mix as a WAV or MP3 file.',
      'Add one or two songs whose sound you like.',
    ),
  },
  {
    ...BASE,
    value: 'transcription',
    label: 'Transcription',
    short_description: 'Your music, written down.',
    service_description:
      'A musician writes down what is on your recording: a lead sheet, a part or a full score, as PDF and MusicXML.',
    category: 'transcription',
    session_type: 'offline',
    files_delivery: DAY,
    info_button_body: 'Half an hour covers about two minutes of one part. Take slots in a row for more.',
    form: {
      ...ASK_ALL,
      sample_rate: false,
      options: [
        {
          name: 'score',
          label: 'Written as',
          choices: [
            { value: 'lead-sheet', label: 'Lead sheet' },
            { value: 'score', label: 'Full score' },
            { value: 'tablature', label: 'Tablature' },
          ],
        },
      ],
    },
    fileUploadRules: rules(
      'Send the recording, if you can with the part louder than the rest.',
      'Say in the notes which part, and for which instrument and key.',
    ),
  },
  {
    ...BASE,
    value: 'arrangement',
    label: 'Arrangement',
    short_description: 'Strings, horns or harmonies written for your song.',
    service_description:
      'An arranger writes parts around your song, talks them through with you, and hands over scores and MIDI.',
    category: 'arrangement',
    files_delivery: DAY,
    info_button_body: 'One slot is good for a short section. Book slots in a row for a whole song.',
    form: { ...ASK_ALL, sample_rate: false },
    fileUploadRules: rules(
      'Send a rough mix and, if you have it, a chord sheet.',
      'Add MIDI or notes of the ideas that should stay.',
    ),
  },
  {
    ...BASE,
    value: 'pre-production',
    label: 'Pre-production',
    short_description: 'From a voice memo to a plan for the recording.',
    service_description:
      'A producer works through your demo: form, key, tempo and sound. You receive a guide track and notes to record from.',
    category: 'pre-production',
    session_type: 'offline',
    unit_minutes: 45,
    files_delivery: DAY,
    info_button_body: 'Pre-production happens offline: you need not be there.',
    form: { ...ASK_ALL, deliverables: false, sample_rate: false },
    fileUploadRules: rules(
      'Send your demo, a voice memo will do.',
      'Add lyrics and chords as far as you have them.',
    ),
  },
  {
    ...BASE,
    value: 'consultation',
    label: 'Consultation',
    short_description: 'Half an hour of advice, no files needed.',
    service_description:
      'Talk with a musician about your song, your part or your next steps. Nothing to prepare.',
    category: 'instruments',
    session_type: 'live',
    files_deadline: 0,
    files_deadline_enabled: false,
    info_button_body: null,
    form: { ...ASK_ALL, deliverables: false, sample_rate: false, meter: false, bpm: false },
    fileUploadRules: [],
  },
];
