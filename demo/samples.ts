import { addSample } from '#server/catalogue/samples/add-sample.ts';
import type { Actor } from '#server/ctx/ctx.ts';
import type { Take } from './audio.ts';
import type { DemoContext } from './context.ts';
import { DEMO_MUSICIANS } from './musicians.ts';
import type { Order } from './recorder.ts';

/** Samples are short, so that the demo is made quickly. */
const BARS = 4;

interface Recording extends Pick<Take, 'part' | 'bpm' | 'octave'> {
  readonly title: string;
  readonly did: string;
}

/** What can be heard of an instrument; the first one is on the card. */
const BY_INSTRUMENT: Readonly<Record<string, readonly Recording[]>> = {
  drums: [
    { title: 'Slow Tide, brushes', did: 'Kit and brushes, four microphones', part: 'drums', bpm: 96 },
    { title: 'Paper Lanterns, tight kit', did: 'Kit, edited to the grid', part: 'drums', bpm: 118 },
    { title: 'Rooftops, full mix', did: 'Drums and percussion', part: 'mix', bpm: 104 },
  ],
  percussion: [{ title: 'Harbour Lights, shakers', did: 'Congas and shakers', part: 'drums', bpm: 108 }],
  bass: [
    { title: 'Upright on a shuffle', did: 'Upright bass, one take', part: 'bass', bpm: 100 },
    { title: 'Night Bus, synth bass', did: 'Synth bass, played by hand', part: 'bass', bpm: 122 },
  ],
  'electric-guitar': [
    { title: 'Copper Wire, clean doubles', did: 'Two guitars, left and right', part: 'plucked', bpm: 112 },
  ],
  'acoustic-guitar': [
    {
      title: 'Salt Roads, fingerpicked',
      did: 'Nylon string, two microphones',
      part: 'plucked',
      bpm: 88,
      octave: 1,
    },
  ],
  keys: [
    { title: 'Felt, a slow one', did: 'Felt upright, close microphones', part: 'keys', bpm: 84 },
    { title: 'Analogue arps', did: 'Two synths, no plug-ins', part: 'plucked', bpm: 126, octave: 1 },
    { title: 'Lead sheet, demo take', did: 'Piano from the chart', part: 'keys', bpm: 96 },
    { title: 'Rhodes on a backbeat', did: 'Rhodes and a touch of tremolo', part: 'keys', bpm: 102 },
  ],
  vocals: [
    { title: 'Glass Houses, chorus', did: 'Lead and two harmonies', part: 'lead', bpm: 92 },
    { title: 'Tin Roof, ad-libs', did: 'Stacks and ad-libs', part: 'lead', bpm: 104 },
    { title: 'Choir of one', did: 'Eight parts, arranged and sung', part: 'bowed', bpm: 72, octave: 1 },
    { title: 'Low Season, verse', did: 'Lead, dry', part: 'lead', bpm: 80 },
  ],
  violin: [
    { title: 'Fair Isle, solo line', did: 'Violin, layered twice', part: 'bowed', bpm: 90, octave: 1 },
  ],
  cello: [{ title: 'North Window, low pad', did: 'Cello, three parts', part: 'bowed', bpm: 76, octave: -1 }],
  saxophone: [{ title: 'Smoke Break, tenor', did: 'Tenor, one take', part: 'lead', bpm: 98 }],
  trumpet: [
    { title: 'Parade, flugelhorn', did: 'Flugelhorn and a section of three', part: 'lead', bpm: 110 },
  ],
  mixing: [
    { title: 'After, indie pop', did: 'Mix from 32 tracks', part: 'mix', bpm: 116 },
    { title: 'Wide and loud', did: 'Mix and master', part: 'mix', bpm: 124 },
  ],
  mastering: [
    { title: 'Master, night drive', did: 'Stereo master, -12 LUFS', part: 'mix', bpm: 94 },
    { title: 'Quiet detail', did: 'Vinyl master', part: 'keys', bpm: 70 },
  ],
};

/** The first of the list has three samples, the next ones two, the last one none: their card shows no waveform. */
const countFor = (index: number): number =>
  index === DEMO_MUSICIANS.length - 1 ? 0 : index === 0 ? 3 : index < 4 ? 2 : 1;

/** Has the music of all samples rendered ahead. */
export function orderSamples({ recorder }: Pick<DemoContext, 'recorder'>): void {
  for (const { slug, recordings } of choose())
    for (const recording of recordings) void recorder.render(orderOf(slug, recording));
}

/** Gives musicians samples that fit their first instrument, each with other ones first. */
export async function makeSamples(demo: DemoContext, musicians: ReadonlyMap<string, Actor>): Promise<void> {
  for (const { slug, recordings } of choose()) {
    const musician = musicians.get(slug);
    if (musician === undefined) continue;
    for (const recording of recordings) await record(demo, musician.id, slug, recording);
  }
}

/** Which recordings each musician has. */
function choose(): readonly { readonly slug: string; readonly recordings: readonly Recording[] }[] {
  const players = new Map<string, number>();
  return DEMO_MUSICIANS.map(({ slug, instruments }, index) => {
    const [instrument = ''] = instruments;
    const recordings = BY_INSTRUMENT[instrument] ?? [];
    const before = players.get(instrument) ?? 0;
    players.set(instrument, before + 1);
    const own = recordings.flatMap((_, at) => recordings[(at + before) % recordings.length] ?? []);
    return { slug, recordings: own.slice(0, countFor(index)) };
  });
}

function orderOf(slug: string, { title, part, bpm, octave }: Recording): Order {
  const take = {
    part,
    bpm,
    song: `${title} ${slug}`,
    bars: BARS,
    ...(octave === undefined ? {} : { octave }),
  };
  return { take, format: 'sample' };
}

async function record(
  demo: DemoContext,
  musicianId: string,
  slug: string,
  recording: Recording,
): Promise<void> {
  const { title, did } = recording;
  const { bytes, seconds, peaks } = await demo.recorder.render(orderOf(slug, recording));
  await addSample(demo.ctxAt(demo.now), {
    musicianId,
    title,
    did,
    name: `${title}.mp3`,
    mp3: Buffer.from(bytes),
    seconds,
    peaks: peaks ?? new Uint8Array(),
  });
}
