import { firstLine } from '../../lib/start-error.ts';

/** What was found about one thing that the settings name. */
export interface Finding {
  readonly what: string;
  /** `note`: it works, but somebody may want to know. */
  readonly is: 'right' | 'note' | 'wrong';
  readonly text: string;
}

export const right = (what: string, text: string): Finding => ({ what, is: 'right', text });
export const note = (what: string, text: string): Finding => ({ what, is: 'note', text });
export const wrong = (what: string, text: string): Finding => ({ what, is: 'wrong', text });

/** What a check finds; a check that throws found what its error says. */
export async function found(
  what: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [wrong(what, firstLine(error))];
  }
}

/** The most that this machine's clock may differ from another's, in milliseconds. */
const MOST_DRIFT_MS = 5000;

/** Says by how much this machine's clock differs from another's, once that matters; both in epoch milliseconds. */
export function driftFinding(whose: string, theirs: number, ours: number): readonly Finding[] {
  const seconds = Math.round((ours - theirs) / 1000);
  if (Math.abs(ours - theirs) <= MOST_DRIFT_MS) return [];
  const text = `This machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${whose}. Synchronize both clocks (NTP).`;
  return [wrong('Clock', text)];
}
