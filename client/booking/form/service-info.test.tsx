import { expect, test } from 'vitest';
import { renderScreen } from '#test/client/render.tsx';
import { ServiceInfo } from './ServiceInfo.tsx';

const SERVICE = {
  label: 'Mixing',
  service_description: 'A mix of your song.',
  info_button_body: 'Two rounds of changes are part of it.',
  isServiceURL: true,
  service_url: 'https://studio.example/mixing',
  files_deadline: 2880,
  files_deadline_enabled: true,
  files_delivery: 15,
};
const html = (change: Partial<typeof SERVICE> = {}) =>
  renderScreen(() => <ServiceInfo service={{ ...SERVICE, ...change }} />);

test('says what the service is, when files are due and come, and links to more', async () => {
  const shown = await html();
  for (const words of [
    'A mix of your song.',
    'Two rounds of changes are part of it.',
    'Your files are due 2 days before the start. Session files come within 15 minutes after the end.',
    'href="https://studio.example/mixing"',
  ])
    expect(shown).toContain(words);
});

test.each([
  [{ files_deadline: 90 }, 'due 90 minutes before'],
  [
    { files_deadline: 1440, files_delivery: 1440 },
    'due 24 hours before the start. Session files come within 24 hours',
  ],
  [{ files_deadline_enabled: false }, 'It needs no files from you.'],
] as const)('deadlines in minutes, hours or days: %j', async (change, words) => {
  expect(await html(change)).toContain(words);
});

test('no link unless the service is said to have one', async () => {
  expect(await html({ isServiceURL: false })).not.toContain('More about');
});
