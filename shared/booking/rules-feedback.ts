import type { Role } from '../lib/endpoint.ts';
import type { FieldError } from '../lib/problem.ts';
import type { Action } from '../sessions/rules-actions.ts';
import { feedbackProblem } from '../sessions/rules-feedback.ts';

/** The action of each kind of feedback (docs/product/booking.md#feedback). */
export const FEEDBACK_ACTION = {
  'cancel-by-user': 'cancel',
  missing_materials: 'request_files',
  contact_support: 'report',
} as const satisfies Readonly<Record<string, Action>>;
type FeedbackType = keyof typeof FEEDBACK_ACTION;

/** Whether a role may send a kind of feedback: cancelling is the client's, the other two are the musician's. */
export function isFeedbackOf(role: Role, type: FeedbackType): boolean {
  if (role === 'operator') return false;
  return (type === 'cancel-by-user') === (role !== 'partner');
}

/** What is wrong with feedback, by wire field; empty when it can be sent. */
export function feedbackErrors(type: FeedbackType, notes: string | null): FieldError[] {
  const message = type === 'cancel-by-user' ? null : feedbackProblem(type, notes ?? '');
  return message === null ? [] : [{ field: 'feedback_notes', message }];
}
