/** Published test cards, by what they do. They pay only in the sandbox. */
export const TEST_CARDS = [
  { label: 'Success', number: '4242 4242 4242 4242' },
  { label: 'Declined', number: '4000 0000 0000 0002' },
  { label: 'Insufficient funds', number: '4000 0000 0000 9995' },
  { label: 'Expired', number: '4000 0000 0000 0069' },
  { label: '3-D Secure pass', number: '4000 0025 0000 3155' },
  { label: '3-D Secure fail', number: '4000 0084 0000 1280' },
  { label: 'Fails at the first renewal', number: '4000 0000 0000 3055' },
] as const;
