import type { Network } from '../security/client-network.ts'
import { QUEUE_LIMITS, UPLOAD_TIMES } from '../security/limits.ts'
import type { UploadPace } from './upload-pace.ts'

/**
 * How many files may be taken in at once, on one node. A file is held in memory from its first byte to its answer, so these
 * limits bound the memory. Source: docs/security.md T16, our decision.
 */
export interface UploadLimits {
  /** Held at once. */
  readonly held: number
  readonly heldOfNetwork: number
  readonly heldOfPerson: number
  /** In line, held or waiting. */
  readonly inLine: number
  readonly inLineOfNetwork: number
  readonly inLineOfPerson: number
  /** How long one waits. */
  readonly waitMs: number
  /** How slowly one who holds a place may send. */
  readonly pace: UploadPace
}

export const UPLOAD_LIMITS: UploadLimits = {
  held: QUEUE_LIMITS.uploadsHeld.allowance,
  heldOfNetwork: QUEUE_LIMITS.uploadsHeldOfNetwork.allowance,
  heldOfPerson: QUEUE_LIMITS.uploadsHeldOfPerson.allowance,
  inLine: QUEUE_LIMITS.uploadsInLine.allowance,
  inLineOfNetwork: QUEUE_LIMITS.uploadsInLineOfNetwork.allowance,
  inLineOfPerson: QUEUE_LIMITS.uploadsInLineOfPerson.allowance,
  waitMs: UPLOAD_TIMES.uploadWait.ms,
  pace: UPLOAD_TIMES.uploadPace,
}

/** For who was refused a place. */
export const UPLOAD_PAUSE_SECONDS = 10

/** Who sends a file. */
export interface Uploader {
  /** Narrowest first, as networksOf. */
  readonly networks: readonly Network[]
  /** Undefined: no session. */
  readonly person: string | undefined
}

export interface UploadPlaces {
  readonly pace: UploadPace
  /**
   * Waits for a place to send a file; answers how to give it back. Undefined: the line is full for this network, this person
   * or everyone, the wait was too long, or the signal aborted.
   */
  take(uploader: Uploader, signal: AbortSignal): Promise<(() => void) | undefined>
}

interface Ask {
  readonly keys: readonly Key[]
  /** By which places and the line are shared out: the widest, for it costs the most to have many of. */
  readonly network: string
  /** Answers the ask, once: with a place or with none. */
  readonly settle: (hasPlace: boolean) => void
}

/** A person or a network, with what it may hold and have in line. */
interface Key {
  readonly name: string
  readonly held: number
  readonly inLine: number
}

/**
 * One line for all files that come in. Places go to the network that was served the longest ago, so a network with many
 * files waits for itself and not others for it; where the line is full, the longest line of a network gives way.
 */
export function createUploadPlaces(limits: UploadLimits = UPLOAD_LIMITS): UploadPlaces {
  const waiting: Ask[] = []
  const held = new Set<Ask>()
  /** When each network that is in line last got a place, counted in places. */
  const served = new Map<string, number>()
  let places = 0

  const has =
    ({ name }: Key) =>
    (ask: Ask) =>
      ask.keys.some((key) => key.name === name)
  const heldOf = (key: Key) => [...held].filter(has(key)).length
  const inLineOf = (key: Key) => heldOf(key) + waiting.filter(has(key)).length
  const remove = (ask: Ask): boolean => {
    const at = waiting.indexOf(ask)
    if (at !== -1) waiting.splice(at, 1)
    return at !== -1
  }
  const lastServed = (ask: Ask) => served.get(ask.network) ?? 0
  const next = () => {
    while (held.size < limits.held) {
      const [ask] = waiting
        .filter(({ keys }) => keys.every((key) => heldOf(key) < key.held))
        .toSorted((one, other) => lastServed(one) - lastServed(other))
      if (ask === undefined) return
      remove(ask)
      held.add(ask)
      places += 1
      served.set(ask.network, places)
      ask.settle(true)
    }
  }
  const release = (ask: Ask) => {
    if (!held.delete(ask)) return
    if (![...held, ...waiting].some(({ network }) => network === ask.network)) served.delete(ask.network)
    next()
  }
  /** Where the line is full, the newest ask of the network that has the most waiting gives way. */
  const makeRoom = (network: string) => {
    if (waiting.length + held.size < limits.inLine) return true
    const waitingOf = (name: string) => waiting.filter((ask) => ask.network === name).length
    const [longest] = waiting.toSorted((one, other) => waitingOf(other.network) - waitingOf(one.network))
    if (longest === undefined || waitingOf(longest.network) <= waitingOf(network) + 1) return false
    waiting.findLast((ask) => ask.network === longest.network)?.settle(false)
    return true
  }

  return {
    pace: limits.pace,
    take: (uploader, signal) => {
      const keys = keysOf(uploader, limits)
      const network = uploader.networks.at(-1)?.name ?? ''
      if (signal.aborted || keys.some((key) => inLineOf(key) >= key.inLine) || !makeRoom(network))
        return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const giveUp = () => ask.settle(false)
        const timer = setTimeout(giveUp, limits.waitMs)
        const ask: Ask = {
          keys,
          network,
          settle(hasPlace) {
            clearTimeout(timer)
            signal.removeEventListener('abort', giveUp)
            remove(ask)
            resolve(hasPlace ? () => release(ask) : undefined)
          },
        }
        signal.addEventListener('abort', giveUp)
        waiting.push(ask)
        next()
      })
    },
  }
}

/** However large its share: one network never has more than half of everything. */
function keysOf({ networks, person }: Uploader, limits: UploadLimits): readonly Key[] {
  const { heldOfNetwork, inLineOfNetwork, heldOfPerson, inLineOfPerson } = limits
  const ofNetworks = networks.map(({ name, share }) => ({
    name: `network/${name}`,
    held: Math.min(heldOfNetwork * share, limits.held / 2),
    inLine: Math.min(inLineOfNetwork * share, limits.inLine / 2),
  }))
  if (person === undefined) return ofNetworks
  return [...ofNetworks, { name: `person/${person}`, held: heldOfPerson, inLine: inLineOfPerson }]
}
