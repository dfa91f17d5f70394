import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { leanContracts } from './lean-contracts.ts';

/** The plugin's answer for a module, without a build around it. */
function lean(code: string, id = '/shared/rooms/contract.ts'): string | null {
  const { transform } = leanContracts();
  if (typeof transform !== 'function') throw new Error('The plugin transforms nothing');
  const build = { parse: (text: string) => parseSync(id, text).program };
  const answer = transform.call(build as never, code, id, undefined as never) as { code: string } | null;
  return answer === null ? null : answer.code;
}

const CONTRACT = `
import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id } from '../lib/wire.ts';
import { NAMES } from './rules.ts';
const Room = z.object({ id: Id });
const list = <const P extends string>(path: P, answer: z.ZodMiniType) => endpoint({ method: 'GET', path, who: 'anyone', answer });
export const open = endpoint({ method: 'POST', path: '/rooms/:id', summary: 'Open', body: z.object({ id: Id }), answer: Room });
export const rooms = list('/rooms', z.array(Room));
export const SIZES = [1, 2] as const;
export type Room = z.infer<typeof Room>;
`;

test('of a call its method and path are left, of schemas and their library nothing', () => {
  const code = lean(CONTRACT) ?? '';
  expect(code).toContain("endpoint({ method: 'POST', path: '/rooms/:id' })");
  expect(code).toContain("endpoint({ method: 'GET', path })");
  expect(code).toContain("list('/rooms', undefined)");
  expect(code).toContain('[1, 2] as const');
  expect(code).toContain("from './rules.ts'");
  expect(code).not.toMatch(/from '(?:zod\/mini|\.\.\/lib\/wire\.ts)'|z\.object|z\.array|summary/);
});

test('a schema that a screen uses all the same says so at once', () => {
  expect(lean('import * as z from "zod/mini";\nexport const Room = z.string();')).toContain(
    "throw new Error('Schemas stay with the server.')",
  );
});

test('other modules stay as they are', () => {
  expect(lean(CONTRACT, '/shared/rooms/rules.ts')).toBeNull();
});
