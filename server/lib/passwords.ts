import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refused } from './refused.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const MAX_PARALLEL = 3;
/** About three seconds of work; further calls are refused. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Limits parallel argon2id work, which would starve everything else (docs/product/security.md#password-storage). */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw new Refused('too_many_requests', { retryAfter: RETRY_SECONDS });
  if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function derive(
  password: string,
  salt: Buffer,
  memory: number,
  passes: number,
  lanes: number,
): Promise<Buffer> {
  const parameters = {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: 32,
  };
  return limited(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, tag) =>
          error === null ? resolve(Buffer.from(tag)) : reject(error),
        );
      }),
  );
}

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password with argon2id (m=19456, t=2, p=1) to a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, MEMORY_KIB, PASSES, LANES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(salt)}$${text(tag)}`;
}

let decoy: Promise<string> | undefined;

/** Whether the password matches. Without a hash it takes as long and returns false, so that timing reveals nothing. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? (await decoy));
  if (parts === null) throw new Error('a stored password hash is not in the PHC form');
  const [, memory, passes, lanes, salt, tag] = parts;
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await derive(
    password,
    Buffer.from(salt ?? '', 'base64'),
    Number(memory),
    Number(passes),
    Number(lanes),
  );
  return timingSafeEqual(actual, expected) && hash !== null;
}
