import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/system/contract-system.ts';
import { STORED_KINDS } from '#shared/operator/system/rules-system.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { isReady } from '../../http/health.ts';
import { checkSettings } from '../doctor/check-settings.ts';
import * as queries from './queries-storage.ts';
import { versions } from './versions.ts';

type State = ResponseOf<typeof contract.getSystem>;

/** Versions, readiness and storage (docs/product/operator.md#system). */
export async function getSystem({ db, storage }: Ctx): Promise<Result<State, never>> {
  const [running, ready, measured, now] = await Promise.all([
    versions(db),
    isReady({ db, storage }),
    queries.lastMeasured(db),
    queries.unsettled(db),
  ]);
  return ok({
    versions: running,
    ready,
    storage: {
      measured: measured === undefined ? null : toMeasured(measured),
      open_uploads: { files: now.uploads, bytes: now.upload_bytes },
      to_delete: now.to_delete,
    },
  });
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
