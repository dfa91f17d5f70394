/** Texts of the messages panel and its refusals. */
export const THREAD = {
  placeholderForPartner: 'Your message for the client here.',
  placeholderForClient: 'Your message for the artist here.',
  send: 'Send',
  close: 'close conversation',
  reopen: 'reopen conversation',
  sendFailed: 'Failed to send message',
  toggleFailed: 'Failure',
  empty: 'Please write something first.',
  tooLong: 'A message has at most 1000 characters.',
  closed: 'This conversation is closed.',
  automaticallyClosed: 'This conversation closed automatically, 4 days after the session.',
  /** For musicians, below the text box. */
  note: 'Conversations close automatically 4 days after the session.',
  newMessages: 'New messages',
  nobodyYet: 'No messages yet',
  onlyPartner: 'Only the musician can close or reopen a conversation.',
  onlyTheTwo: 'Only the client and the musician write here.',
  alreadyOpen: 'This conversation is already open.',
} as const;
