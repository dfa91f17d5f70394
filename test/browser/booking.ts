import { setTimeout as sleep } from 'node:timers/promises';
import type { APIResponse, Page } from '@playwright/test';
import type { confirm, prebook } from '#shared/booking/contract.ts';
import type { listSlots } from '#shared/explore/contract.ts';
import type { getPartner } from '#shared/catalogue/contract.ts';
import type { getConfiguration } from '#shared/explore/contract.ts';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import type { getSession, Session } from '#shared/sessions/contract.ts';
import { expect } from './expect.ts';

/** Sessions made and read over HTTP as a window's person, and their dialogs. */

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const press = (page: Page, within: string, name: string) =>
  dialog(page, within).getByRole('button', { name, exact: true }).click();

const NOTHING_HAPPENED = new Set(['busy', 'unavailable']);

/** The answer to a call; one that an overloaded machine refused is sent again, as the screens do. */
async function answerOf<Answer>(path: string, send: () => Promise<APIResponse>): Promise<Answer> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await send();
    if (answer.ok()) return (await answer.json()) as Answer;
    const text = await answer.text();
    const { code } = (answer.status() === 503 ? JSON.parse(text) : {}) as { code?: string };
    if (repeats >= 5 || !NOTHING_HAPPENED.has(code ?? ''))
      throw new Error(`${path}: ${answer.status()} ${text}`);
    await sleep(Number(answer.headers()['retry-after'] ?? 1) * 1000);
  }
}

export const get = <Answer>(page: Page, path: string): Promise<Answer> =>
  answerOf(path, () => page.request.get(path));
export const post = <Answer>(page: Page, path: string, data: object): Promise<Answer> =>
  answerOf(path, () => page.request.post(path, { data }));
export const sessionOf = async (page: Page, id: number): Promise<Session> =>
  (await get<ReadOf<typeof getSession>>(page, `/api/sessions/${id}`)).session;

/** Holds the drummer's first free time that many days ahead. */
async function hold(page: Page, days: number): Promise<Session> {
  const { partner } = await get<ReadOf<typeof getPartner>>(page, '/api/partners/rafa-monteiro');
  const [musician] = await get<ReadOf<typeof getConfiguration>>(
    page,
    '/content/artists/rafa-monteiro?mode=configuration',
  );
  const service = musician?.services.servicesList.find(({ slots }) => slots === 1);
  const { slots } = await get<ReadOf<typeof listSlots>>(
    page,
    `/api/v2/musicians/${partner.id}/slots?days=60`,
  );
  const slot = slots.find(
    ({ start_date, status, service_category }) =>
      status === 'available' &&
      service_category === service?.category &&
      Date.parse(start_date) > Date.now() + days * 86_400_000,
  );
  expect([service, slot]).not.toContain(undefined);
  const { session } = await post<ReadOf<typeof prebook>>(page, '/api/v2/slots/prebook', {
    slots: [slot?.id],
    primary_slot: slot?.id,
    options: { service_id: service?.id },
  });
  return session;
}

/** Books the drummer for a track, about that many days ahead. */
export async function book(page: Page, title: string, days: number): Promise<number> {
  const { id } = await hold(page, days);
  await post<ReadOf<typeof confirm>>(page, '/api/v2/sessions', {
    session_id: id,
    session_info: { title },
    deliverables: { files_format: 'Stems to be imported in a different DAW', attendance: true },
  });
  return id;
}
