/** The browser and the system of a session, by name. */
export interface Device {
  browser: string
  system: string
}

export const unknownBrowser = 'Unknown browser'
export const unknownSystem = 'Unknown system'

/** Most browsers also claim to be others, so the first match wins. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * The browser and the system that a `User-Agent` header names, without versions. Clients can send any header, so this
 * proves nothing.
 */
export function deviceOf(userAgent = ''): Device {
  const nameIn = (known: typeof browsers) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  return { browser: nameIn(browsers) ?? unknownBrowser, system: nameIn(systems) ?? unknownSystem }
}
