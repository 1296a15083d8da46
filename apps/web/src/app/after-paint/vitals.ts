/** A core web vital as measured so far: LCP and INP in milliseconds, CLS as its score. */
export interface Vital {
  readonly name: 'LCP' | 'CLS' | 'INP'
  readonly value: number
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

interface Interaction extends PerformanceEntry {
  readonly interactionId?: number
}

const ROUNDING = 10_000
/** Shifts belong together while they follow within a second, for at most five. Source: web.dev/articles/cls. */
const SHIFT_GAP_MS = 1000
const SHIFT_WINDOW_MS = 5000
/** One slow interaction in fifty is left out. Source: web.dev/articles/inp. */
const INTERACTIONS_PER_OUTLIER = 50
/** The shortest that browsers tell of; it matters to events alone. */
const SHORTEST_EVENT_MS = 16

/** Watches this load of the page; the answer tells each vital that changed since it was last asked. */
export function watchVitals(): () => readonly Vital[] {
  const read = { LCP: watchPaint(), CLS: watchShifts(), INP: watchInteractions() }
  const told = new Map<string, number>()
  return () =>
    (Object.keys(read) as (keyof typeof read)[]).flatMap((name) => {
      const measured = read[name]()
      if (measured === undefined) return []
      const value = Math.round(measured * ROUNDING) / ROUNDING
      if (told.get(name) === value) return []
      told.set(name, value)
      return [{ name, value }]
    })
}

/** The last largest paint; the browser stops telling of new ones at the first input. */
function watchPaint(): () => number | undefined {
  let latest: number | undefined
  observe('largest-contentful-paint', (entry) => {
    latest = entry.startTime
  })
  return () => latest
}

/** The worst window of layout shifts without recent input. */
function watchShifts(): () => number | undefined {
  let [worst, sum, first, last] = [0, 0, 0, 0]
  const watching = observe('layout-shift', (entry) => {
    const shift = entry as LayoutShift
    if (shift.hadRecentInput) return
    const goesOn = shift.startTime - last < SHIFT_GAP_MS && shift.startTime - first < SHIFT_WINDOW_MS
    if (!goesOn) [sum, first] = [0, shift.startTime]
    sum += shift.value
    last = shift.startTime
    worst = Math.max(worst, sum)
  })
  return () => (watching ? worst : undefined)
}

/** The slowest interaction, without one in fifty. */
function watchInteractions(): () => number | undefined {
  const longest = new Map<number, number>()
  const take = (entry: PerformanceEntry) => {
    const { interactionId, duration } = entry as Interaction
    if (!interactionId) return
    longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration))
  }
  observe('event', take)
  return () => {
    const slowest = [...longest.values()].toSorted((a, b) => b - a)
    return slowest[Math.floor(slowest.length / INTERACTIONS_PER_OUTLIER)]
  }
}

/** False where the browser does not tell of such entries. */
function observe(type: string, each: (entry: PerformanceEntry) => void): boolean {
  if (typeof PerformanceObserver === 'undefined') return false
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return false
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) each(entry)
  })
  // The DOM's own types do not know the threshold of events yet
  const wish: PerformanceObserverInit & { durationThreshold: number } = {
    type,
    buffered: true,
    durationThreshold: SHORTEST_EVENT_MS,
  }
  observer.observe(wish)
  return true
}
