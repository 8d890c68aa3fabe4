/** In the order in which they are looked for: a browser names those that it resembles. */
const BROWSERS: readonly [token: RegExp, name: string][] = [
  [/\bEdgA?\b/, 'Edge'],
  [/\bOPR\b/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\b/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\b/, 'Chrome'],
  [/\bSafari\b/, 'Safari'],
  [/^curl\b/, 'curl'],
];
const SYSTEMS: readonly [token: RegExp, name: string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and its system in words, such as `Firefox on Linux`; `undefined` when neither is known. */
export function browserOf(userAgent = ''): string | undefined {
  const find = (names: typeof BROWSERS) => names.find(([token]) => token.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system);
}
