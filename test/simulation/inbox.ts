import type { Received } from '../rooms/mails.ts';

/** What the mail server has taken. */
export class Inbox {
  readonly #mails: Received[];
  readonly #links = new Map<string, string[]>();
  readonly #ids = new Map<string, number>();
  /** Message-IDs of the day before: what is tried again may come on the next. */
  #before: ReadonlySet<string> = new Set();
  /** How many there were. */
  count = 0;

  /** `mails` is emptied as it is read. */
  constructor(mails: Received[]) {
    this.#mails = mails;
  }

  /** The latest link to an address whose path begins so; undefined: there is none. */
  link(to: string, path: string): URL | undefined {
    this.#read();
    return (this.#links.get(to) ?? [])
      .map((link) => new URL(link))
      .findLast(({ pathname }) => pathname.startsWith(path));
  }

  /** Message-IDs that arrived more than once since the last call but one. */
  takeTwice(): string[] {
    this.#read();
    const twice = [...this.#ids].filter(([id, count]) => count > 1 || this.#before.has(id)).map(([id]) => id);
    this.#before = new Set(this.#ids.keys());
    this.#ids.clear();
    return twice;
  }

  #read(): void {
    for (const { rcpt, text = '', messageId = '' } of this.#mails.splice(0)) {
      this.count += 1;
      this.#ids.set(messageId, (this.#ids.get(messageId) ?? 0) + 1);
      const links = text.match(/https?:\/\/[^\s>)]+/g) ?? [];
      for (const to of rcpt) this.#links.set(to, [...(this.#links.get(to) ?? []).slice(-10), ...links]);
    }
  }
}
