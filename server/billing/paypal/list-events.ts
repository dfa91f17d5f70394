import type { PayPal } from './client.ts';
import { toEvent, type PayPalEvent } from './parse-event.ts';

const PAGE = 300;
/** Pages of one look at the list. */
const MOST_PAGES = 20;

interface Answer {
  readonly events?: readonly unknown[];
  readonly links?: readonly { readonly rel?: string; readonly href?: string }[];
}

/** What PayPal has listed since an instant, the newest first. */
export async function listEvents(paypal: PayPal, since: Temporal.Instant): Promise<PayPalEvent[]> {
  const first = new URLSearchParams({ start_time: since.toString(), page_size: String(PAGE) });
  const found: PayPalEvent[] = [];
  let query: string | null = first.toString();
  for (let page = 0; query !== null && page < MOST_PAGES; page += 1) {
    const answer: Answer = await paypal.call({ path: `/v1/notifications/webhooks-events?${query}` });
    for (const event of answer.events ?? []) {
      const read = toEvent(event);
      if (read.ok && read.value !== null) found.push(read.value);
    }
    const next = answer.links?.find(({ rel }) => rel === 'next')?.href;
    query = next === undefined ? null : new URL(next).searchParams.toString();
  }
  return found;
}
