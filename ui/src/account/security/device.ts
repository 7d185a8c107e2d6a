const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (table: typeof BROWSERS, text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

/** Common names of the browser and the system; undefined where the text has neither. */
export const parseDevice = (
  userAgent: string | null,
): Readonly<{ browser: string; system: string }> | undefined => {
  const browser = nameIn(BROWSERS, userAgent ?? '')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  return browser === undefined || system === undefined ? undefined : { browser, system }
}
