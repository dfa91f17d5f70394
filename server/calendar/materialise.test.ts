import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../test/app.ts';
import { makeStudio, type Studio } from '../test/studio.ts';

let app: TestApp;
let studio: Studio;
beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
});
afterAll(() => app.close());

test('weekly hours become slots 9 weeks ahead', async () => {
  const drummer = await studio.makeMusician();
  const slots = await studio.slotsOf(drummer);
  expect(slots).toHaveLength(63 * 8 - 8);
});
