import fs from 'node:fs';

/** Debian's packages of the scanners. */
export const SCANNER_PACKAGES = 'ffuf sqlmap wapiti';

/** Whether this machine has all of them. */
export const hasScanners = (): boolean =>
  SCANNER_PACKAGES.split(' ').every((name) => fs.existsSync(`/usr/bin/${name}`));
