import type { ReadOf } from '#shared/lib/endpoint.ts';
import type { listHolds } from '#shared/booking/contract-holding.ts';
import type { Selection } from '#shared/booking/rules.ts';
import {
  checkExtension,
  checkHold,
  type HoldingInput,
  type HoldRecord,
} from '#shared/booking/rules-holding.ts';
import type { Session } from '#shared/sessions/contract.ts';

type Holds = ReadOf<typeof listHolds>;

/** Input of the hold limits about a person. */
interface HoldContext {
  readonly holds: Holds | undefined;
  readonly credits: number;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

const at = (instant: string) => Temporal.Instant.from(instant);

function input({ holds, ...holder }: HoldContext, requested: HoldingInput['requested']): HoldingInput {
  const past = (holds?.past ?? []).map(
    ({ start_date, end_date, held_at, held_until, ...hold }): HoldRecord => ({
      ...hold,
      starts_at: at(start_date),
      ends_at: at(end_date),
      held_at: at(held_at),
      held_until: at(held_until),
    }),
  );
  return { past, requested, ...holder };
}

/** Why a chosen time cannot be held now (docs/product/booking.md#hold-limits); null when it can. */
export function holdRefusal(holder: HoldContext, musicianId: string, chosen: Selection): string | null {
  const { starts_at, ends_at, cost } = chosen;
  const result = checkHold(input(holder, { musician_id: musicianId, starts_at, ends_at, cost }));
  return result.ok ? null : (result.detail ?? null);
}

/** Why a live hold cannot be extended now; null when it can. */
export function extensionRefusal(holder: HoldContext, hold: Session): string | null {
  if (hold.hold_expires_at === null) return null;
  const requested = {
    musician_id: hold.partner.id,
    starts_at: at(hold.start_date),
    ends_at: at(hold.end_date),
    cost: hold.credits,
  };
  const result = checkExtension(input(holder, requested), at(hold.hold_expires_at));
  return result.ok ? null : (result.detail ?? null);
}
