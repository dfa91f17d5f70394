import { listFlags, setFlag, unsetFlag, type FlagState } from '#server/content/service.ts';
import { columns, CommandError, UsageError, type Command } from './command.ts';

const onOff = (value: boolean): string => (value ? 'on' : 'off');
const flagLine = ({ name, value, override }: FlagState): string =>
  `${name} is ${onOff(value)}${override === null ? ', as shipped' : ''}. Running servers follow within seconds.`;

export const FLAG_COMMANDS: readonly Command[] = [
  {
    name: 'flags list',
    argumentHelp: '',
    about: 'Every flag, what it is, and whether it was set here.',
    arguments: 0,
    async run({ ctx }) {
      const flags = await listFlags(ctx);
      return columns(
        flags.map(({ name, value, override, about }) => [
          name,
          onOff(value),
          override === null ? 'shipped' : 'set',
          about,
        ]),
      );
    },
  },
  {
    name: 'flags set',
    argumentHelp: '<flag> on|off',
    about: 'Sets a flag, whatever is shipped.',
    arguments: 2,
    check({ positionals: [, value = ''] }) {
      if (value !== 'on' && value !== 'off') throw new UsageError(`on or off, not "${value}".`);
    },
    async run({ ctx }, args) {
      const [name = '', value = ''] = args.positionals;
      const set = await setFlag(ctx, name, value === 'on');
      if (!set.ok) throw new CommandError(set.detail ?? set.reason);
      return [flagLine(set.value)];
    },
  },
  {
    name: 'flags unset',
    argumentHelp: '<flag>',
    about: 'Lets the shipped value count again.',
    arguments: 1,
    async run({ ctx }, args) {
      const unset = await unsetFlag(ctx, args.positionals[0] ?? '');
      if (!unset.ok) throw new CommandError(unset.detail ?? unset.reason);
      return [flagLine(unset.value)];
    },
  },
];
