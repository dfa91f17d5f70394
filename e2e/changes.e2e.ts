import type { Page } from '@playwright/test';
import type { confirm, prebook } from '../shared/booking/contract.ts';
import type { listSlots } from '../shared/calendar/contract.ts';
import type { getConfiguration, getPartner } from '../shared/catalogue/contract.ts';
import type { ReadOf } from '../shared/lib/endpoint.ts';
import type { getSession, Session } from '../shared/sessions/contract.ts';
import { credits, enterOn, freeTimes, tabTo } from './rig/acts.ts';
import { checkA11y } from './rig/screen.ts';
import { expect, test } from './rig/test.ts';

/** Sessions of client@demo.test in the demo studio. */
const DEMO = { nightDrive: 100001, paperBoats: 100002, slowTide: 100004 };
const PAST = { harbourLights: 100006, saltAndSilver: 100008 };

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, within: string, name: string) =>
  dialog(page, within).getByRole('button', { name, exact: true }).click();

async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path);
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as Answer;
}
async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return (await answer.json()) as Answer;
}
const sessionOf = async (page: Page, id: number): Promise<Session> =>
  (await get<ReadOf<typeof getSession>>(page, `/api/sessions/${id}`)).session;

/** Holds the drummer's first free time that many days ahead, past the first `skip` ones. */
async function hold(page: Page, days: number, skip = 0): Promise<Session> {
  const { partner } = await get<ReadOf<typeof getPartner>>(page, '/api/partners/rafa-monteiro');
  const [known] = await get<ReadOf<typeof getConfiguration>>(
    page,
    '/content/artists/rafa-monteiro?mode=configuration',
  );
  const service = known?.services.servicesList.find(({ slots }) => slots === 1);
  const { slots } = await get<ReadOf<typeof listSlots>>(
    page,
    `/api/v2/musicians/${partner.id}/slots?days=60`,
  );
  const slot = slots.filter(
    ({ start_date, status, service_category }) =>
      status === 'available' &&
      service_category === service?.category &&
      Date.parse(start_date) > Date.now() + days * 86_400_000,
  )[skip];
  expect([service, slot]).not.toContain(undefined);
  const { session } = await post<ReadOf<typeof prebook>>(page, '/api/v2/slots/prebook', {
    slots: [slot?.id],
    primary_slot: slot?.id,
    options: { service_id: service?.id },
  });
  return session;
}

/** Books the drummer for a track, about that many days ahead. */
async function book(page: Page, title: string, days: number): Promise<number> {
  const { id } = await hold(page, days);
  await post<ReadOf<typeof confirm>>(page, '/api/v2/sessions', {
    session_id: id,
    session_info: { title },
    deliverables: { files_format: 'Stems to be imported in a different DAW', attendance: true },
  });
  return id;
}

const openCancel = (page: Page, id: number) =>
  page.goto(`/sessions/${id}?modal=cancel-session&session=${id}`);
const openRate = (page: Page, id: number) => page.goto(`/sessions/${id}?modal=rate-session&session=${id}`);
const standing = (page: Page) => page.getByRole('region', { name: 'Where this session is' });

