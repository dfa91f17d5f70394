import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PASSWORD, passwordField, signIn, unusedEmail } from '#test/browser/accounts.ts';
import { dialog } from '#test/browser/booking.ts';
import { temporaryFolder } from '#test/browser/demo-folder.ts';
import { failJob } from '#test/browser/failed-job.ts';
import { test } from '#test/browser/life.ts';
import { makeOldHours, OLD_MONTH } from '#test/browser/old-hours.ts';
import { codeAt } from '#test/browser/second-factor.ts';
import { startTalkback } from '#test/browser/start-talkback.ts';
import { expect } from '#test/browser/test.ts';
import { PASSWORD as DEMO_PASSWORD } from '#test/made-demo.ts';

/** A day of who owns the studio, from their account to a studio that runs from a backup of this day. */

const MUSICIAN = { name: 'Noor Haddad', slug: 'noor-haddad' };
const TRACK = 'The first of Noor';
const BACKUP_PASSPHRASE = 'a longer passphrase than most';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** From the link of an invitation to the login. */
async function choosePassword(page: Page): Promise<void> {
  for (const label of ['Password', 'Confirm password']) await passwordField(page, label).fill(PASSWORD);
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await page.getByRole('link', { name: 'Back to login' }).click();
}

test('an owner begins, invites, approves, books, announces, refunds, pays out, mends and restores @variant', async ({
  as,
  visit,
  browser,
  command,
  commandWith,
  latestMail,
  studio,
}) => {
  studio.resetAfterwards();
  const email = unusedEmail();
  const invitation = async (to: string): Promise<string> =>
    (await latestMail(to, /choose a password/)).links.find((link) => link.includes('/password/')) ?? '';

  const owner = await test.step('an account by a command, with a second factor', async () => {
    await command('people', 'invite', 'operator', '--email', email, '--name', 'Olive Owner', '--another');
    const page = await visit(await invitation(email), 'operator');
    await choosePassword(page);
    await signIn(page, email, PASSWORD);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
    const key = await page.locator('code').innerText();
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeAt(key, Date.now()));
    await page.getByRole('button', { name: 'CONTINUE' }).click();
    await page.getByRole('button', { name: 'I HAVE KEPT THEM' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
    return page;
  });

  const musicianEmail = unusedEmail();
  await test.step('a musician is invited and writes their page', async () => {
    await owner.goto('/flags');
    await owner.getByRole('switch', { name: 'profiles-need-approval' }).click();
    await expect(owner.getByRole('switch', { name: 'profiles-need-approval' })).toBeChecked();
    await owner.goto('/people');
    await owner.getByRole('button', { name: 'Invite' }).click();
    const asked = dialog(owner, 'Invite somebody');
    await asked.getByRole('combobox', { name: 'Role' }).click();
    await owner.getByRole('option', { name: 'Musician' }).click();
    await asked.getByRole('textbox', { name: 'Name', exact: true }).fill(MUSICIAN.name);
    await asked.getByRole('textbox', { name: 'Email' }).fill(musicianEmail);
    await asked.getByRole('textbox', { name: 'Title' }).fill('Drummer');
    await asked.getByRole('textbox', { name: 'Name in addresses' }).fill(MUSICIAN.slug);
    await asked.getByRole('checkbox', { name: 'Recording session' }).check();
    await asked.getByRole('checkbox', { name: 'Drums' }).check();
    await asked.getByRole('button', { name: 'Send invitation' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toContainText(MUSICIAN.name);

    const page = await visit(await invitation(musicianEmail), 'partners');
    await choosePassword(page);
    await signIn(page, musicianEmail, PASSWORD);
    await expect(page).toHaveURL(/\/sessions$/);
    await page.goto('/profile#page');
    await page.getByLabel('About you').fill('Drums that leave room.');
    await page.getByRole('button', { name: 'Send for approval' }).first().click();
    await expect(page.getByText('Your profile waits for the studio')).toBeVisible();
  });

  await test.step('the page is approved, and gets hours', async () => {
    await owner.goto('/musicians?page=waiting');
    await rows(owner).getByRole('link', { name: MUSICIAN.name }).click();
    await part(owner, 'Profile').getByRole('button', { name: 'Approve' }).click();
    await dialog(owner, 'Approve this profile?').getByRole('button', { name: 'Approve' }).click();
    await expect(part(owner, 'Profile')).toContainText('This page is published as its musician has it.');
    await owner.getByRole('link', { name: 'Open the calendar' }).click();
    await owner.getByRole('button', { name: 'Edit weekly hours' }).click();
    const editor = part(owner, 'Weekly hours');
    const monday = editor.getByRole('group', { name: 'Monday', exact: true });
    await monday.getByRole('button', { name: 'Add hours' }).click();
    await monday.getByRole('combobox', { name: 'Copy Monday to' }).click();
    await owner.getByRole('option', { name: 'Monday to Friday' }).click();
    await editor.getByRole('button', { name: 'Save hours' }).click();
    await expect(owner.getByRole('status').filter({ hasText: 'The hours are valid from' })).toBeVisible();
  });

  await test.step('a managed client is booked with them', async () => {
    await owner.goto('/sessions');
    await owner.getByRole('button', { name: 'Book a session' }).click();
    const form = dialog(owner, 'Book a session');
    await form.getByRole('combobox', { name: 'Client' }).fill('managed@demo.test');
    await owner.getByRole('option').first().click();
    await form.getByRole('combobox', { name: 'Musician' }).fill(musicianEmail);
    await owner.getByRole('option', { name: MUSICIAN.name }).click();
    await form.getByRole('combobox', { name: 'Service' }).click();
    await owner.getByRole('option').first().click();
    await form.getByRole('combobox', { name: 'Time' }).click();
    await owner.getByRole('option').nth(3).click();
    await form.getByRole('textbox', { name: 'Track name' }).fill(TRACK);
    await form.getByRole('button', { name: 'Book session' }).click();
    await expect(part(owner, 'Session').first()).toContainText(TRACK);
    const managed = await as('managed@demo.test', '/sessions');
    await expect(managed.getByRole('link', { name: new RegExp(`${TRACK}$`) })).toBeVisible();
  });

  await test.step('those whose membership has ended read an announcement, members do not', async () => {
    await owner.goto('/documents/announcements');
    const item = part(owner, 'Document').locator('ol > li').filter({ hasText: 'A year of music' }).first();
    await item.locator('summary').first().click();
    await item.getByRole('textbox', { name: 'Header', exact: true }).fill('The kettle is on again');
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await owner.getByRole('button', { name: 'Publish…' }).click();
    await dialog(owner, 'Publish this draft?').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(owner.getByText('Everything here is published.')).toBeVisible();
    const cancelled = await as('cancelled@demo.test', '/explore');
    await expect(cancelled.getByText('The kettle is on again')).toBeVisible();
    const member = await as('client@demo.test', '/explore');
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(member.getByText('The kettle is on again')).toHaveCount(0);
  });

  await test.step('a part of a payment is given back', async () => {
    await owner.goto('/people?q=client@demo.test&role=client');
    await rows(owner).getByRole('link').first().click();
    const payments = part(owner, 'Payments');
    await payments
      .getByRole('button', { name: /^Refund/ })
      .first()
      .click();
    const asked = dialog(owner, 'Refund');
    await asked.getByRole('textbox', { name: 'Amount in dollars, with VAT' }).fill('2.50');
    await asked.getByRole('button', { name: 'Show what it does' }).click();
    await asked.getByRole('button', { name: 'Refund $2.50' }).click();
    await expect(payments.getByText('Refunded $2.50')).toBeVisible();
  });

  await test.step('a month is closed and paid', async () => {
    await makeOldHours(studio);
    await owner.goto(`/musicians/payouts?year=${OLD_MONTH.year}&month=${OLD_MONTH.month}`);
    await owner.getByRole('button', { name: 'Close all that can be (2)' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Close for ever' }).click();
    await owner.getByRole('button', { name: 'Select all that can be paid' }).click();
    await owner.getByRole('button', { name: 'Mark selected as paid (2)' }).click();
    const form = dialog(owner, 'Mark as paid');
    await form.getByRole('textbox', { name: 'Reference' }).fill('SEPA 1');
    await form.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(rows(owner).filter({ hasText: 'SEPA 1' })).toHaveCount(2);
  });

  await test.step('a failed job runs again', async () => {
    await failJob(studio, 'The database was away');
    await owner.goto('/system/queues');
    const failed = part(owner, 'Failed jobs').getByRole('listitem');
    await failed.getByRole('button', { name: /^Run again/ }).click();
    await expect(owner.getByText('No job has failed every try.')).toBeVisible();
  });

  await test.step('a backup of all this runs from another folder', async () => {
    const place = temporaryFolder();
    const [backup, restored] = [path.join(place, 'backup'), path.join(place, 'restored')];
    try {
      expect(await commandWith({ BACKUP_PASSPHRASE }, 'backup', backup)).toContain('is a whole backup');
      expect(await commandWith({ BACKUP_PASSPHRASE, DATA_DIR: restored }, 'restore', backup)).toContain(
        'compared with the backup',
      );
      await commandWith({ DATA_DIR: restored }, 'check');
      const second = await startTalkback(restored);
      try {
        const page = await browser.newPage();
        await page.goto(`${second.origins.operator}/login`);
        await signIn(page, email, PASSWORD);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
        await page.goto(`${second.origins.studio}/login`);
        await signIn(page, 'managed@demo.test', DEMO_PASSWORD);
        await expect(page.getByRole('link', { name: new RegExp(`${TRACK}$`) })).toBeVisible();
        await page.context().close();
      } finally {
        await second.stop();
      }
    } finally {
      fs.rmSync(place, { recursive: true, force: true });
    }
  });
});
