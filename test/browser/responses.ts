import type { Page } from '@playwright/test';

/** Changes the responses of an address in this window. */
export async function changeResponses(
  page: Page,
  path: string,
  change: (body: never) => void,
): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const body: unknown = await response.json();
      change(body as never);
      return route.fulfill({ response, json: body });
    },
  );
}

/** Responds once with a refusal or a fault. */
export async function refuseOnce(page: Page, path: string, status: number, code: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { type: `urn:${code}`, title: code, status, code, detail: `It was ${code}.` },
      }),
    { times: 1 },
  );
}

/** Lets the page draw what it shows meanwhile before each of its responses, so that they come one by one. */
export async function drawBetweenResponses(page: Page): Promise<void> {
  let before = Promise.resolve();
  await page.route(/\/(api|content)\//, async (route) => {
    before = before.then(() => drawn(page));
    await before;
    await route.fallback();
  });
}

/** Two frames, or the page's end. */
const drawn = (page: Page): Promise<void> =>
  page
    .evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    })
    .catch(() => undefined);
