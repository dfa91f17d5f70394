import { startSandbox } from '../../sandbox/main.ts';
import { KEY, PUBLISHABLE_KEY } from './keys.ts';

/** A sandbox in a process of its own, to be killed: prints its address. */
const [database = '', port = '0', hook = ''] = process.argv.slice(2);
const { url } = await startSandbox({
  database,
  host: '127.0.0.1',
  port: Number(port),
  key: KEY,
  publishableKey: PUBLISHABLE_KEY,
  webhook: { url: hook, secret: 'whsec_test' },
  now: () => Date.now(),
  every: 50,
});
console.log(url);
