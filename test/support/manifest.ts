import { readFileSync } from 'node:fs';

/** The parts of package.json that tests compare with other texts. */
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  engines: { node: string };
  devEngines: { runtime: { version: string } };
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** The oldest Node.js that the package allows, such as 22.14. */
export const [oldestNode = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? [];
