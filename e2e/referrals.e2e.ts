import type { Page } from '@playwright/test';
import type { Referral } from '#shared/referrals/contract.ts';
import { enterOn } from '#test/browser/acts.ts';
import { atBothWidths, checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

const LIST = /\/api\/v2\/referral(\?|$)/;
const box = (page: Page) => page.getByRole('textbox', { name: "Your friend's email address" });
const send = (page: Page) => page.getByRole('button', { name: /^Send invitation|^Sending/ });
const rows = (page: Page) => page.getByRole('region', { name: 'Your invitations' }).getByRole('listitem');
const rowOf = (page: Page, email: string) => rows(page).filter({ hasText: email });
const signUp = (page: Page) => page.getByRole('link', { name: 'SIGN UP' });
let count = 0;
const friend = () => `friend-${Date.now()}-${(count += 1)}@friends.test`;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
/** An invitation as the server would list it, sent some hours ago. */
const listed = (n: number, age: number, more: Partial<Referral> = {}): Referral => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  email: `friend-${n}@friends.test`,
  status: 'awaiting-to-accept',
  credits_earned: 0,
  deadline: hoursAgo(age - 720),
  reminder_sent_at: null,
  createdAt: hoursAgo(age),
  ...more,
});
/** Shows these invitations instead of the person's own. */
const show = (page: Page, referrals: readonly Referral[]) =>
  page.route(LIST, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { referrals, total: referrals.length } })
      : route.fallback(),
  );

