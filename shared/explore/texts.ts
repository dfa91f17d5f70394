/** Texts of the musicians' listing. */
export const EXPLORE = {
  all: 'All',
  noResults: 'No results found',
  adjust: 'Try another instrument.',
  noSessions: 'There are no available sessions at the moment. Please check again soon!',
  calendarHint: "You can't book sessions more than 2 months in advance.",
  noNextFree: 'No free time right now',
} as const;
