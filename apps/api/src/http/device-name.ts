/** What a browser says of itself: a hint for its owner, never a proof. Null where it says nothing that we know. */
export interface DeviceName {
  /** "Chrome" */
  readonly browser: string | null
  /** "Android", "iPhone" */
  readonly system: string | null
}

type Marks = readonly (readonly [mark: string, name: string])[]

/** Names stand in user agents beside those of older browsers, so the more special one is looked for first. */
const BROWSERS: Marks = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: Marks = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
]

/** Browser and system of a user agent, as their owner would name them. */
export function deviceName(userAgent: string): DeviceName {
  const nameIn = (table: Marks) => table.find(([mark]) => userAgent.includes(mark))?.[1] ?? null
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) }
}
