import { normalizeEmail } from '../../accounts/rules.ts';
import { normalizeName } from '../../accounts/rules-sign-up.ts';
import { validateInvitation, type MusicianToInvite } from '../rules.ts';
import { readImport, type FileLine, type ImportFault, type ReadLine } from './rules-file.ts';

/** The columns of a file of musicians, in any order (docs/product/operator.md#imported-musicians). */
export const MUSICIAN_COLUMNS = [
  'name',
  'email',
  'zone',
  'slug',
  'title',
  'services',
  'instruments',
] as const;
type MusicianColumn = (typeof MUSICIAN_COLUMNS)[number];

/** A musician of another system, as imported. */
export interface ImportedMusician {
  /** In the file; the header is line 1. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
  readonly musician: MusicianToInvite;
}

/** Reads musicians from the lines of a file; every mistake is named with its line. */
export function readMusicians(file: readonly FileLine[]): {
  readonly musicians: readonly ImportedMusician[];
  readonly faults: readonly ImportFault[];
} {
  const kind = { columns: MUSICIAN_COLUMNS, noun: 'musician', read: readMusician };
  const { rows, faults } = readImport(file, kind);
  return { musicians: rows, faults };
}

function readMusician(line: number, valueOf: (column: MusicianColumn) => string): ReadLine<ImportedMusician> {
  const list = (column: MusicianColumn): string[] => {
    const names = valueOf(column).split(';');
    return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  };
  const value = {
    line,
    name: normalizeName(valueOf('name')),
    email: normalizeEmail(valueOf('email')),
    zone: valueOf('zone'),
    musician: {
      slug: valueOf('slug'),
      title: valueOf('title'),
      services: list('services'),
      instruments: list('instruments'),
    },
  };
  const errors = validateInvitation({ role: 'partner', ...value });
  return {
    value,
    problems: errors.map(({ field, message }) => `${field}: ${message}`),
    unique: [
      ['email', 'address', value.email],
      ['slug', 'slug', value.musician.slug],
    ],
  };
}
