import { credits, panel } from '#test/browser/acts.ts';
import { atBothWidths, checkA11y, checkA11yAtBothWidths } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

test.describe('explore', () => {
  test('shows every musician with name, description and next free time', async ({ as }) => {
    const page = await as('client@demo.test');
    await expect(page).toHaveURL(/\/explore$/);
    await expect(page.getByRole('article')).toHaveCount(24);
    const rafa = page.getByRole('article').filter({ hasText: 'Rafa Monteiro' });
    await expect(rafa.getByText('Studio kit and brushes, tight and dry')).toBeVisible();
    await expect(
      rafa.getByText(/^Next free (today|tomorrow|\w{3} \d\d \w{3} \d\d), \d\d:\d\d$/),
    ).toBeVisible();
    await expect(page.getByText("You can't book sessions more than 2 months in advance.")).toBeVisible();
  });

  test("labels pre-production 'Offline Session', and mixing, transcription, arrangement 'Add-on'", async ({
    as,
  }) => {
    const page = await as('client@demo.test');
    const labels = (name: string) =>
      page.getByRole('article').filter({ hasText: name }).getByRole('listitem').allTextContents();
    await expect(page.getByRole('article')).toHaveCount(24);
    expect(await labels('Arjun Mehta')).toEqual(['Offline Session', 'Add-on']);
    expect(await labels('Imogen Clarke')).toEqual(['Add-on']);
    expect(await labels('Oskar Brandt')).toEqual(['Add-on']);
    expect(await labels('Rafa Monteiro')).toEqual([]);
  });

  test('an instrument tab filters, is kept by a reload, and resets to all when clicked again', async ({
    as,
  }) => {
    const page = await as('client@demo.test');
    const tabs = page.getByRole('group', { name: 'Instruments' });
    await expect(tabs.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    await tabs.getByRole('button', { name: 'Drums' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(page).toHaveURL(/instrument=drums/);
    await page.reload();
    await expect(tabs.getByRole('button', { name: 'Drums' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article')).toHaveCount(3);
    await tabs.getByRole('button', { name: 'Drums' }).click();
    await expect(tabs.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article')).toHaveCount(24);
    await expect(page).toHaveURL(/\/explore$/);
  });

  test('an instrument that nobody plays says so @variant', async ({ as }) => {
    const page = await as('client@demo.test', '/explore?instrument=theremin');
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  });

  test('without any session to book it says so @variant', async ({ as }) => {
    const page = await as('client@demo.test', '/sessions');
    await page.route('**/api/v2/partners?*', (route) => route.fulfill({ json: { partners: [], total: 0 } }));
    await page.getByRole('link', { name: 'Explore' }).click();
    await expect(
      page.getByText('There are no available sessions at the moment. Please check again soon!'),
    ).toBeVisible();
  });

  test('a card opens its booking over the list; closing leads back to the same list', async ({ as }) => {
    const page = await as('client@demo.test', '/explore?instrument=cello');
    await page.getByRole('link', { name: 'Ana Kovac' }).click();
    await expect(page).toHaveURL(/\/explore\/ana-kovac/);
    await expect(panel(page).getByRole('heading', { name: 'Ana Kovac' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/explore\?instrument=cello$/);
    await expect(page.getByRole('link', { name: 'Ana Kovac' })).toBeFocused();
  });

  test('who can play on evenings in another zone: chips, the count, the way back, the sheet of a phone', async ({
    as,
  }) => {
    const page = await as('client@demo.test');
    const articles = page.getByRole('article');
    await expect(articles).toHaveCount(24);
    const form = page.getByRole('complementary', { name: 'Filters' });
    await form.getByRole('button', { name: 'Next 7 days' }).click();
    await form.getByLabel('From', { exact: true }).fill('18:00');
    await form.getByLabel('Until', { exact: true }).fill('22:00');
    await form.getByRole('checkbox', { name: /^Recording session/ }).check();
    await form.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    // The zone's answer comes after that of the choices before it.
    const answered = page.waitForResponse(
      (response) => /partners\?.*Tokyo/.test(response.url()) && response.ok(),
    );
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
    await expect(chips).toHaveCount(4);
    await expect(chips.last()).toHaveAccessibleName('Remove Tokyo (UTC+9)');
    const count = page.getByText(/^\d+ musicians? can play then$/);
    const { total: found } = (await (await answered).json()) as { total: number };
    await expect(count).toHaveText(new RegExp(`^${found} `));
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(15);
    await expect(articles).toHaveCount(found);
    await expect(
      articles
        .first()
        .getByText(/^Free on \w{3} \d\d \w{3} \d\d/)
        .first(),
    ).toBeVisible();
    // Off the cards of either width, whose times have tooltips.
    await page.mouse.move(0, 0);
    await checkA11yAtBothWidths(page);

    await chips.last().click();
    await expect(chips).toHaveCount(3);
    await page.goBack();
    await expect(chips).toHaveCount(4);
    await expect(articles).toHaveCount(found);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(articles).toHaveCount(24);
    await expect(page).toHaveURL(/\/explore$/);
    await page.keyboard.press('/');
    await page.keyboard.type('drumer');
    await expect(page.getByText('2 musicians', { exact: true })).toBeVisible();
    await page
      .getByRole('button', { name: /^Free days/ })
      .first()
      .click();
    await expect(
      articles
        .first()
        .getByText(/: \d+ free times?$/)
        .first(),
    ).toBeAttached();

    await page.mouse.move(0, 0);
    await atBothWidths(page, async () => {
      if ((await page.evaluate(() => innerWidth)) > 767) return;
      await page.getByRole('button', { name: 'Filters (1)' }).click();
      await panel(page).getByRole('button', { name: 'Afternoon' }).click();
      await checkA11y(page, 'panel');
      await panel(page).getByRole('button', { name: 'Show 2 musicians' }).click();
      await expect(page.getByText('2 musicians can play then')).toBeVisible();
    });
  });

  test('an unknown slug returns to explore @variant', async ({ as }) => {
    const page = await as('client@demo.test', '/explore/nobody-of-that-name');
    await expect(page).toHaveURL(/\/explore$/);
    await expect(page.getByRole('article')).toHaveCount(24);
  });

  test('a failure says what happened and tries again @variant', async ({ as, faults }) => {
    faults.allow(/^500: |ERR_FAILED/);
    const page = await as('client@demo.test', '/sessions');
    await page.route('**/api/v2/partners?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Explore' }).click();
    await expect(page.getByText(/We have some issues connecting to our servers/)).toBeVisible();
    await page.unroute('**/api/v2/partners?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article')).toHaveCount(24);
  });

  test('whose membership has ended is told what is still possible @variant', async ({ as }) => {
    const page = await as('cancelled@demo.test');
    await expect(
      page.getByText('Your membership is no longer active but you can still buy credits on demand!'),
    ).toBeVisible();
    expect(await credits(page)).toBe(2);
  });

  test('has no barrier in either theme at either width', async ({ as }) => {
    const page = await as('client@demo.test');
    await expect(page.getByRole('article')).toHaveCount(24);
    await checkA11yAtBothWidths(page);
    await page.goto('/explore?instrument=theremin');
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await checkA11yAtBothWidths(page);
  });
});
