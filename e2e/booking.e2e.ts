import type { Page } from '@playwright/test';
import { confirm } from '#shared/booking/contract.ts';
import { COMMON_PROBLEMS, problem } from '#shared/lib/problem.ts';
import {
  chooseAttendance,
  credits,
  fact,
  freeTimes,
  holdFreeTime,
  fillInTrack,
  panel,
  goToNextWeek,
} from '#test/browser/acts.ts';
import { zoneOf } from '#test/browser/accounts.ts';
import { atBothWidths, checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const next = (page: Page, name: string) =>
  panel(page)
    .getByRole('button', { name: new RegExp(`^(Continue )?${name}$`) })
    .click();
const way = (page: Page) => panel(page).getByRole('navigation', { name: 'Steps of your booking' });
const steps = (page: Page) => way(page).getByRole('listitem');
const step = (page: Page) => way(page).locator('[aria-current=step]');
const timer = (page: Page) => panel(page).getByRole('timer');

async function chosen(page: Page): Promise<string[]> {
  const clips = panel(page).getByRole('button', { name: /, chosen$/ });
  return Promise.all((await clips.all()).map(async (clip) => (await clip.getAttribute('aria-label')) ?? ''));
}

test.describe('choosing', () => {
  test('the service comes first where it comes first; services are listed with description, credits and type; back to them clears the times', async ({
    as,
  }) => {
    const page = await as('client@demo.test', '/explore/beatriz-rocha');
    await expect(steps(page).first()).toHaveText(/Choose a service/);
    await expect(steps(page)).toHaveCount(6);
    await next(page, 'Choose a time');
    await expect(panel(page).getByRole('alert')).toHaveText('Please choose a service.');
    await expect(panel(page).getByRole('alert')).toBeInViewport();
    const stereo = panel(page).getByRole('radio', { name: /Stereo Mastering/ });
    await expect(
      panel(page).getByRole('radio', { name: /Stem Mastering.*90 min.*4 credits/s }),
    ).toBeVisible();
    await expect(
      panel(page).getByRole('radio', { name: /Stereo Mastering.*45 min.*2 credits/s }),
    ).toBeVisible();
    await stereo.check();
    await next(page, 'Choose a time');
    await goToNextWeek(page);
    await freeTimes(page).first().click();
    await expect(panel(page).getByText('45 min · 2 credits of your')).toBeVisible();
    await next(page, 'Back');
    await expect(stereo).toBeChecked();
    await next(page, 'Choose a time');
    await expect(panel(page).getByText('No time chosen yet')).toBeVisible();
    expect(await chosen(page)).toEqual([]);
  });

  test('a time is required; neighbours join into one session, up to 180 minutes', async ({ as }) => {
    const page = await as('client@demo.test', '/explore/rosalind-achterberg-featherstonehaugh');
    await goToNextWeek(page);
    await next(page, 'Track details');
    await expect(panel(page).getByRole('alert')).toHaveText('Please choose a time.');
    await freeTimes(page).first().click();
    await expect(panel(page).getByText('45 min · 2 credits of your')).toBeVisible();
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
    await freeTimes(page).first().click();
    await expect(panel(page).getByText('90 min · 4 credits of your')).toBeVisible();
    expect(await chosen(page)).toHaveLength(2);
    await panel(page)
      .getByRole('button', { name: /, chosen$/ })
      .last()
      .click();
    await expect(panel(page).getByText('45 min · 2 credits of your')).toBeVisible();
  });

  test('inside the priority window people with limitations see the times, but cannot take them @variant', async ({
    as,
  }) => {
    const page = await as('ondemand@demo.test', '/explore/lars-nygaard');
    await expect(freeTimes(page).first()).toBeVisible();
    await next(page, 'Week after');
    await next(page, 'Week after');
    const restricted = panel(page).getByRole('button', { name: /, members first until / });
    await expect(restricted.first()).toBeVisible();
    await expect(restricted.first()).toHaveAttribute('aria-disabled', 'true');
    await restricted.first().click({ force: true });
    expect(await chosen(page)).toEqual([]);
  });
});

test.describe('the form', () => {
  test('the steps are those of the requirement; times are in my zone; what is wrong is said to the letter; a reload keeps all', async ({
    as,
  }) => {
    const page = await as('client2@demo.test', '/explore/kwame-asante');
    const track = panel(page).getByLabel('Track', { exact: true });
    const message = panel(page).getByLabel('Message to Kwame Asante');

    await test.step('the steps, and times in my zone with where the musician is', async () => {
      await expect(steps(page)).toHaveText([
        /Choose a time/,
        /Track details/,
        /Session Details/,
        /Pre Confirmation/,
        /Thank you/,
      ]);
      // In a week in which the clocks change, it says from when.
      const city = (await zoneOf(page)).split('/').at(-1);
      await expect(
        panel(page).getByText(
          new RegExp(
            `^Your time, ${city} \\(UTC\\+[012](, from \\w{3} \\d\\d \\w{3} \\d\\d UTC\\+[012])?\\)\\. The musician is in Accra\\.$`,
          ),
        ),
      ).toBeVisible();
      await expect(
        panel(page).getByText("You can't book sessions more than 2 months in advance."),
      ).toBeVisible();
    });

    await test.step('what is wrong with the track, which clears', async () => {
      await holdFreeTime(page);
      const reference = panel(page).getByLabel('Reference track');
      await next(page, 'Session Details');
      await expect(panel(page).getByText('You need to provide a track name')).toBeVisible();
      await track.fill('x'.repeat(255));
      await reference.fill('the one from the radio');
      // In a low window the end of the form is far from its first field.
      await page.setViewportSize({ width: 1280, height: 600 });
      await panel(page).getByLabel('Extra instrument').scrollIntoViewIfNeeded();
      await expect(track).not.toBeInViewport();
      await next(page, 'Session Details');
      await expect(panel(page).getByText('Track Name is too long')).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(
        panel(page).getByText(
          'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
        ),
      ).toBeVisible();
      await track.fill('x'.repeat(254));
      await reference.fill('https://listen.example/one');
      await next(page, 'Session Details');
      await expect(step(page)).toHaveText(/Session Details/);
    });

    await test.step('whether one attends; the message is at most 1000 characters', async () => {
      await next(page, 'Back');
      await fillInTrack(page, 'Window Seat');
      await expect(panel(page).getByRole('combobox', { name: 'Deliverables' })).toHaveValue(
        'Stems to be imported in a different DAW',
      );
      await message.fill('m'.repeat(1001));
      await next(page, 'Pre Confirmation');
      await expect(panel(page).getByText('Required', { exact: true })).toBeVisible();
      await expect(panel(page).getByText('Please use at most 1000 characters.')).toBeVisible();
      await message.fill('Fretless, please.');
    });

    await test.step('a reload keeps the hold, the step and everything written', async () => {
      await page.reload();
      await expect(step(page)).toHaveText(/Session Details/);
      await expect(message).toHaveValue('Fretless, please.');
      await expect(timer(page)).toBeVisible();
      await next(page, 'Back');
      await expect(track).toHaveValue('Window Seat');
      await next(page, 'Session Details');
    });

    await chooseAttendance(page);
    for (const text of ['Kwame Asante', 'Window Seat', 'Yes (recommended)', 'Fretless, please.', '1 credit'])
      await expect(panel(page).getByText(text, { exact: true }).first()).toBeVisible();
  });

  test('an offline musician offers only No (offline session) @variant', async ({ as }) => {
    const page = await as('client@demo.test', '/explore/oskar-brandt');
    await holdFreeTime(page);
    await fillInTrack(page, 'Score for Two');
    await expect(panel(page).getByRole('radio')).toHaveCount(1);
    await expect(panel(page).getByRole('radio', { name: /^No \(offline session\)/ })).toBeChecked();
  });

  test('an existing track fills what is known of it @variant', async ({ as }) => {
    const page = await as('client@demo.test', '/explore/isaac-turner');
    await holdFreeTime(page);
    await panel(page).getByLabel('Track', { exact: true }).click();
    await page.getByRole('option', { name: /Paper Boats/ }).click();
    await expect(panel(page).getByLabel('BPM')).toHaveValue('92');
    await expect(panel(page).getByLabel('Meter')).toHaveValue('6/8');
    await expect(panel(page).getByRole('combobox', { name: 'Genre' })).toHaveValue('Folk');
  });
});

test.describe('the hold', () => {
  test('lasts 15 minutes, 10 more once, and is given back after asking', async ({ as, moveClock }) => {
    const page = await as('client2@demo.test', '/explore/femi-adeyemi');
    const time = await holdFreeTime(page);
    await expect(timer(page)).toHaveText(/^1[45]:\d\d$/);
    await moveClock({ minutes: 12 });
    await expect(timer(page)).toHaveText(/^0?[23]:\d\d$/);
    await next(page, 'Hold it for 10 more minutes');
    await expect(timer(page)).toHaveText(/^1[23]:\d\d$/);
    await expect(panel(page).getByRole('button', { name: 'Hold it for 10 more minutes' })).toHaveCount(0);

    await panel(page).getByRole('button', { name: 'Close' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without booking?' });
    await question.getByRole('button', { name: 'Keep booking' }).click();
    await expect(timer(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    // Escape closes the topmost layer only: the dialog, not the panel below it.
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(timer(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Release it and leave' }).click();
    await expect(page).toHaveURL(/\/explore$/);
    await page.reload();
    await page.getByRole('link', { name: 'Femi Adeyemi' }).click();
    await goToNextWeek(page);
    await expect(panel(page).getByRole('button', { name: `${time}, free` })).toBeVisible();
  });

  test('that runs out is told kindly, keeps everything and can be held again @variant', async ({
    as,
    moveClock,
  }) => {
    const page = await as('client2@demo.test', '/explore/femi-adeyemi');
    await holdFreeTime(page);
    await panel(page).getByLabel('Extra instrument').fill('A cowbell');
    await fillInTrack(page, 'Late Song');
    await chooseAttendance(page);
    await expect(panel(page).getByText('A cowbell', { exact: true })).toBeVisible();
    await moveClock({ minutes: 16 });
    await expect(panel(page).getByText('Your hold has run out')).toBeVisible();
    await expect(panel(page).getByText('Late Song', { exact: true })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Hold this time again' }).click();
    await expect(timer(page)).toHaveText(/^1[45]:\d\d$/);
    await next(page, 'Book for 1 credit');
    await expect(panel(page).getByText('Your session with Femi Adeyemi is booked.')).toBeVisible();
    await panel(page).getByRole('link', { name: 'See the session' }).click();
    await panel(page).getByRole('link', { name: 'Track Details' }).click();
    await expect(fact(page, 'Extra instrument')).toHaveText('A cowbell');
  });

  test('of someone else: the slower one is told, and the picker shows it as taken', async ({ as }) => {
    const slow = await as('client2@demo.test', '/explore/marcus-bell');
    await goToNextWeek(slow);
    // In the middle of the week: the other one lives in another zone, where a week may begin a day later.
    const time = freeTimes(slow).nth(Math.floor((await freeTimes(slow).count()) / 2));
    const name = (await time.getAttribute('aria-label')) ?? '';
    const slot = await time.getAttribute('data-slot');
    await time.click();
    const quick = await as('annual@demo.test', '/explore/marcus-bell');
    await goToNextWeek(quick);
    await panel(quick).locator(`[data-slot="${slot}"]`).click();
    await next(quick, 'Track details');
    await expect(timer(quick)).toBeVisible();
    // Live updates show it before anybody presses.
    await expect(panel(slow).getByRole('alert')).toContainText('has just been taken by somebody else.');
    await expect(panel(slow).getByRole('button', { name: name.replace(/free$/, 'taken') })).toBeVisible();
    await expect(panel(slow).getByText('No time chosen yet')).toBeVisible();
    await freeTimes(slow).first().click();
    await next(slow, 'Track details');
    await expect(timer(slow)).toBeVisible();
  });
});

test.describe('credits', () => {
  test('too few are said with their number, and nothing is taken', async ({ as }) => {
    const page = await as('cancelled@demo.test', '/explore/imogen-clarke');
    expect(await credits(page)).toBe(2);
    await freeTimes(page).first().click();
    await expect(panel(page).getByText('180 min · 3 credits of your 2')).toBeVisible();
    await expect(panel(page).getByText('You need 1 more credit(s) to book this session.')).toBeVisible();
    await next(page, 'Track details');
    await fillInTrack(page, 'Too Dear');
    await next(page, 'Pre Confirmation');
    await expect(panel(page).getByRole('button', { name: 'Book for 3 credits' })).toBeDisabled();
    await expect(panel(page).getByText('You need 1 more credit(s) to book this session.')).toBeVisible();
    expect(await credits(page)).toBe(2);
  });

  test('without any the requirement says so @variant', async ({ as }) => {
    const page = await as('client2@demo.test', null);
    await page.route('**/api/users/me', async (route) => {
      const answer = await route.fetch();
      const { user } = (await answer.json()) as { user: object };
      await route.fulfill({
        response: answer,
        json: { user: { ...user, sessions_left: 0, credits_bank: 0 } },
      });
    });
    await page.goto('/explore/kwame-asante');
    await expect(panel(page).getByText('You need credits to book sessions.').first()).toBeVisible();
    await freeTimes(page).first().click();
    await expect(panel(page).getByText('You need more credits to book this session.')).toBeVisible();
  });

  test('are taken once, however often the button is pressed; the pill follows', async ({ as }) => {
    const page = await as('annual@demo.test', '/explore/delia-marsh');
    await holdFreeTime(page);
    const before = await credits(page);
    // Singers are asked for their part.
    await panel(page).getByRole('combobox', { name: 'Part' }).click();
    await page.getByRole('option', { name: 'Backing vocals', exact: true }).click();
    await fillInTrack(page, 'Reel Twice');
    await chooseAttendance(page);
    await panel(page).getByRole('button', { name: 'Book for 2 credits' }).dblclick();
    await expect(panel(page).getByText('Your session with Delia Marsh is booked.')).toBeVisible();
    await expect.poll(() => credits(page)).toBe(before - 2);
    await panel(page).getByRole('link', { name: 'See the session' }).click();
    await expect(page).toHaveURL(/\/sessions\/\d+$/);
    await expect(
      page.getByRole('link', { name: 'Delia Marsh , Reel Twice', includeHidden: true }),
    ).toHaveCount(1);
    await panel(page).getByRole('link', { name: 'Track Details' }).click();
    await expect(fact(page, 'Part')).toHaveText('Backing vocals');
  });
});

test('a booking whose answer is lost is said to be unknown; pressed again it is the first answer, and taken once', async ({
  as,
  faults,
}) => {
  const page = await as('annual@demo.test', '/explore/jun-park');
  await holdFreeTime(page);
  const before = await credits(page);
  await fillInTrack(page, 'Lost and Found');
  await chooseAttendance(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(confirm.path)) keys.push(request.headers()['idempotency-key']);
  });
  await page.route(
    `**${confirm.path}`,
    async (route) => {
      expect((await route.fetch()).status()).toBe(201);
      const code = 'outcome_unknown';
      const json = problem(code, COMMON_PROBLEMS[code]);
      await route.fulfill({ status: 503, contentType: 'application/problem+json', json });
    },
    { times: 1 },
  );
  // Blocks the reload of the session, which would show at once that it is booked.
  await page.route('**/api/sessions/*', () => new Promise(() => {}));
  faults.allow(/^503: /);
  await next(page, 'Book for 1 credit');
  await expect(panel(page).getByRole('alert')).toHaveText(
    'We do not know whether this went through. Please try again: it will not happen twice.',
  );
  await next(page, 'Book for 1 credit');
  await expect(panel(page).getByText('Your session with Jun Park is booked.')).toBeVisible();
  await expect.poll(() => credits(page)).toBe(before - 1);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('no step has a barrier in either theme at either width', async ({ as }) => {
  const page = await as('legacy@demo.test', '/explore/jun-park');
  await atBothWidths(page, async () => {
    await expect(freeTimes(page).first()).toBeVisible();
    const edges = [way(page).getByRole('list'), panel(page).locator('[data-step]')].map((one) =>
      one.boundingBox(),
    );
    const [bar, heading] = await Promise.all(edges);
    expect(bar?.x, 'the step bar begins where the content does').toBe(heading?.x);
    await checkA11y(page, 'panel');
  });
  await holdFreeTime(page);
  await next(page, 'Session Details');
  await checkA11yAtBothWidths(page, 'panel');
  await fillInTrack(page, 'Every Step');
  await checkA11yAtBothWidths(page, 'panel');
  await chooseAttendance(page);
  await checkA11yAtBothWidths(page, 'panel');
  await next(page, 'Book for 1 credit');
  await expect(panel(page).getByText('Your session with Jun Park is booked.')).toBeVisible();
  await checkA11yAtBothWidths(page, 'panel');
});
