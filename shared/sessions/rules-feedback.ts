import { characters, cleanText } from '../lib/text.ts';
import { FEEDBACK } from './texts.ts';

/**
 * Maximum length of notes: to the support in UTF-16 units, as in the contract; file requests in characters, as
 * a message.
 */
export const NOTES_MAX = { contact_support: 2000, missing_materials: 1000 } as const;

/** The error message for a musician's feedback, or null (docs/product/sessions.md#feedback). */
export function feedbackProblem(kind: 'missing_materials' | 'contact_support', notes: string): string | null {
  const text = cleanText(notes);
  if (kind === 'missing_materials')
    return characters(text) > NOTES_MAX.missing_materials ? FEEDBACK.noteTooLong : null;
  if (text === '') return FEEDBACK.required;
  return text.length > NOTES_MAX.contact_support ? FEEDBACK.tooLong : null;
}
