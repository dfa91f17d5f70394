import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type * as contract from '#shared/accounts/contract-passkeys.ts';
import type { InputOf, ReadOf } from '#shared/lib/endpoint.ts';

type Setup = ReadOf<typeof contract.beginPasskey>;
type Asked = ReadOf<typeof contract.beginPasskeyProof>;

/** What an attacker, or a broken authenticator, would do otherwise. */
export interface Otherwise {
  readonly origin?: string;
  readonly site?: string;
  readonly challenge?: string;
  readonly counter?: number;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** A length or number of CBOR with its major type (RFC 8949, 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
type Cbor = number | string | Buffer | Map<number | string, Cbor>;
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

/** An authenticator with one passkey, as a browser would drive it: ES256, counting its uses. */
export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** The answer to a request to make a passkey. */
  make({ rp, challenge }: Setup, otherwise: Otherwise = {}): InputOf<typeof contract.addPasskey>['body'] {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const authData = Buffer.concat([
      this.#state(rp.id, 0x45, otherwise),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      cbor(key),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      clientDataJSON: clientData('webauthn.create', challenge, otherwise),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal', 'of the future'],
    };
  }

  /** The answer to a request to prove the passkey. */
  prove(
    { rpId, challenge }: Asked,
    otherwise: Otherwise = {},
  ): InputOf<typeof contract.passByPasskey>['body'] {
    this.#counter = otherwise.counter ?? this.#counter + 1;
    const clientDataJSON = clientData('webauthn.get', challenge, otherwise);
    const authData = this.#state(rpId, 0x05, otherwise);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    };
  }

  #state(site: string, flags: number, otherwise: Otherwise): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(otherwise.site ?? site), Buffer.from([flags]), counter]);
  }
}

const clientData = (type: string, challenge: string, otherwise: Otherwise): string =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: otherwise.challenge ?? challenge,
      origin: otherwise.origin ?? 'http://localhost:4002',
      crossOrigin: false,
    }),
  ).toString('base64url');
