/** Exit codes: those of sysexits.h, and 1 where the service refused what was asked. */
export const EXIT = { refused: 1, unavailable: 69, software: 70, configuration: 78 } as const;
