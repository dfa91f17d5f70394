import { readWork, type CommandContext } from '../commands.ts';
import type { PageResponse } from '../../lib/http.ts';
import { date, money } from '../../lib/pages/format.ts';
import { notFound, notice } from '../../lib/pages/layout.ts';

/** GET /receipts/:id: what a successful charge took. */
export async function showReceipt(context: CommandContext, id: string): Promise<PageResponse> {
  const charge = await readWork(context, (work) => work.find('charge', id));
  if (charge === null || charge.status !== 'succeeded') return notFound();
  const show = (amount: number): string => money(amount, charge.currency);
  const back = charge.amount_refunded > 0 ? ` Refunded: ${show(charge.amount_refunded)}.` : '';
  return notice('Receipt', `${show(charge.amount)} paid on ${date(charge.created)}.${back}`);
}

/** GET /credit-notes/:id/pdf: a plain page in place of a document. */
export async function showCreditNote(context: CommandContext, id: string): Promise<PageResponse> {
  const note = await readWork(context, (work) => work.find('credit_note', id));
  if (note === null) return notFound();
  return notice(`Credit note ${note.number}`, `${money(note.total, note.currency)}, ${date(note.created)}.`);
}
