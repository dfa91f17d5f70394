import type { PageRequest, PageResponse, Pages } from '../../lib/http.ts';
import { notFound, notice } from '../../lib/pages/layout.ts';
import type { PayPalContext } from '../commands.ts';
import { showAccount, showAccounts, submitAccount } from './account.ts';
import { showApproval, submitApproval } from './approve.ts';

/** Characters of a form: more than all its fields may have. */
const MOST_FORM = 5000;

type Show = (context: PayPalContext, part: string, request: PageRequest) => Promise<PageResponse | null>;

interface Place {
  readonly path: RegExp;
  readonly GET: Show;
  readonly POST?: Show;
}

const PLACES: readonly Place[] = [
  { path: /^\/paypal\/approve\/([A-Z0-9-]{1,50})$/, GET: showApproval, POST: submitApproval },
  { path: /^\/paypal\/account\/([a-z_]{1,40})$/, GET: showAccount, POST: submitAccount },
  { path: /^\/paypal\/account()$/, GET: showAccounts },
];

/** The pages that payers see: the approval and their account. */
export function hostedPages(context: PayPalContext): Pages {
  return async (request) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const place = PLACES.find(({ path }) => path.test(request.url.pathname));
    if (place === undefined) return notFound();
    const show = method === 'GET' || method === 'POST' ? place[method] : undefined;
    if (show === undefined)
      return notice('This does not work', 'Open the page again from where you came.', { status: 405 });
    if (request.body.length > MOST_FORM)
      return notice('The form is too long', 'Go back and enter less.', { status: 413 });
    const part = place.path.exec(request.url.pathname)?.[1] ?? '';
    return (await show(context, part, request)) ?? notFound();
  };
}
