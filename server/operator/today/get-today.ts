import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-today.ts';
import { TODAY_LISTS, TODAY_ROWS } from '#shared/operator/rules-today.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { programCommand } from '../../lib/program-command.ts';
import { lastMeasured, type Measured } from '../system/queries-storage.ts';
import * as queries from './queries-today.ts';

type Today = ResponseOf<typeof contract.getToday>;
type Row = Today['lists'][number]['rows'][number];

/** What takes place and what waits for an operator (docs/product/operator.md#today). */
export async function getToday({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Result<Today, never>> {
  const [rows, measured] = await Promise.all([queries.today(db, now, TODAY_ROWS), lastMeasured(db)]);
  const lists = TODAY_LISTS.map((list) => {
    const own = rows.filter((row) => row.list === list);
    return { list, count: own[0]?.total ?? 0, rows: own.map(toRow) };
  });
  return ok({
    lists,
    storage: measured === undefined ? null : toStorage(measured),
    studio_command: programCommand('studio'),
  });
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

function toRow(row: queries.TodayQueryRow): Row {
  const { id, at, session_id, service, about } = row;
  return {
    id,
    at: at?.toString() ?? null,
    session: session_id === null ? null : { id: session_id, service: service ?? '' },
    person: named(row.person_id, row.person),
    musician: named(row.musician_id, row.musician),
    about,
  };
}

function toStorage({ checked_at, storage }: Measured): NonNullable<Today['storage']> {
  const kinds = Object.values(storage);
  return {
    at: checked_at.toString(),
    files: kinds.reduce((sum, { files }) => sum + files, 0),
    bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
