import { test } from '#test/browser/life.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect } from '#test/browser/test.ts';

/** Profiles that the studio approves (docs/product/profiles.md#approval). */

const SLUG = 'imogen-clarke';
const FLAG = 'profiles-need-approval';

test.use({ fresh: false });

test('a profile is sent, returned with a note, sent again from a phone and approved @variant', async ({
  as,
  command,
}) => {
  await command('flags', 'set', FLAG, 'on');
  const client = await as('client@demo.test', `/musicians/${SLUG}`);
  const page = await as('partner2@demo.test', '/profile#page');
  const side = page.getByRole('complementary', { name: 'Your page' });
  const version = async () => {
    const [, found = ''] =
      /version (\d+): waits for approval/.exec(await command('musicians', 'profile', 'show', SLUG)) ?? [];
    expect(found).not.toBe('');
    return found;
  };

  await page.getByLabel('Title').fill('Mixing by candlelight');
  await side.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('Your profile waits for the studio')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeDisabled();
  await checkA11y(page);

  const note = ['--note', 'Please say which desk you use.'];
  await command('musicians', 'profile', 'return', SLUG, '--version', await version(), ...note);
  await expect(page.getByText('Please say which desk you use.')).toBeVisible();
  await expect(client.getByText('Mixing by candlelight')).toHaveCount(0);

  await test.step('on a phone the button stays in sight', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByLabel('Title').fill('Mixing by candlelight, on a small desk');
    const send = page.getByRole('button', { name: 'Send for approval' });
    await expect(send).toBeInViewport({ ratio: 1 });
    await page
      .getByRole('region', { name: 'Samples' })
      .getByRole('button', { name: /^Play / })
      .last()
      .focus();
    await expect(send).toBeInViewport({ ratio: 1 });
    await checkA11y(page);
    await send.click();
  });
  await command('musicians', 'profile', 'approve', SLUG, '--version', await version());
  await expect(page.getByText('Everything is published')).toBeVisible();
  await expect(client.getByText('Mixing by candlelight, on a small desk')).toBeVisible();
  await command('flags', 'set', FLAG, 'off');
});
