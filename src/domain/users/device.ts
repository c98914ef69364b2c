/** What somebody signed in with, in words. */
export interface Device {
  browser: string
  system: string
}

export const unknownBrowser = 'Unknown browser'
export const unknownSystem = 'Unknown system'

/** Most browsers call themselves by the names of others too: the first that fits is the one. */
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

/** The browser and the system that a `User-Agent` header names, without their versions. It proves nothing: anybody may send any. */
export function deviceOf(userAgent = ''): Device {
  const nameIn = (known: typeof browsers) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  return { browser: nameIn(browsers) ?? unknownBrowser, system: nameIn(systems) ?? unknownSystem }
}