test.describe('cancelling (part 2 section 4)', () => {
  test('says that the credits come back, gives them back, and both sides see it @phone', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Second Thoughts', 9);
    await moveClock({ minutes: 61 });
    await openCancel(page, id);
    const before = await credits(page);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('1 credit comes back to you');
    await expect(modal).toContainText(`You have ${before} credits now, and ${before + 1} afterwards.`);
    await modal.getByRole('checkbox', { name: 'My track is not ready' }).check();
    await modal.getByLabel('Anything to add?').fill('The singer is ill.');
    await press(page, 'Cancel session', 'Cancel session');
    await expect(page.getByText('Your session is cancelled. 1 credit is back.')).toBeVisible();
    await expect(modal).toHaveCount(0);
    await expect.poll(() => credits(page)).toBe(before + 1);
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
    const partner = await as('partner@demo.test', '/sessions?tab=completed');
    const card = partner.getByRole('main').getByRole('listitem').filter({ hasText: 'Second Thoughts' });
    await expect(card).toContainText('Cancelled');
  });

  test('is readable for everyone, in both themes @phone', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    await openCancel(page, DEMO.nightDrive);
    await expect(dialog(page, 'Cancel session')).toContainText('1 credit comes back to you');
    await checkA11y(page, 'panel');
  });

  test('warns where they do not, with since when they would; keeping it changes nothing', async ({ as }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Cold Feet', 9);
    await openCancel(page, id);
    const before = await credits(page);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('The credits will not be returned');
    await expect(modal).toContainText('You booked it less than 60 minutes ago.');
    await expect(modal.getByRole('timer')).toHaveText(/^(59|60):\d\d$/);
    await expect(modal.getByRole('link', { name: 'Move it to another time' })).toHaveCount(0);
    await press(page, 'Cancel session', 'Keep session');
    await expect(modal).toHaveCount(0);
    expect((await sessionOf(page, id)).type).toBe('upcoming');
    await openCancel(page, id);
    await press(page, 'Cancel session', 'Cancel session');
    await expect(page.getByText('Your session is cancelled.')).toBeVisible();
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
    expect(await credits(page)).toBe(before);
  });

  test('asks again when the refund lapses between showing and pressing', async ({ as, moveClock, stage }) => {
    const page = await as('client@demo.test', '/sessions');
    const { cancellation } = await sessionOf(page, DEMO.slowTide);
    const lapses = Date.parse(cancellation?.refund_until ?? '');
    await moveClock({ milliseconds: lapses - Date.now() - 60_000 });
    await openCancel(page, DEMO.slowTide);
    const modal = dialog(page, 'Cancel session');
    await expect(modal).toContainText('1 credit comes back to you');
    await expect(modal).toContainText('Time left for that:');
    await stage.moveClock(120_000);
    await press(page, 'Cancel session', 'Cancel session');
    await expect(modal.getByRole('alert')).toHaveText(
      'The time for getting the credits back has just passed. Please look again before you cancel.',
    );
    await expect(modal).toContainText('The credits will not be returned');
    await expect(modal).toContainText('This session starts in less than 48 hours');
    expect((await sessionOf(page, DEMO.slowTide)).status).not.toBe('cancelled');
    await press(page, 'Cancel session', 'Cancel session');
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
  });

  test('a failure says so and can be tried again; by keyboard alone', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Bad Line', 9);
    await openCancel(page, id);
    await page.route('**/api/v2/sessions/cancel', (route) => route.abort(), { times: 1 });
    const modal = dialog(page, 'Cancel session');
    await tabTo(page, modal.getByRole('checkbox').first());
    await page.keyboard.press('Space');
    await enterOn(page, modal.getByRole('button', { name: 'Cancel session' }));
    await expect(modal.getByRole('alert')).toContainText('We could not cancel this session');
    await expect(modal.getByRole('checkbox').first()).toBeChecked();
    await enterOn(page, modal.getByRole('button', { name: 'Try again' }));
    await expect(standing(page).getByRole('heading')).toHaveText('Cancelled');
  });

  test('a managed client reads nothing of credits', async ({ as }) => {
    const page = await as('managed@demo.test', '/sessions');
    const open = page.getByRole('main').getByRole('link', { name: /, / }).first();
    const id = Number((await open.getAttribute('href'))?.match(/\d+/)?.[0]);
    await openCancel(page, id);
    const modal = dialog(page, 'Cancel session');
    await expect(modal.getByRole('button', { name: 'Cancel session' })).toBeVisible();
    await expect(modal).not.toContainText(/credit/i);
  });
});

