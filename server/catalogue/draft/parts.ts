import type { DraftPart, Profile } from '#shared/catalogue/rules-draft.ts';

const text = (words: string): readonly string[] => (words === '' ? [] : [words]);

/** A profile in words, by part: choices by their labels, samples that are on the page. */
export function profileParts(
  profile: Profile,
  labels: ReadonlyMap<string, string>,
): Readonly<Record<DraftPart, readonly string[]>> {
  const named = (ids: readonly string[]) => ids.map((id) => labels.get(id) ?? id);
  return {
    title: text(profile.title),
    card_description: text(profile.card_description),
    bio: text(profile.bio),
    styles: profile.styles,
    instruments: named(profile.instruments),
    services: named(profile.services),
    samples: profile.samples
      .filter(({ shown }) => shown)
      .map(({ title, did }) => (did === '' ? title : `${title} (${did})`)),
  };
}
