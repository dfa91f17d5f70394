import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-draft.ts';
import { openDraft } from './save.ts';

interface Wanted {
  readonly id: string;
  /** Of the draft that the operator has seen. */
  readonly version: number;
  /** By their names in the catalogue. */
  readonly services: readonly string[];
}

/**
 * Sets which services a musician offers, published and in the draft, for the operator; other changes of the draft stay.
 * `changed`: the draft has another version (docs/product/profiles.md#services-set-by-the-studio).
 */
export async function setServices(
  ctx: Ctx,
  { id, version, services: names }: Wanted,
): Promise<Result<null, 'not_found' | 'changed' | 'unknown_service' | 'no_service' | 'nothing_changes'>> {
  const { now } = ctx;
  return transaction(ctx, async (tx) => {
    const opened = await openDraft(tx, id, version);
    if (!opened.ok) return opened;
    const { row, profile, published } = opened.value;
    const all = await queries.serviceChoices(tx);
    const wanted = all.filter(({ value, offered }) => offered && names.includes(value));
    if (wanted.length < new Set(names).size) return fail('unknown_service');
    if (row.published && wanted.length === 0) return fail('no_service');
    // What the studio has stopped is not asked about, and stays.
    const stopped = all.filter(({ id: one, offered }) => !offered && published.services.includes(one));
    const ids = [...wanted, ...stopped].map((service) => service.id);
    const removed = published.services.filter((one) => !ids.includes(one));
    const added = ids.filter((one) => !published.services.includes(one));
    if (removed.length + added.length === 0) return fail('nothing_changes');
    await queries.setOffered(tx, id, ids);
    const kept = profile.services.filter((one) => !removed.includes(one) && !added.includes(one));
    await queries.storeDraft(
      tx,
      { musicianId: id, version: version + 1 },
      {
        body: { ...profile, services: [...kept, ...added] },
        saved_at: now,
        submitted_at: row.submitted_at,
        returned_note: row.returned_note,
        published_at: now,
      },
    );
    const labels = (of: readonly string[]) =>
      all.filter((service) => of.includes(service.id)).map(({ label }) => label);
    await audit(tx, ctx, {
      what: 'services.changed',
      object: { kind: 'person', id },
      before: { services: labels(published.services) },
      after: { services: labels(ids) },
    });
    return ok(null);
  });
}
