import { setFlagsFromString } from 'node:v8';

/**
 * V8 doubles the space of new objects, up to 16 MiB, as long as many of them stay. Those of modules do, so that loading
 * the program would leave that space at its largest, where there is no load yet that needs it.
 */
export function letYoungGenerationGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`); // 2 is V8's own
}
