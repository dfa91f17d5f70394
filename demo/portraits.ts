import { createAvatar } from '@dicebear/core';
import * as notionists from '@dicebear/notionists';
import { rasterize } from '#server/lib/pictures/raster.ts';

/** Variants of the parts of a face. */
interface Features {
  readonly hair: number | 'hat';
  readonly body: number;
  readonly lips: number;
  readonly brows?: number;
  readonly beard?: number;
  readonly glasses?: number;
  readonly icon?: notionists.Options['bodyIcon'];
}

/** Faces of the demo's people. */
const FEATURES: Readonly<Record<string, Features>> = {
  'Nora Vance': { hair: 23, body: 16, lips: 22, brows: 12 },
  'Jonas Lindqvist': { hair: 35, body: 7, lips: 3, beard: 2 },
  'Maya Okafor': { hair: 59, body: 22, lips: 25, brows: 12 },
  'Theo Marchetti': { hair: 27, body: 13, lips: 23, beard: 5, brows: 7 },
  'Ida Halvorsen': { hair: 48, body: 12, lips: 17, glasses: 11 },
  'Priya Raman': { hair: 28, body: 21, lips: 22, brows: 4 },
  'Caleb Stone': { hair: 'hat', body: 6, lips: 14, brows: 5 },
  'Odile Fournier': { hair: 10, body: 15, lips: 22, brows: 5 },
  'Wren Abbott': { hair: 43, body: 23, lips: 4, brows: 9 },
  'Tomas Brandl': { hair: 33, body: 5, lips: 14, beard: 8, brows: 6 },
  'Aisha Karim': { hair: 61, body: 4, lips: 15, brows: 11 },
  'Will Thornton': { hair: 14, body: 10, lips: 21, glasses: 5 },
  'Sol Ibarra': { hair: 39, body: 20, lips: 22, glasses: 3 },
  'Rafa Monteiro': { hair: 54, body: 2, lips: 17, brows: 7, icon: ['saturn'] },
  'Imogen Clarke': { hair: 2, body: 3, lips: 22, glasses: 8 },
  'Delia Marsh': { hair: 20, body: 15, lips: 15, brows: 12 },
  'Kwame Asante': { hair: 60, body: 18, lips: 25, beard: 12, brows: 8 },
  'Yuki Tanabe': { hair: 41, body: 21, lips: 22, brows: 5 },
  'Arjun Mehta': { hair: 25, body: 9, lips: 3, beard: 2, glasses: 3, brows: 8 },
  'Lars Nygaard': { hair: 24, body: 6, lips: 17, beard: 12 },
  'Beatriz Rocha': { hair: 36, body: 19, lips: 23, glasses: 11, brows: 4 },
  'Hannah Weiss': { hair: 30, body: 14, lips: 3, brows: 4 },
  'Marcus Bell': { hair: 7, body: 17, lips: 23, beard: 10, glasses: 10 },
  'Tamsin Reid': { hair: 46, body: 24, lips: 14, brows: 12 },
  'Diego Fuentes': { hair: 16, body: 25, lips: 17, beard: 3, brows: 7 },
  'Ana Kovac': { hair: 57, body: 12, lips: 22, brows: 9 },
  'Femi Adeyemi': { hair: 22, body: 22, lips: 25, brows: 8 },
  'Chloe Laurent': { hair: 4, body: 11, lips: 25, brows: 12 },
  'Noah Feldman': { hair: 40, body: 23, lips: 22, beard: 2, glasses: 11 },
  'Siobhan Keane': { hair: 37, body: 24, lips: 14, brows: 5 },
  'Mateus Oliveira': { hair: 9, body: 13, lips: 3, beard: 4, brows: 7 },
  'Greta Lindholm': { hair: 47, body: 8, lips: 13, glasses: 3 },
  'Isaac Turner': { hair: 26, body: 1, lips: 14, brows: 8, icon: ['electric'] },
  'Leila Haddad': { hair: 63, body: 16, lips: 22, brows: 4 },
  'Oskar Brandt': { hair: 42, body: 20, lips: 21, beard: 6, glasses: 8 },
  'Rosalind Achterberg-Featherstonehaugh': { hair: 8, body: 11, lips: 15, brows: 1 },
  'Jun Park': { hair: 38, body: 10, lips: 17, brows: 5 },
};

const GROUNDS = ['e3e7dc', 'ebe1d3', 'dbe4ea', 'e9dfe6'];

const variant = <Name extends string>(number: number) => [
  `variant${String(number).padStart(2, '0')}` as Name,
];

/** Portraits in the stored picture format, by name. */
export async function drawPortraits(): Promise<ReadonlyMap<string, Buffer>> {
  const drawn = Object.entries(FEATURES).map(async ([name, features], at) => {
    const svg = portraitOf(name, features, GROUNDS[at % GROUNDS.length] ?? '');
    return [name, await rasterize(Buffer.from(svg), 'square')] as const;
  });
  return new Map(await Promise.all(drawn));
}

function portraitOf(name: string, features: Features, ground: string): string {
  const { hair, body, lips, brows = 5, beard, glasses, icon } = features;
  return createAvatar(notionists, {
    seed: name,
    scale: 116,
    translateY: 4,
    backgroundColor: [ground],
    hair: hair === 'hat' ? ['hat'] : variant(hair),
    body: variant(body),
    lips: variant(lips),
    brows: variant(brows),
    eyes: variant(3),
    nose: variant(10),
    ...(beard === undefined ? {} : { beard: variant(beard) }),
    beardProbability: beard === undefined ? 0 : 100,
    ...(glasses === undefined ? {} : { glasses: variant(glasses) }),
    glassesProbability: glasses === undefined ? 0 : 100,
    ...(icon === undefined ? {} : { bodyIcon: icon }),
    bodyIconProbability: icon === undefined ? 0 : 100,
    gestureProbability: 0,
  }).toString();
}
