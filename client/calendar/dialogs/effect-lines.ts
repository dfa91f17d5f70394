import type { Effect } from '../source.ts';

const counted = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What a change does to free slots, a sentence each. */
export function effectLines({ added, removed, hidden, shown }: Omit<Effect, 'weeks' | 'stays'>): string[] {
  const lines = [
    added > 0 && `${counted(added, 'slot is', 'slots are')} added.`,
    removed > 0 && `${counted(removed, 'free slot goes', 'free slots go')}.`,
    hidden > 0 && `${counted(hidden, 'free slot is', 'free slots are')} hidden.`,
    shown > 0 && `${counted(shown, 'hidden slot is', 'hidden slots are')} on offer again.`,
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ['No slot of the next 9 weeks changes.'];
}