test('a friend is invited, comes by the link of the mail, and the inviter sees it', async ({
  as,
  visit,
  latestMail,
}) => {
  const email = friend();
  const page = await as('client2@demo.test', '/referral');
  await expect(page).toHaveURL(/\/profile#referral$/);
  await expect(send(page)).toBeDisabled();
  await box(page).fill('   ');
  await expect(send(page)).toBeDisabled();
  await box(page).fill(email);
  await box(page).press('Enter');
  await expect(page.getByText('Your invitation was sent!')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  const row = rowOf(page, email);
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('30 days');
  const reminder = row.getByRole('button', { name: 'Send reminder' });
  await expect(reminder).toBeDisabled();
  await expect(reminder).toHaveAccessibleDescription(/^Possible in 2[34] hours$/);

  const mail = await latestMail(email, /invites you to/);
  const link = mail.links.find((one) => one.includes('/welcome?'));
  const guest = await visit(link ?? '');
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Welcome to your new musical family!');
  const inviter = new URL(link ?? '').searchParams.get('artist') ?? '';
  await expect(guest.getByText(`${inviter} invites you to Talkback.`)).toBeVisible();
  await expect(guest.getByText('Sign up and become a member, and you both earn 5 credits.')).toBeVisible();
  await expect(guest.getByText('Your first credit is on us.')).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Sign-up' })).toContainText('WELCOME!');
  await guest.getByText('When do I get the 5 credits?').click();
  await expect(guest.getByText(/first paid invoice/)).toBeVisible();
  await enterOn(guest, signUp(guest));
  await expect(guest).toHaveURL(
    (url) => url.pathname === '/signup' && url.search === new URL(link ?? '').search,
  );
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await expect(guest.getByRole('textbox', { name: 'Email Address' })).toHaveValue(email);
  await guest.getByRole('textbox', { name: 'Full Name' }).fill('Mira Friend');
  await guest.getByLabel('Password', { exact: true }).fill('a good password');
  await guest.getByRole('button', { name: 'CREATE ACCOUNT' }).click();
  await expect(guest).toHaveURL(/\/payment-details/);
  await guest.goto(link ?? '');
  await expect(guest.getByText('You have used this invitation already')).toBeVisible();
  await expect(guest.getByText('Your first credit is on us.')).toHaveCount(0);
  await expect(signUp(guest)).toHaveCount(0);
  await guest.getByRole('link', { name: 'Go to the studio' }).click();
  await expect(guest).toHaveURL(/\/payment-details/);

  const late = await visit(link ?? '');
  await expect(late.getByRole('alert')).toHaveText(
    'This referral link has already been claimed. Please try another link or continue to sign up.',
  );
  await signUp(late).click();
  await expect(late).toHaveURL(/\/signup\?/);
  await page.reload();
  await expect(rowOf(page, email)).toContainText('Sign Up');
  await expect(rowOf(page, email).getByRole('button')).toHaveCount(0);
});

test('a code that came once is remembered until the sign-up, and a logout forgets it @variant', async ({
  visit,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await visit(null);
  await page.route('**/api/v2/referral/check_code', (route) =>
    route.fulfill({ json: { isUsed: false, email: 'mira@friends.test', name: 'Nora Vance' } }),
  );
  await page.goto('/welcome?artist=Nora&code=remembered-code&email=mira%40friends.test');
  await expect(page.getByText('Nora Vance invites you to Talkback.')).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  const sent = page.waitForRequest('**/api/v2/users');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('taken@demo.test');
  await page.route('**/api/v2/users', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Mira Friend');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'CREATE ACCOUNT' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ referral_code: 'remembered-code' });
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/signup?from=elsewhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your free account');
});

test('what cannot be sent is said at the box, in the words of the server @phone-only', async ({
  as,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await as('client2@demo.test', '/profile#referral');
  const says = async (text: string, words: string) => {
    await box(page).fill(text);
    await send(page).click();
    await expect(box(page)).toHaveAccessibleDescription(words);
    await box(page).click();
    await expect(page.getByText(words)).toHaveCount(0);
  };
  await says('friend@nowhere', 'Invalid email address');
  await says('Client2@Demo.Test', 'This is your own address. Invite a friend with theirs.');
  const email = friend();
  await box(page).fill(email);
  await send(page).click();
  await expect(rowOf(page, email)).toBeVisible();
  await says(email, 'You have already invited this address.');
  await page.route(LIST, (route) => route.abort());
  await says(friend(), 'It was not possible to send your invitation.');
});

test('the history says where each invitation stands, and what can be done about it @phone', async ({
  as,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await as('client2@demo.test', null);
  const long = `${'an-extraordinarily-long-name'.repeat(3)}@orchestra-of-the-northern-lights.example`;
  await show(page, [
    listed(1, 2),
    listed(2, 50, { email: long }),
    listed(3, 741),
    listed(4, 90, { status: 'accepted-signup' }),
    listed(5, 90, { status: 'accepted-trial' }),
    listed(6, 90, { status: 'waiting-for-approval' }),
    listed(7, 90, { status: 'reward-delivered', credits_earned: 5 }),
    listed(8, 90, { status: 'rejected' }),
  ]);
  await page.goto('/profile#referral');
  const labels = [
    /Invited.*30 days/,
    /Invited.*28 days/,
    /Invited.*Expired/,
    /Sign Up/,
    /Trialist/,
    /Awaiting verification/,
    /Completed.*Credits earned5/,
    /Rejected/,
  ];
  await expect(rows(page)).toHaveText(labels);
  await checkA11y(page);

  const reminder = rowOf(page, long).getByRole('button', { name: 'Send reminder' });
  await page.route('**/api/v2/referral/snooze', (route) => route.abort(), { times: 1 });
  await reminder.click();
  await expect(page.getByText('We were unable to send your invitation.')).toBeVisible();
  await page.route('**/api/v2/referral/snooze', (route) => {
    expect(route.request().postDataJSON()).toEqual({ referral_id: listed(2, 0).id });
    return route.fulfill({ json: { referral: listed(2, 50, { reminder_sent_at: hoursAgo(0) }) } });
  });
  await reminder.click();
  await expect(page.getByText('Invitation sent!', { exact: true })).toBeVisible();

  const again = page.waitForRequest((request) => LIST.test(request.url()) && request.method() === 'POST');
  await page.route(LIST, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { referral: listed(3, 0) } })
      : route.fallback(),
  );
  await rowOf(page, 'friend-3@').getByRole('button', { name: 'Invite again' }).click();
  expect((await again).postDataJSON()).toEqual({ email: 'friend-3@friends.test' });
  await expect(page.getByText('Your invitation was sent!')).toBeVisible();
});

test('nobody invited yet, and a history that does not come, at either width @variant', async ({
  as,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const page = await as('client2@demo.test', null);
  await show(page, []);
  await page.goto('/profile#referral');
  await atBothWidths(page, async () => {
    await expect(page.getByRole('heading', { name: 'Nobody invited yet' })).toBeVisible();
    await checkA11y(page);
  });
  await page.route(LIST, (route) => route.abort());
  await page.reload();
  await atBothWidths(page, () =>
    expect(page.getByRole('heading', { name: 'We could not load your invitations' })).toBeVisible(),
  );
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'We could not load your invitations' })).toHaveCount(0);
});

test('the welcome page of a good link, a bad one, a used one, and one that cannot be asked about, at either width', async ({
  visit,
  faults,
}) => {
  faults.allow(/ERR_FAILED/);
  const CODE = '**/api/v2/referral/check_code';
  const page = await visit('/welcome?artist=Mallory&code=nobody-knows-this&email=mira%40friends.test');
  await atBothWidths(page, async () => {
    await expect(page.getByRole('alert')).toHaveText(
      "There's a problem with your referral link. Please try again with a different link or continue to sign up.",
    );
    await expect(page.getByText('Mallory')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Sign-up' })).toHaveCount(0);
    await checkA11y(page);
  });
  await signUp(page).click();
  await expect(page).toHaveURL(/\/signup\?artist=Mallory&code=nobody-knows-this&email=/);

  await page.goto('/welcome');
  await expect(page.getByRole('alert')).toContainText("There's a problem with your referral link.");

  const name = 'Maximiliane-Wilhelmina Featherstonehaugh-Cholmondeley the Younger';
  await page.route(CODE, (route) =>
    route.fulfill({ json: { isUsed: false, email: 'mira@friends.test', name } }),
  );
  await page.goto('/welcome?code=good');
  await atBothWidths(page, async () => {
    await expect(page.getByText(`${name} invites you to Talkback.`)).toBeVisible();
    await checkA11y(page);
  });

  await page.unroute(CODE);
  await page.route(CODE, (route) => route.abort());
  await page.goto('/welcome?code=other');
  await atBothWidths(page, () =>
    expect(page.getByRole('alert')).toContainText('We could not check your link just now.'),
  );
  await page.unroute(CODE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText("There's a problem with your referral link.");
});
