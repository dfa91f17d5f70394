import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/system/contract-system.ts';
import { dueBackup, nextPlanned, type BegunBackup } from '#shared/operator/system/rules-backups.ts';
import { STORED_KINDS } from '#shared/operator/system/rules-system.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { isReady } from '../../http/health.ts';
import { lastBegun, lastWhole } from '../backup/queries-backups.ts';
import { checkSettings } from '../doctor/check-settings.ts';
import * as queries from './queries-storage.ts';
import { versions } from './versions.ts';

type State = ResponseOf<typeof contract.getSystem>;

/** Versions, readiness and storage (docs/product/operator.md#system). */
export async function getSystem({ db, storage, settings, now: at }: Ctx): Promise<Result<State, never>> {
  const [running, ready, measured, now, whole, begun] = await Promise.all([
    versions(db),
    isReady({ db, storage }),
    queries.lastMeasured(db),
    queries.unsettled(db),
    lastWhole(db),
    lastBegun(db),
  ]);
  return ok({
    versions: running,
    ready,
    storage: {
      measured: measured === undefined ? null : toMeasured(measured),
      open_uploads: { files: now.uploads, bytes: now.upload_bytes },
      to_delete: now.to_delete,
    },
    backups:
      settings.backups === null
        ? null
        : {
            last: whole === undefined ? null : { at: whole.begun_at.toString(), bytes: whole.bytes ?? 0 },
            failure: begun === undefined ? null : toFailure(begun),
            next_at: isDue(at, settings.backups.at, begun ?? null)
              ? null
              : nextPlanned(at, settings.backups.at).toString(),
          },
  });
}

/** Also while the last one runs. A failed one is tried again before the next planned time, which is said with it. */
const isDue = (now: Temporal.Instant, at: Temporal.PlainTime, begun: BegunBackup | null): boolean =>
  dueBackup(now, at, begun) !== null;

function toFailure({ ended_at, failure }: BegunBackup): { at: string; text: string } | null {
  return ended_at === null || failure === null ? null : { at: ended_at.toString(), text: failure };
}

function toMeasured({ checked_at, storage }: queries.Measured): NonNullable<State['storage']['measured']> {
  const kinds = STORED_KINDS.map((kind) => ({ kind, ...(storage[kind] ?? { files: 0, bytes: 0 }) }));
  return { at: checked_at.toString(), kinds };
}

/** Tries every setting on the real service (docs/operating.md#checking-the-settings). */
export async function checkHealth({
  settings,
  payments,
  now,
}: Ctx): Promise<Result<ResponseOf<typeof contract.checkHealth>, never>> {
  const begun = performance.now();
  const clock = { now: () => now.add({ milliseconds: Math.round(performance.now() - begun) }) };
  const findings = await checkSettings({ settings, payments, clock });
  return ok({ findings: [...findings] });
}
