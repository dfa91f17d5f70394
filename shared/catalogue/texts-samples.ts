/** Texts of a musician's samples. */
export const SAMPLES = {
  title: 'Samples',
  intro:
    'Up to six recordings that show what you do. The first one is on your card, where clients play it. Clients hear changes once you publish.',
  empty: 'No samples yet. Musicians who can be heard are booked more often.',
  add: 'Add a sample',
  limits: 'WAV or MP3, up to 60 MB each. Clients hear the first 90 seconds.',
  did: 'What you did',
  didHint: 'For example: brushes and percussion, recorded in my room.',
  titleMissing: 'Please give it a title.',
  titleTooLong: 'A title has at most 80 characters.',
  didTooLong: 'Please say it in at most 120 characters.',
  noAudioName: 'Please choose a WAV or MP3 file.',
  notAudio: 'This is not a WAV or MP3 file that we can read. Please export it again and send the new file.',
  emptyFile: 'This file is empty.',
  tooLarge: 'A sample is at most 60 MB. Please send a shorter one, or an MP3.',
  tooMany: 'You have six samples already. Delete one to add another.',
  notArrived: 'This file has not arrived yet.',
  signInFirst: 'Please sign in to hear this sample.',
  notReady: 'This sample is still being prepared. Please try again in a moment.',
  unreadable: 'We could not read this file. Please delete it, export it again and send the new one.',
  unfinished: 'This upload did not finish. Please delete it and send the file again.',
  preparing: 'Preparing the preview…',
  shown: 'On your page',
  unpublished: 'not published yet',
  deleted: 'Deleted when you publish:',
} as const;

/** What screen readers hear when a sample has a new place. */
export function movedText(title: string, place: number, total: number): string {
  return `${title}: place ${place} of ${total}`;
}
