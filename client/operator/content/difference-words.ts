import { pathLabel } from '#shared/operator/content/texts-content.ts';
import { valueText } from '../audit/value-text.ts';
import { keyOf, numberText } from './form-value.ts';

/** What differs between two versions of a document, in the words of its form. */
export const DOCUMENT_WORDS = { nameOf: pathLabel, textOf, shorten: shortened };

function textOf(path: string, value: unknown, zone: string): string | null {
  if (keyOf(path) === 'trial')
    return value === undefined ? 'always' : value === true ? 'only with a trial' : 'only without a trial';
  // VAT rates are the documents' only percents.
  if (/(^|\.)rates\.[^.]+$/.test(path) && typeof value === 'number')
    return `${numberText(value, 'percent')} %`;
  return valueText(path, value, zone);
}

/** Characters that stay before and after what differs of a long text. */
const AROUND = 60;
const LONG = 240;

/** Two texts as they are shown beside each other: of long ones what differs, with a little around it. */
export function shortened(before: string, after: string): readonly [string, string] {
  if (before.length <= LONG && after.length <= LONG) return [before, after];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const part = (text: string) => {
    const from = Math.max(0, start - AROUND);
    const to = Math.min(text.length, text.length - end + AROUND);
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  };
  return [part(before), part(after)];
}
