import path from 'node:path';
import {
  attend,
  chooseFolder,
  credits,
  digests,
  downloadAll,
  dropFolder,
  holdATime,
  isPhone,
  makeWavFolder,
  nameTheTrack,
  panel,
  uploadRows,
} from './rig/acts.ts';
import { PASSWORD } from './rig/stage.ts';
import { expect, test } from './rig/test.ts';

test('a client books, sends a folder, the partner plays and delivers, and every byte comes home @phone', async ({
  visit,
  as,
  moveClock,
  origins,
}, info) => {
  test.setTimeout(120_000);
  const stems = path.join(info.outputDir, 'Night Bus');
  const sent = makeWavFolder(stems, {
    'stems/bass.wav': 'bass',
    'stems/keys.wav': 'keys',
    'rough mix.wav': 'mix',
  });
  const takes = path.join(info.outputDir, 'Drums');
  const delivered = makeWavFolder(takes, { 'take 1.wav': 'drums', 'take 2 – ohne Röhre.wav': 'click' });

  const client = await visit('/');
  await client.getByRole('textbox', { name: 'Email Address' }).fill('client@demo.test');
  await client.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await client.getByRole('button', { name: 'LOGIN' }).click();

  await client.getByRole('link', { name: 'Rafa Monteiro' }).click();
  const before = await credits(client);
  await holdATime(client);
  await nameTheTrack(client, 'Night Bus');
  await attend(client);
  await panel(client).getByRole('button', { name: 'Book for 1 credit' }).click();
  await expect(panel(client).getByText('Your session with Rafa Monteiro is booked.')).toBeVisible();
  await expect.poll(() => credits(client)).toBe(before - 1);

  await panel(client).getByRole('link', { name: 'Upload your files' }).click();
  await expect(client).toHaveURL(/\/sessions\/\d+\/files-management/);
  const id = /\/sessions\/(\d+)/.exec(client.url())?.[1] ?? '';
  const standing = (page: typeof client) =>
    page.getByRole('region', { name: 'Where this session is' }).getByRole('heading');
  await expect(standing(client)).toHaveText('Files upload required');
  await (isPhone(client) ? chooseFolder : dropFolder)(client, stems);
  await expect(uploadRows(client)).toHaveCount(3);
  await expect(uploadRows(client).getByText('Completed')).toHaveCount(3);
  await expect(standing(client)).toHaveText('Files under review');

  const partner = await as('partner@demo.test', '/sessions');
  await partner.getByRole('link', { name: 'Nora Vance , Night Bus' }).click();
  await expect(standing(partner)).toHaveText('Pending your review');
  await panel(partner).getByRole('link', { name: 'Review Session Files' }).click();
  expect(digests(await downloadAll(partner))).toEqual(digests(sent));
  await panel(partner).getByRole('button', { name: 'Ready to go!' }).click();
  await expect(standing(partner)).toHaveText('Ready to go!');
  await client.reload();
  await expect(standing(client)).toHaveText('Ready to go!');

  const { session } = (await (await client.request.get(`${origins.studio}/api/sessions/${id}`)).json()) as {
    session: { end_date: string };
  };
  const left = Temporal.Instant.from(session.end_date).since(Temporal.Now.instant());
  await moveClock({ milliseconds: Math.ceil(left.total('milliseconds')) + 60_000 });
  await expect(standing(partner)).toHaveText('Files upload required');
  await expect(standing(client)).toHaveText('Awaiting session files');

  await partner.getByRole('tab', { name: /^Session files \(by Rafa Monteiro\)/ }).click();
  await chooseFolder(partner, takes);
  await expect(uploadRows(partner).getByText('Completed')).toHaveCount(2);
  await expect(standing(partner)).toHaveText('Files uploaded');

  await client.reload();
  await expect(standing(client)).toHaveText('Files ready to download!');
  await client.getByRole('tab', { name: /^Session files \(by Rafa Monteiro\)/ }).click();
  expect(digests(await downloadAll(client))).toEqual(digests(delivered));
  expect(await credits(client)).toBe(before - 1);
});
