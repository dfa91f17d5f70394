/** Texts about avatars (docs/product/me.md#avatar). */
export const AVATAR = {
  bad: 'Sorry, that format is not allowed. You can upload images <5MB and of .png, .jpg, .jpeg, .webp and .svg format.',
  failed: "We couldn't upload your avatar. Please try again later.",
  saved: 'Image updated.',
} as const;
