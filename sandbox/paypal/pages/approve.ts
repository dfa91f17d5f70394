import type { PageRequest, PageResponse } from '../../lib/http.ts';
import { readValues } from '../../lib/pages/fields.ts';
import { notFound, redirect } from '../../lib/pages/layout.ts';
import { once } from '../../lib/pages/once.ts';
import { readWork, withWork, type PayPalContext } from '../commands.ts';
import { agree, askedBy, isOpen, returnUrlOf, type Asked } from '../engine/approve.ts';
import { findPayer } from '../engine/payers.ts';
import type { Work } from '../store/work.ts';
import { approvalPage, closedPage, expiredPage, type ApprovalView } from './approve-view.ts';
import { summaryOf } from './summary.ts';

async function viewOf(work: Work, asked: Asked): Promise<ApprovalView> {
  return {
    asked,
    summary: await summaryOf(work, asked),
    state: await isOpen(work, asked),
    onward: returnUrlOf(work, asked),
  };
}

/** The view as a page; `problem` says why the form was not taken. */
function show(view: ApprovalView, problem: string | null = null, chosen: string | null = null): PageResponse {
  if (view.state === 'expired') return expiredPage(view);
  return view.state === 'done' ? closedPage(view) : approvalPage(view, { problem, chosen });
}

/** GET /paypal/approve/:token */
export async function showApproval(context: PayPalContext, token: string): Promise<PageResponse | null> {
  return readWork(context, async (work) => {
    const asked = await askedBy(work, token);
    return asked === null ? null : show(await viewOf(work, asked));
  });
}

const PROBLEMS = {
  nobody: 'Choose a test payer.',
  insufficient_funds: 'This account has too little money and no other way to pay. Choose another payer.',
} as const;

/** POST /paypal/approve/:token */
export async function submitApproval(
  context: PayPalContext,
  token: string,
  { url, body }: PageRequest,
): Promise<PageResponse> {
  const { payer: key = '' } = readValues(body, { payer: 40 });
  return withWork(context, async (work) => {
    const asked = await askedBy(work, token);
    if (asked === null) return notFound();
    const view = await viewOf(work, asked);
    const payer = asked.is === 'revision' ? payerOfRevision(work, asked) : findPayer(key);
    if (view.state === 'open' && payer === undefined) return show(view, PROBLEMS.nobody, null);
    if (view.state === 'open' && payer?.key === 'insufficient_funds' && asked.is !== 'revision')
      return show(view, PROBLEMS.insufficient_funds, key);
    const location = await once(work, url.pathname, body, async () => {
      if (view.state !== 'open' || payer === undefined) return url.pathname;
      const done = await agree(work, asked, payer);
      return done.is === 'done' && done.url !== null ? done.url : url.pathname;
    });
    return redirect(location);
  });
}

/** A revision is approved by the subscription's own payer. */
const payerOfRevision = (
  work: Work,
  asked: Extract<Asked, { is: 'revision' }>,
): ReturnType<typeof findPayer> => findPayer(work.hidden('subscription', asked.subscription.id).payer ?? '');