test.describe('rating (part 2 sections 4 and 5)', () => {
  test.use({ fresh: true });

  test('takes stars first, thanks, and shows on the panel, the card and explore @phone', async ({ as }) => {
    const page = await as('client@demo.test', '/explore');
    const { partner } = await get<ReadOf<typeof getPartner>>(page, '/api/partners/rafa-monteiro');
    await openRate(page, PAST.harbourLights);
    const modal = dialog(page, 'Rate your session');
    const send = modal.getByRole('button', { name: 'Send rating' });
    await expect(send).toBeDisabled();
    await checkA11y(page, 'panel');
    await modal.getByRole('radio', { name: '4 stars: Very good' }).check();
    await expect(modal).toContainText('Very good');
    await modal.getByLabel('Comment (optional)').fill('Tight, and on time.');
    await send.click();
    await expect(modal.getByRole('heading', { name: 'Thank you for your rating!' })).toBeFocused();
    await checkA11y(page, 'panel');
    await modal.getByRole('button', { name: 'Close' }).last().click();
    const block = page.getByRole('region', { name: 'Your rating' });
    await expect(block).toContainText('Rated 4 of 5');
    await expect(block).toContainText('Tight, and on time.');
    await page.goto('/sessions?tab=previous');
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Harbour Lights' });
    await expect(card).toContainText('Rated 4 of 5');
    await page.goto('/explore');
    const count = (partner.rating?.count ?? 0) + 1;
    const musician = page.getByRole('article').filter({ hasText: 'Rafa Monteiro' });
    const words = new RegExp(`Rated [1-5]\\.\\d of 5 by ${count} client`);
    await expect(musician).toContainText(words);
    await page.goto('/explore/rafa-monteiro');
    await expect(dialog(page, 'Rafa Monteiro')).toContainText(words);
  });

  test('thanks also when the call fails, and goes on trying quietly', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client@demo.test', '/sessions');
    await openRate(page, PAST.saltAndSilver);
    await page.route('**/api/v2/ratings', (route) => route.abort(), { times: 1 });
    const modal = dialog(page, 'Rate your session');
    await tabTo(page, modal.getByRole('radio').first());
    await page.keyboard.press('Space');
    for (let star = 1; star < 5; star += 1) await page.keyboard.press('ArrowRight');
    await expect(modal.getByRole('radio', { name: '5 stars: Outstanding' })).toBeChecked();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v2/ratings') && answer.ok());
    await enterOn(page, modal.getByRole('button', { name: 'Send rating' }));
    await expect(modal.getByRole('heading', { name: 'Thank you for your rating!' })).toBeVisible();
    await modal.getByRole('button', { name: 'Close' }).last().click();
    await saved;
    await expect(page.getByRole('region', { name: 'Your rating' })).toContainText('Rated 5 of 5');
  });

  test('can be changed for 14 days, from the block, and not after', async ({ as, moveClock }) => {
    const page = await as('client@demo.test', '/sessions');
    await post(page, '/api/v2/ratings', { session_id: PAST.harbourLights, rating: 2, comment: 'Late.' });
    await page.goto(`/sessions/${PAST.harbourLights}`);
    await page.getByRole('link', { name: 'Change your rating' }).click();
    const modal = dialog(page, 'Rate your session');
    await expect(modal.getByRole('radio', { name: /^2 stars/ })).toBeChecked();
    await expect(modal.getByLabel('Comment (optional)')).toHaveValue('Late.');
    await modal.getByRole('radio', { name: /^3 stars/ }).check();
    await press(page, 'Rate your session', 'Change rating');
    await expect(modal).toContainText('Thank you for your rating!');
    await modal.getByRole('button', { name: 'Close' }).last().click();
    const block = page.getByRole('region', { name: 'Your rating' });
    await expect(block).toContainText('Rated 3 of 5');
    await moveClock({ hours: 14 * 24 });
    await page.reload();
    await expect(block).toContainText('Rated 3 of 5');
    await expect(block.getByRole('link', { name: 'Change your rating' })).toHaveCount(0);
    await openRate(page, PAST.harbourLights);
    await expect(modal).toContainText('You have rated this session already.');
  });
});

