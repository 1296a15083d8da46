import { networksOf } from './client-network.ts'
import { QUEUE_LIMITS } from './limits.ts'

/** Who waits: a stranger by the address they come from, or who the server knows, by a name and the address, if any. */
export type Place =
  | { readonly kind: 'stranger'; readonly address: string }
  | { readonly kind: 'known'; readonly name: string; readonly address?: string }

/** One network, or one known device, has all its places taken; the caller answers 429. */
class PlacesTaken extends Error {
  override readonly name = 'PlacesTaken'
  readonly statusCode = 429
}

/** Too much waits altogether; the caller answers 503. */
class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly statusCode = 503
}

export interface FairQueue {
  /** Does the work in its turn. Errors: 429 with the caller's places taken, 503 with the queue full. */
  run<Value>(place: Place, work: () => Promise<Value>): Promise<Value>
}

interface Waiting {
  readonly start: () => void
  readonly refuse: (why: Error) => void
  /** What its place is counted by. */
  readonly counters: readonly string[]
}

/**
 * Lets so much work run at once. What waits stands in lanes that take turns: one for each network and each known device, so
 * that a crowd waits behind itself. Known devices and strangers take turns too. Where the strangers' places are all taken,
 * one who comes from elsewhere takes the place of the last of the longest lane.
 */
export function createFairQueue(atOnce: number): FairQueue {
  const strangers = new Lanes(QUEUE_LIMITS.strangersWaiting.allowance)
  const known = new Lanes(QUEUE_LIMITS.knownWaiting.allowance)
  let running = 0
  let isKnownNext = true

  function next(): Waiting | undefined {
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known]
    isKnownNext = !isKnownNext
    return first.take() ?? second.take()
  }

  return {
    async run(place, work) {
      if (running < atOnce) running += 1
      // The one that ends hands its turn over, so `running` stays as it is.
      else
        await new Promise<void>((start, refuse) => {
          const { lane, bounds } = standing(place)
          const lanes = place.kind === 'known' ? known : strangers
          lanes.add(lane, bounds, { start, refuse, counters: bounds.map(({ name }) => name) })
        })
      try {
        return await work()
      } finally {
        const waiting = next()
        if (waiting === undefined) running -= 1
        else waiting.start()
      }
    },
  }
}

interface Bound {
  readonly name: string
  readonly most: number
}

function standing(place: Place): { readonly lane: string; readonly bounds: readonly Bound[] } {
  const networks = place.address === undefined ? [] : networksOf(place.address)
  const most = QUEUE_LIMITS.waitingOfNetwork.allowance
  const ofNetworks = networks.map(({ name, share }) => ({ name, most: most * share }))
  if (place.kind === 'stranger') return { lane: ofNetworks.at(-1)?.name ?? '', bounds: ofNetworks }
  const { name } = place
  return { lane: name, bounds: [{ name, most: QUEUE_LIMITS.waitingOfDevice.allowance }, ...ofNetworks] }
}

/** Lanes in the order of their turns. */
class Lanes {
  readonly #most: number
  readonly #lanes = new Map<string, Waiting[]>()
  readonly #counts = new Map<string, number>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Throws where the bounds of the lane, or of all lanes, allow no more. */
  add(lane: string, bounds: readonly Bound[], waiting: Waiting): void {
    if (bounds.some(({ name, most }) => (this.#counts.get(name) ?? 0) >= most))
      throw new PlacesTaken('this caller has all its places taken')
    if (this.#size >= this.#most) this.#displaceFor(lane)
    const line = this.#lanes.get(lane)
    if (line === undefined) this.#lanes.set(lane, [waiting])
    else line.push(waiting)
    this.#count(waiting, 1)
  }

  /** The first of the lane whose turn it is; the lane goes to the end. */
  take(): Waiting | undefined {
    const [entry] = this.#lanes
    if (entry === undefined) return undefined
    const [lane, line] = entry
    const waiting = line.shift()
    this.#lanes.delete(lane)
    if (line.length > 0) this.#lanes.set(lane, line)
    if (waiting !== undefined) this.#count(waiting, -1)
    return waiting
  }

  #displaceFor(lane: string): void {
    const [longest, line] = [...this.#lanes].reduce((one, other) =>
      other[1].length > one[1].length ? other : one,
    )
    const own = this.#lanes.get(lane)?.length ?? 0
    if (longest === lane || line.length <= own + 1) throw new QueueFull('too much waits')
    const last = line.pop()
    if (last === undefined) return
    this.#count(last, -1)
    last.refuse(new QueueFull('another caller took the place'))
  }

  #count({ counters }: Waiting, by: number): void {
    this.#size += by
    for (const name of counters) {
      const count = (this.#counts.get(name) ?? 0) + by
      if (count === 0) this.#counts.delete(name)
      else this.#counts.set(name, count)
    }
  }
}
