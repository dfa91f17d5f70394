/** MAIL_FROM in its parts: "Talkback <studio@example.com>", or an address alone. */
export function parseSender(mailFrom: string): { readonly address: string; readonly host: string } {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
  return { address, host: address.slice(address.lastIndexOf('@') + 1) || 'localhost' };
}
