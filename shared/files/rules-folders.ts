import type { Role } from '../lib/endpoint.ts';
import type { Folder } from './contract.ts';

/**
 * The folder that a role sends to: 'user' for the client, 'output' for the musician
 * (docs/product/files.md#folders).
 */
export const ownFolder = (role: Role): Folder => (role === 'partner' ? 'output' : 'user');

/**
 * Whether a role may delete all files of a folder: the musician in both, a client in their own
 * (docs/product/files.md#deleting).
 */
export function mayEmpty(role: Role, folder: Folder): boolean {
  return role === 'partner' || folder === ownFolder(role);
}
