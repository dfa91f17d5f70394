import type { Capture } from '../store/orders.ts';
import { time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { tellCapture } from './orders.ts';

/** The payer's bank has answered about a payment that waited for it. */
export async function settleCapture(work: Work, capture: Capture, paid: boolean, at: number): Promise<void> {
  const hidden = work.hidden('capture', capture.id);
  hidden.due = null;
  if (capture.status !== 'PENDING') return;
  capture.status = paid ? 'COMPLETED' : 'DECLINED';
  delete capture.status_details;
  capture.update_time = time(at);
  const order = await work.get('order', hidden.order);
  order.update_time = time(at);
  for (const unit of order.purchase_units)
    if (unit.payments !== undefined) unit.payments.captures = [capture];
  tellCapture(work, paid ? 'COMPLETED' : 'DENIED', capture, hidden.person ?? capture.id);
}
