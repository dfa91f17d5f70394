import type { FieldError } from '#shared/lib/problem.ts';
import type { MusicianToInvite } from '#shared/operator/rules.ts';
import { addMusician, type CatalogueIds } from '../catalogue/steps.ts';
import type { Tx } from '../db/transaction.ts';

interface NewMusician {
  readonly personId: string;
  readonly zone: string;
  readonly musician: MusicianToInvite;
  /** What there is to choose from. */
  readonly known: CatalogueIds;
}

/** Makes a person a musician without a page; returns which services and instruments the catalogue does not have. */
export async function makeMusician(
  tx: Tx,
  { personId, zone, musician, known }: NewMusician,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const idsOf = (field: 'services' | 'instruments'): string[] =>
    musician[field].flatMap((name) => {
      const id = known[field].get(name);
      if (id === undefined)
        errors.push({
          field,
          message: `There is no "${name}". Known: ${[...known[field].keys()].join(', ')}.`,
        });
      return id ?? [];
    });
  const [services, instruments] = [idsOf('services'), idsOf('instruments')];
  const { slug, title } = musician;
  if (errors.length === 0)
    await addMusician(tx, {
      personId,
      slug,
      title: title.trim(),
      zone,
      services,
      instruments,
      published: false,
    });
  return errors;
}
