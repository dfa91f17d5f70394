import type { ProfilePart } from '#shared/operator/musicians/contract-musician.ts';

/** A stretch of a text: on both sides, only before, or only now. */
export interface Stretch {
  readonly text: string;
  readonly kind: 'same' | 'gone' | 'new';
}

type Line = readonly Stretch[];

/** A part's two sides, with what the other one does not have marked. */
interface PartDifference {
  readonly published: readonly Line[];
  readonly draft: readonly Line[];
}

/** Words beyond which a text is marked as a whole: comparing each with each would take long. */
const MOST_WORDS = 1500;

/** How a part's draft differs from what is published: texts word by word, choices each as a whole. */
export function partDifference({ part, published, draft }: ProfilePart): PartDifference {
  const isText = part === 'title' || part === 'card_description' || part === 'bio';
  if (!isText) {
    const side = (own: readonly string[], other: readonly string[], kind: 'gone' | 'new') =>
      own.map((text): Line => [{ text, kind: other.includes(text) ? 'same' : kind }]);
    return { published: side(published, draft, 'gone'), draft: side(draft, published, 'new') };
  }
  const [before, after] = [published.join('\n'), draft.join('\n')];
  const stretches = readable(wordDifference(before, after), before, after);
  const without = (kind: Stretch['kind']): Line[] => {
    const line = stretches.filter((stretch) => stretch.kind !== kind);
    return line.length === 0 ? [] : [line];
  };
  return { published: without('new'), draft: without('gone') };
}

/** Marked as a whole where less than a third is the same: single words in common would hide that all is new. */
function readable(stretches: readonly Stretch[], before: string, after: string): readonly Stretch[] {
  const same = stretches.reduce((sum, { text, kind }) => sum + (kind === 'same' ? text.length : 0), 0);
  return same * 3 < Math.min(before.length, after.length) ? whole(before, after) : stretches;
}

const whole = (before: string, after: string): Stretch[] =>
  joined([
    { text: before, kind: 'gone' },
    { text: after, kind: 'new' },
  ]);

/** The stretches that lead from one text to the other, by their longest common row of words. */
export function wordDifference(before: string, after: string): Stretch[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return whole(before, after);
  // common[i][j]: how many words the rest of both, from i and j on, have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row !== undefined)
        row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length)
    if (i < old.length && j < now.length && old[i] === now[j]) {
      stretches.push({ text: old[i] ?? '', kind: 'same' });
      [i, j] = [i + 1, j + 1];
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      stretches.push({ text: old[i] ?? '', kind: 'gone' });
      i += 1;
    } else {
      stretches.push({ text: now[j] ?? '', kind: 'new' });
      j += 1;
    }
  return joined(stretches);
}

/** Words and the blanks between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Neighbors of a kind as one stretch; empty ones are left out. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const stretch of stretches) {
    const last = all.at(-1);
    if (stretch.text === '') continue;
    if (last?.kind === stretch.kind) all[all.length - 1] = { ...last, text: last.text + stretch.text };
    else all.push(stretch);
  }
  return all;
}
