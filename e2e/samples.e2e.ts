import { makeWav } from '#test/rooms/audio.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** A musician's samples (docs/product/samples.md). */

const file = (name: string, samples = 80_000) => ({
  name,
  mimeType: 'audio/wav',
  buffer: makeWav(
    Array.from({ length: samples }, (_, index) => [0.5 * Math.sin(index / 5)]),
    { rate: 8000 },
  ),
});

test('a musician sends two samples and orders them by keys; a client hears the first on the card', async ({
  as,
}) => {
  const page = await as('partner2@demo.test', '/profile#page');
  const samples = page.getByRole('region', { name: 'Samples' });
  await samples
    .getByLabel('Sample files')
    .setInputFiles([file('Low Bridge.wav', 800_000), file('Tall Ships.wav')]);
  for (const title of ['Low Bridge', 'Tall Ships'])
    await expect(samples.getByRole('button', { name: `Play ${title} by Imogen Clarke` })).toBeVisible();
  // As chosen, though the second is smaller and arrives first.
  await expect(samples.getByRole('listitem').nth(2)).toContainText('Low Bridge');
  await expect(samples.getByRole('listitem').nth(3)).toContainText('Tall Ships');
  const handle = samples.getByRole('button', { name: 'Move Tall Ships: arrow keys up and down' });
  await handle.focus();
  await page.keyboard.press('Home');
  await expect(samples.getByRole('status').filter({ hasText: 'Tall Ships: place 1 of 4' })).toBeAttached();
  await expect(samples.getByRole('listitem').first()).toContainText('Tall Ships');
  await expect(handle).toBeFocused();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Everything is published')).toBeVisible();
  await checkA11y(page);

  const client = await as('client@demo.test', '/explore');
  const mini = client.getByRole('complementary', { name: 'Sample player' });
  await client.getByRole('button', { name: 'Play Tall Ships by Imogen Clarke' }).click();
  const place = client
    .getByRole('article')
    .getByRole('slider', { name: 'Place in Tall Ships by Imogen Clarke' });
  await expect.poll(async () => Number(await place.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(mini).toContainText('Tall Ships · Imogen Clarke');
  await client.getByRole('link', { name: 'Kwame Asante' }).click();
  await expect(
    client.getByRole('dialog').getByRole('complementary', { name: 'Sample player' }),
  ).toBeVisible();
  await mini.getByRole('button', { name: 'Close the player' }).click();
  await expect(mini).toHaveCount(0);
});
