/** What is said about pictures of people (part 2 sections 5 and 8). */
export const AVATAR = {
  bad: 'Sorry, that format is not allowed. You can upload images <5MB and of .png, .jpg, .jpeg, .webp and .svg format.',
  failed: "We couldn't upload your avatar. Please try again later.",
  saved: 'Image updated.',
} as const;
