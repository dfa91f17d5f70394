/** Why a field of a service is refused. */
export const SERVICE = {
  missing: 'Please write something here.',
  tooLong: (max: number): string => `At most ${max} characters.`,
  noNumber: 'Please type a whole number.',
  tooMuch: (max: number): string => `At most ${max}.`,
  tooManyLines: 'At most 20 lines.',
  badName: 'Lower case letters, digits and hyphens, such as stem-mastering.',
  badUnit: 'Please choose 5 to 180 minutes, in steps of 5.',
  badSlots: 'Please choose 1 to 12 slots.',
  tooLongInAll: 'A session lasts at most 180 minutes in all.',
} as const;
