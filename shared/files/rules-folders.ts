import type { Role } from '../lib/endpoint.ts';
import type { Folder } from './contract.ts';

/** The folder that a role writes: the client's is 'user', the musician's 'output' (decisions 6). */
export const ownFolder = (role: Role): Folder => (role === 'partner' ? 'output' : 'user');

/** Whether a role may delete all files of a folder: a musician of either, a client only of their own (decisions 6). */
export function mayEmpty(role: Role, folder: Folder): boolean {
  return role === 'partner' || folder === ownFolder(role);
}
