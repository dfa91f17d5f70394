import type { Locator, Page } from '@playwright/test';
import { newClient } from '#test/browser/accounts.ts';
import { dialog } from '#test/browser/booking.ts';
import { escape, look } from '#test/browser/dialogs.ts';
import { area, expect, test } from '#test/browser/life.ts';

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name, exact: true });

test("a member's dialogs about the plan: axe, keyboard, phone and desktop, both themes @variant", async ({
  as,
}) => {
  const page = await as('client@demo.test', '/profile#billing');
  const plan = area(page, 'Plan');
  const main = page.getByRole('main');

  const opened: readonly (readonly [opener: Locator, name: string])[] = [
    [link(plan, 'See the plans'), 'Plans and offers'],
    [link(plan, 'Cancel membership'), 'Cancel membership'],
    [button(plan, 'Restart Billing Cycle now'), 'Restart your billing cycle?'],
    [link(area(page, 'Credits'), 'Top up'), 'Top up your credits'],
    [link(area(page, 'Payment method'), 'Pay by PayPal instead'), 'Pay by PayPal'],
    [link(area(page, 'Billing information'), 'Edit Billing Info'), 'Edit Billing Info'],
  ];
  for (const [opener, name] of opened)
    await test.step(name, async () => {
      await opener.press('Enter');
      await look(page, name);
      await escape(page, opener);
    });

  for (const [press, name] of [
    ['Upgrade to Studio 10 now', 'Change to Studio 10'],
    ['Downgrade to Studio 2', 'Change to Studio 2'],
    ['Switch to Studio 60 now', 'Change to Studio 60'],
  ] as const)
    await test.step(press, async () => {
      await link(plan, 'See the plans').press('Enter');
      await button(dialog(page, 'Plans and offers'), press).press('Enter');
      await look(page, name);
      const goOn = button(dialog(page, name), 'Go on');
      if (await goOn.isVisible()) {
        await goOn.press('Enter');
        await look(page, name);
      }
      await escape(page, main);
    });

  await test.step('leaving, with what is lost', async () => {
    await link(plan, 'Cancel membership').press('Enter');
    const modal = dialog(page, 'Cancel membership');
    await modal.getByRole('radio').first().press(' ');
    await button(modal, 'Next').press('Enter');
    await expect(modal.getByText('2/2')).toBeVisible();
    await look(page, 'Cancel membership');
    await escape(page, link(plan, 'Cancel membership'));
  });
});

test('dialogs by their address, and those of who buys: axe, keyboard, phone and desktop, both themes', async ({
  as,
  visit,
}) => {
  await test.step('by their address', async () => {
    const page = await as('client@demo.test', '/profile#billing');
    await expect(area(page, 'Plan')).toBeVisible();
    const main = page.getByRole('main');
    for (const [modal, name] of [
      ['billing-upgrade', 'Upgrade your plan'],
      ['upsell-plans', 'Choose a larger plan'],
      ['blocking', 'Oops!'],
      ['speed-limit', 'Ooops!'],
      ['service-update', 'Our services have changed'],
    ] as const) {
      await page.evaluate((to) => history.pushState({}, '', to), `/profile?modal=${modal}#billing`);
      await look(page, name);
      if (modal === 'service-update') {
        for (const box of await dialog(page, name).getByRole('checkbox').all()) await box.press(' ');
        await button(dialog(page, name), 'Next').press('Enter');
        await look(page, 'Restart your billing cycle');
      }
      await escape(page, main);
    }
    await page.close();
  });

  await test.step('a trial: the start of the membership, another plan', async () => {
    const page = await as('trial@demo.test', '/profile#billing');
    const start = button(area(page, 'Plan'), 'Start membership now');
    await start.press('Enter');
    await look(page, 'Start your membership now?');
    await escape(page, start);
    await link(area(page, 'Plan'), 'See the plans').press('Enter');
    await button(page, 'Purchase, Studio 10').press('Enter');
    await look(page, 'Confirm your plan');
    await escape(page, page.getByRole('main'));
    await page.close();
  });

  await test.step('who buys: how to pay, the payment, the bank', async () => {
    const { page } = await newClient(visit, '/profile#billing');
    await link(area(page, 'Plan'), 'See the plans').press('Enter');
    await button(page, 'Purchase, Studio 5').press('Enter');
    await look(page, 'How would you like to pay?');
    await button(page, 'Continue').press('Enter');
    const payment = dialog(page, 'Enter your payment details');
    await payment.getByLabel('Billing country').fill('Portugal');
    await payment.getByRole('option', { name: 'Portugal', exact: true }).click();
    await expect(payment.getByText('$244.77')).toBeVisible();
    await look(page, 'Enter your payment details');
    await button(page, '3-D Secure pass').press('Enter');
    await button(page, 'START YOUR MEMBERSHIP').press('Enter');
    await look(page, 'Confirm with your bank', { tabs: false });
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Confirm with your bank')).toHaveCount(0);
    await expect(payment.getByRole('textbox', { name: 'Card number' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await escape(page, page.getByRole('main'));
  });
});
