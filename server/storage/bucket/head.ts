/** The head of a response whose body has a known length. */
export interface Head {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A head as it was found. */
interface FoundHead extends Head {
  /** Its own length and that of the body, in bytes. */
  readonly headBytes: number;
  readonly bodyBytes: number;
  /** Whether the connection may be asked again after the body. */
  readonly keepsAlive: boolean;
}

const END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3})(?: |$)/;
const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0\r\n]*?)[ \t]*$/;

/**
 * Reads the head at the beginning of these bytes: 'partial' where its end is missing, 'unusual' for all but 200 and 206
 * with one Content-Length, which is left to Node's parser.
 */
export function readHead(bytes: Buffer): FoundHead | 'partial' | 'unusual' {
  const end = bytes.indexOf(END);
  if (end < 0) return 'partial';
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return 'unusual';
    const key = name.toLowerCase();
    headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${value}` : value;
  }
  const length = headers['content-length'] ?? '';
  const isUsual =
    (status === 200 || status === 206) &&
    /^\d{1,15}$/.test(length) &&
    headers['transfer-encoding'] === undefined;
  if (!isUsual) return 'unusual';
  return {
    status,
    headers,
    headBytes: end + END.length,
    bodyBytes: Number(length),
    keepsAlive: !/\bclose\b/i.test(headers['connection'] ?? ''),
  };
}