test.describe('edit mode (part 2 sections 2 and 8)', () => {
  const edit = (page: Page) => dialog(page, 'Edit Session');
  const track = (page: Page) => edit(page).getByLabel('Track', { exact: true });
  const tab = (page: Page, name: string) => edit(page).getByRole('tab', { name });

  test('is filled with the session, saves both tabs, and the panel shows it at once @phone', async ({
    as,
  }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Working Title', 9);
    await page.goto(`/sessions/${id}/edit`);
    await expect(tab(page, 'Track Details')).toHaveAttribute('aria-selected', 'true');
    await expect(track(page)).toHaveValue('Working Title');
    await checkA11y(page, 'panel');
    await track(page).fill('Final Title');
    await track(page).press('Tab');
    await edit(page).getByLabel('BPM').fill('97');
    await tab(page, 'Session Details').click();
    await expect(track(page)).toBeHidden();
    await checkA11y(page, 'panel');
    await edit(page)
      .getByRole('radio', { name: /^No(?! \()/ })
      .check();
    await press(page, 'Edit Session', 'Save changes');
    await expect(page.getByText('Your changes are saved.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
    await expect(page.getByRole('dialog', { name: 'Final Title' })).toBeVisible();
    const { track_id, session_info, deliverables } = await sessionOf(page, id);
    expect(session_info).toMatchObject({ title: 'Final Title', bpm: '97' });
    expect(deliverables.attendance).toBe(false);
    expect(track_id).not.toBeNull();
  });

  test('choosing an existing track fills its fields', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/edit`);
    await expect(track(page)).toHaveValue('Night Drive');
    await track(page).click();
    await page.getByRole('option', { name: /^Paper Boats/ }).click();
    await expect(edit(page).getByLabel('BPM')).toHaveValue('92');
    await expect(edit(page).getByLabel('Meter')).toHaveValue('6/8');
  });

  test('an error on the other tab is led to', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/edit`);
    await track(page).fill('');
    await tab(page, 'Session Details').click();
    await press(page, 'Edit Session', 'Save changes');
    await expect(tab(page, 'Track Details')).toHaveAttribute('aria-selected', 'true');
    await expect(edit(page).getByText('You need to provide a track name')).toBeVisible();
    await expect(track(page)).toBeFocused();
  });

  test('says to the letter what the server refuses, and when it is away', async ({ as, faults }) => {
    faults.allow(/ERR_FAILED/);
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Too Late', 9);
    await page.goto(`/sessions/${id}/edit`);
    await track(page).fill('Much Too Late');
    await page.route('**/api/v2/sessions', (route) => route.abort(), { times: 1 });
    await press(page, 'Edit Session', 'Save changes');
    await expect(edit(page).getByRole('alert')).toHaveText(
      'We have some issues connecting to our servers. Please try again later.',
    );
    await post(page, '/api/v2/sessions/cancel', { session_id: id });
    await tab(page, 'Session Details').click();
    await press(page, 'Edit Session', 'Save changes');
    await expect(edit(page).getByText('You are not allowed to make changes on this session.')).toBeVisible();
    await expect(track(page)).toBeFocused();
  });

  test('asks before unsaved changes are left, and not without any', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.paperBoats}/edit`);
    await expect(track(page)).toHaveValue('Paper Boats');
    await edit(page).getByLabel('BPM').fill('93');
    await page.keyboard.press('Escape');
    const question = dialog(page, 'Leave without saving?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(edit(page).getByLabel('BPM')).toHaveValue('93');
    await edit(page).getByLabel('BPM').fill('92');
    await press(page, 'Edit Session', 'Close');
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.paperBoats}$`));
    await page.goto(`/sessions/${DEMO.paperBoats}/edit`);
    await edit(page).getByLabel('BPM').fill('93');
    await press(page, 'Edit Session', 'Close');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${DEMO.paperBoats}$`));
    expect((await sessionOf(page, DEMO.paperBoats)).session_info.bpm).toBe('92');
  });

  test('of what cannot be edited leads to its panel with a word; of what is not mine to the list', async ({
    as,
  }) => {
    const page = await as('client@demo.test', `/sessions/${PAST.harbourLights}/edit`);
    await expect(page).toHaveURL(new RegExp(`/sessions/${PAST.harbourLights}`));
    await expect(page).not.toHaveURL(/edit/);
    await expect(page.getByText('This session is over.')).toBeVisible();
    await page.goto('/sessions/999999/edit');
    await expect(page).toHaveURL(/\/sessions$/);
  });
});

test.describe('moving a session (decisions 4)', () => {
  const move = (page: Page) => dialog(page, 'Move session');

  test('from the cancel modal, old and new time confirmed, the panel shows it @phone', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Other Day', 9);
    const { start_date } = await sessionOf(page, id);
    await moveClock({ minutes: 61 });
    await openCancel(page, id);
    await dialog(page, 'Cancel session').getByRole('link', { name: 'Move it to another time' }).click();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}/move$`));
    await expect(move(page).getByRole('button', { name: /, your present time$/ })).toHaveCount(1);
    await expect(move(page)).not.toContainText(/credit/);
    await press(page, 'Move session', 'Move session');
    await expect(move(page).getByRole('alert')).toHaveText('Please choose a time.');
    await freeTimes(page).first().click();
    await press(page, 'Move session', 'Move session');
    const question = dialog(page, 'Move this session?');
    await expect(question.getByRole('definition')).toHaveCount(2);
    await question.getByRole('button', { name: 'Move session' }).click();
    await expect(page.getByText(/^Your session is moved to /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
    expect((await sessionOf(page, id)).start_date).not.toBe(start_date);
  });

  test('is readable for everyone, in both themes @phone', async ({ as }) => {
    const page = await as('client@demo.test', `/sessions/${DEMO.nightDrive}/move`);
    await expect(freeTimes(page).first()).toBeVisible();
    await checkA11y(page, 'panel');
  });

  test('a time that somebody took meanwhile is said, and another can be chosen', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Crossed Wires', 9);
    await moveClock({ minutes: 61 });
    await page.goto(`/sessions/${id}/move`);
    await freeTimes(page).first().click();
    const other = await as('client@demo.test', '/sessions');
    // Whoever looks takes the first free time that day: it is the chosen one.
    const chosen = await move(page)
      .getByRole('button', { name: /, chosen$/ })
      .getAttribute('data-slot');
    const { service } = await sessionOf(page, id);
    await post(other, '/api/v2/slots/prebook', {
      slots: [chosen],
      primary_slot: chosen,
      options: { service_id: service.id },
    });
    await press(page, 'Move session', 'Move session');
    await dialog(page, 'Move this session?').getByRole('button', { name: 'Move session' }).click();
    await expect(move(page).getByRole('alert')).toContainText('Someone was faster');
    await expect(move(page).getByRole('button', { name: /, chosen$/ })).toHaveCount(0);
    await freeTimes(page).first().click();
    await press(page, 'Move session', 'Move session');
    await dialog(page, 'Move this session?').getByRole('button', { name: 'Move session' }).click();
    await expect(page.getByText(/^Your session is moved to /)).toBeVisible();
  });

  test('too early or too late leads to the panel, with why', async ({ as }) => {
    const page = await as('client2@demo.test', '/sessions');
    const id = await book(page, 'Hasty', 9);
    await page.goto(`/sessions/${id}/move`);
    await expect(
      page.getByText('A session can be moved once it has been booked for more than 60 minutes.'),
    ).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
  });
});
