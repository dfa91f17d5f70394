import { cleanText } from '../lib/text.ts';
import { FEEDBACK } from './texts.ts';

/** The longest notes, in UTF-16 units as the contract counts them. */
const NOTES_MAX = 2000;

/**
 * What is wrong with a musician's feedback, in words; null when it can be sent: notes are required when the choice is
 * contact support (part 2 section 5 "Partner report").
 */
export function feedbackProblem(kind: 'missing_materials' | 'contact_support', notes: string): string | null {
  if (kind === 'missing_materials') return null;
  const text = cleanText(notes);
  if (text === '') return FEEDBACK.required;
  return text.length > NOTES_MAX ? FEEDBACK.tooLong : null;
}
