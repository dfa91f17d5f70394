import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileLine, ImportFault } from '#shared/operator/import/rules-file.ts';
import { readMusicians, type ImportedMusician } from '#shared/operator/import/rules-musicians.ts';
import { invitedToStudio } from '../../accounts/events.ts';
import { insertPerson } from '../../accounts/steps.ts';
import { catalogueNames } from '../../catalogue/service.ts';
import { installDefaultCatalogue, type CatalogueIds } from '../../catalogue/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { makeMusician } from '../make-musician.ts';
import * as queries from '../queries.ts';
import { AT_ONCE, takenAddresses } from './import-members.ts';

/** What an import brings, or would bring. */
interface MusicianImport {
  readonly musicians: number;
}

/** Every mistake of a file; empty: it can be imported. */
export async function checkMusicians(
  { db }: Pick<Ctx, 'db'>,
  lines: readonly FileLine[],
): Promise<{ readonly faults: readonly ImportFault[]; readonly found: MusicianImport }> {
  const { musicians, faults } = readMusicians(lines);
  const [addresses, slugs, names] = await together([
    takenAddresses(db, musicians),
    queries.takenSlugs(
      db,
      musicians.map(({ musician }) => musician.slug),
    ),
    catalogueNames(db),
  ]);
  const taken = new Set(slugs);
  const known = {
    services: new Set(names.services.map(({ value }) => value)),
    instruments: new Set(names.instruments.map(({ value }) => value)),
  };
  const more = musicians.flatMap(({ line, musician }) => [
    ...(taken.has(musician.slug) ? [{ line, message: 'slug: Another musician has it.' }] : []),
    ...(['services', 'instruments'] as const).flatMap((field) =>
      musician[field]
        .filter((name) => !known[field].has(name))
        .map((name) => ({ line, message: `${field}: There is no "${name}".` })),
    ),
  ]);
  return {
    faults: [...faults, ...addresses, ...more].toSorted((a, b) => a.line - b.line),
    found: { musicians: musicians.length },
  };
}

/**
 * Makes an account and an unpublished page for each musician of a file, all or none
 * (docs/product/operator.md#imported-musicians). Each is mailed a link to choose a password.
 */
export async function importMusicians(
  ctx: Ctx,
  lines: readonly FileLine[],
): Promise<Result<MusicianImport, 'invalid' | 'email_taken' | 'slug_taken'>> {
  const { faults, found } = await checkMusicians(ctx, lines);
  if (faults.length > 0) return fail('invalid');
  const { musicians } = readMusicians(lines);
  const done = await transaction(
    ctx,
    async (tx): Promise<Result<MusicianImport, 'email_taken' | 'slug_taken'>> => {
      const known = await installDefaultCatalogue(tx);
      for (let first = 0; first < musicians.length; first += AT_ONCE)
        await together(
          musicians.slice(first, first + AT_ONCE).map((one) => importMusician(tx, ctx, one, known)),
        );
      return ok(found);
    },
  );
  if (done.ok) ctx.log.info({ ...found }, 'musicians imported');
  return done;
}

async function importMusician(
  tx: Tx,
  ctx: Ctx,
  { name, email, zone, musician }: ImportedMusician,
  known: CatalogueIds,
): Promise<void> {
  const { now } = ctx;
  const personId = await insertPerson(tx, { role: 'partner', name, email, zone, passwordHash: null, now });
  await makeMusician(tx, { personId, zone, musician, known });
  await audit(tx, ctx, {
    what: 'person.imported',
    object: { kind: 'person', id: personId },
    after: { zone, musician },
  });
  await ctx.events.emit(tx, invitedToStudio, { person_id: personId });
}
