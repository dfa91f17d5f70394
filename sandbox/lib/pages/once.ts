import { randomText } from '../ids.ts';
import type { Objects } from '../store/objects.ts';
import { html, type Markup } from '../../lib/pages/html.ts';

const DAY = 86_400;

/** Marks one showing of a form, so that sending it twice does what sending it once does. */
export const onceField = (): Markup => html`<input type="hidden" name="once" value="${randomText(24)}" />`;

/** Does a form's work unless it was done; the address where its first sending led. */
export async function once(
  work: Objects,
  path: string,
  body: string,
  run: () => Promise<string>,
): Promise<string> {
  const mark = new URLSearchParams(body).get('once') ?? '';
  if (!/^[A-Za-z0-9]{24}$/.test(mark)) return run();
  const key = `form_${mark}`;
  const { rows } = await work.client.query<{ call: string; body: { location: string } }>(
    `select call, body from ${work.schema}.idempotency_keys where key = $1 and created > $2`,
    [key, work.now - DAY],
  );
  if (rows[0]?.call === path) return rows[0].body.location;
  const location = await run();
  await work.client.query(
    `insert into ${work.schema}.idempotency_keys (key, call, parameters, status, body, request, created)
     values ($1, $2, '', 303, $3, '', $4)
     on conflict (key) do update set call = excluded.call, body = excluded.body, created = excluded.created`,
    [key, path, JSON.stringify({ location }), work.now],
  );
  return location;
}
