import process from 'node:process';
import { parseArgs } from 'node:util';

/**
 * Reads the options of a program for developers. It shows them and ends the process for --help, and after an option that
 * does not exist.
 * @param command what runs the program, such as `npm run fuzz`
 * @param purpose what it does, in sentences
 * @param options those of util.parseArgs
 */
export function readOptions(command, purpose, options = {}) {
  const lines = Object.entries(options).map(([name, { type, default: value }]) => {
    const argument = type === 'string' ? ' VALUE' : '';
    return `  --${name}${argument}`.padEnd(26) + (argument && value ? `default: ${value}` : '');
  });
  const usage = `Usage: ${command} [-- OPTIONS]\n\n${purpose}\n\n${[...lines, '  --help'].map((line) => line.trimEnd()).join('\n')}\n`;
  try {
    const { help, ...values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values;
    if (!help) return values;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(1);
  }
}
