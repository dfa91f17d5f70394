/** A connection of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export interface Bidi {
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Connects and passes each event on. */
export async function connect(
  url: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<Bidi> {
  const socket = new WebSocket(url);
  const pending = new Map<number, (message: Message) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message;
    if (message.method !== undefined) onEvent(message.method, message.params);
    if (message.id !== undefined) pending.get(message.id)?.(message);
  });
  socket.addEventListener('close', () => {
    for (const [id, settle] of pending) settle({ id, type: 'error', error: 'the connection closed' });
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)));
  });
  return {
    async send<Result>(method: string, params: object) {
      const id = (last += 1);
      const answer = new Promise<Message>((resolve) => pending.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, result, error, message } = await answer;
      pending.delete(id);
      if (type === 'error') throw new Error(`${method}: ${error} ${message ?? ''}`);
      return result as Result;
    },
    close: () => socket.close(),
  };
}
