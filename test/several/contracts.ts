import path from 'node:path';
import { cancel, confirm, prebook } from '#shared/booking/contract.ts';
import { downloadLink, filesInfo, uploadLink } from '#shared/files/contract.ts';
import { updateMe } from '#shared/me/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { listSessions } from '#shared/sessions/contract.ts';

/** The calls of those who book, as this release declares them. */
export const CONTRACTS = {
  prebook,
  confirm,
  cancel,
  downloadLink,
  filesInfo,
  uploadLink,
  updateMe,
  postMessage,
  listSessions,
};

export type Contracts = typeof CONTRACTS;

/** The same calls as another release declares them: what its open tabs send and understand. */
export async function contractsOf(release: string): Promise<Contracts> {
  const rooms = ['booking', 'files', 'me', 'messages', 'sessions'];
  const load = (room: string) =>
    import(path.join(release, `shared/${room}/contract.ts`)) as Promise<Partial<Contracts>>;
  const all: Partial<Contracts> = Object.assign({}, ...(await Promise.all(rooms.map(load))));
  return Object.fromEntries(
    Object.keys(CONTRACTS).map((name) => [name, all[name as keyof Contracts]]),
  ) as unknown as Contracts;
}
