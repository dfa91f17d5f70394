/** `true`: shown only with a trial; `false`: only without; absent: always. */
interface TrialFilter {
  readonly trial?: boolean | undefined;
}

/** The pieces of content for a studio, or a person, with or without a trial (docs/product/content.md#words-about-the-trial). */
export function filterByTrial<T extends TrialFilter>(pieces: readonly T[], trial: boolean): T[] {
  return pieces.filter((piece) => piece.trial === undefined || piece.trial === trial);
}
