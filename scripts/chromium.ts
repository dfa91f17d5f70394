import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium: an npm package's headless shell (cheapest to draw), else the system's, else Playwright's, else as root
 * one from apt. Throws an Error of one line.
 */
export async function findChromium(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packaged } = await import('@sparticuz/chromium');
    const shell = await packaged.executablePath();
    if (runs(shell)) return shell;
  }
  const system = SYSTEM.find((file) => fs.existsSync(file));
  if (system !== undefined) return system;
  const { chromium: playwright } = await import('@playwright/test');
  const own = playwright.executablePath();
  if (fs.existsSync(own)) return own;
  if (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['--version']).status === 0
  ) {
    console.log('Installing Chromium for the end-to-end tests …');
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (fs.existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error('The end-to-end tests need Chromium or Chrome. Install one and run them again.');
}

const runs = (file: string): boolean =>
  spawnSync(file, ['--headless=new', '--no-sandbox', '--version']).status === 0;
