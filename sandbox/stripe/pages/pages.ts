import type { CommandContext } from '../commands.ts';
import type { PageRequest, PageResponse, Pages } from '../../lib/http.ts';
import { asset } from '../../lib/pages/assets.ts';
import { showAuthentication, submitAuthentication } from './authenticate.ts';
import { showCheckout, submitCheckout, submitCode } from './checkout.ts';
import { showInvoice } from './invoice.ts';
import { showCreditNote, showReceipt } from './receipt.ts';
import { notFound, notice } from '../../lib/pages/layout.ts';
import { showPortal, submitPortal } from './portal.ts';

/** Characters of a form: more than all its fields may have. */
const MOST_FORM = 20_000;

type Show = (
  context: CommandContext,
  parts: readonly string[],
  request: PageRequest,
) => Promise<PageResponse | null>;

interface Place {
  readonly path: RegExp;
  readonly GET?: Show;
  readonly POST?: Show;
}

const PLACES: readonly Place[] = [
  { path: /^\/assets\/([a-z0-9.]{1,40})$/, GET: (_context, [name = '']) => asset(name) },
  {
    path: /^\/checkout\/(cs_test_[A-Za-z0-9]{58})$/,
    GET: (context, [id = ''], request) => showCheckout(context, id, request),
    POST: (context, [id = ''], request) => submitCheckout(context, id, request),
  },
  {
    path: /^\/checkout\/(cs_test_[A-Za-z0-9]{58})\/code$/,
    POST: (context, [id = ''], request) => submitCode(context, id, request),
  },
  {
    path: /^\/portal\/([A-Za-z0-9]{40})(?:\/(home|card))?$/,
    GET: (context, [secret = '', part], request) => showPortal(context, secret, part, request),
  },
  {
    path: /^\/portal\/([A-Za-z0-9]{40})\/(card|default|remove|pay)$/,
    POST: (context, [secret = '', name = ''], request) => submitPortal(context, secret, name, request),
  },
  {
    path: /^\/authenticate\/((?:pi|seti)_[A-Za-z0-9]{1,40})$/,
    GET: (context, [id = ''], request) => showAuthentication(context, id, request),
    POST: (context, [id = ''], request) => submitAuthentication(context, id, request),
  },
  {
    path: /^\/invoices\/(in_[A-Za-z0-9]{1,40})(?:\/pdf)?$/,
    GET: (context, [id = '']) => showInvoice(context, id),
  },
  { path: /^\/receipts\/(ch_[A-Za-z0-9]{1,40})$/, GET: (context, [id = '']) => showReceipt(context, id) },
  {
    path: /^\/credit-notes\/(cn_[A-Za-z0-9]{1,40})\/pdf$/,
    GET: (context, [id = '']) => showCreditNote(context, id),
  },
];

/** The pages that customers see: checkout, portal, 3-D Secure, invoices. */
export function hostedPages(context: CommandContext): Pages {
  return async (request) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const fitting = PLACES.filter(({ path }) => path.test(request.url.pathname));
    if (fitting.length === 0) return notFound();
    const place = fitting.find((one) => one[method as 'GET' | 'POST'] !== undefined);
    const show = method === 'GET' || method === 'POST' ? place?.[method] : undefined;
    if (show === undefined)
      return notice('This does not work', 'Open the page again from where you came.', { status: 405 });
    if (request.body.length > MOST_FORM)
      return notice('The form is too long', 'Go back and enter less.', { status: 413 });
    const parts = place?.path.exec(request.url.pathname)?.slice(1) ?? [];
    return (await show(context, parts, request)) ?? notFound();
  };
}
