import { callNameOf, envelopeOf } from '../testing/answers.ts'
import { bootData } from '../app/boot.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { commonAnswers } from './common-answers.ts'
import { StandInRequest } from './stand-in-request.ts'
import { SCREEN_TIME, type Screen } from './screen.ts'

/** Timers as long as this one stop once the state is there, so that no countdown or look leads away from it. */
const LONG_TIMER_MS = 900

/** The progress of the page; the screenshot waits for it. */
export interface Stage {
  /** Calls that have not been answered yet, but for those that never are. */
  readonly pending: () => number
  /** Calls that nothing answered. */
  readonly missing: () => readonly string[]
  /** From now on nothing moves by itself. */
  readonly freeze: () => void
}

/**
 * Takes away what a screen must not touch: the server, this browser's own session, the clock, the channel. Done
 * before the first component is made.
 */
export function standIn(screen: Screen): Stage {
  const stage = { pending: 0, frozen: false, missing: new Set<string>() }
  replace('localStorage', memoryStorage())
  replace('sessionStorage', memoryStorage())
  replace('Date', clockAt(Date, new Date(screen.at ?? SCREEN_TIME).getTime()))
  navigator.sendBeacon = () => true
  stopLongTimers(() => stage.frozen)
  window.fetch = async (asked, request) => {
    const path = asked instanceof Request ? asked.url : asked.toString()
    stage.pending += 1
    try {
      return await answered(screen, path, request, (name) => stage.missing.add(name))
    } finally {
      stage.pending -= 1
    }
  }
  replace('XMLHttpRequest', StandInRequest)
  return {
    pending: () => stage.pending - (screen.unanswered?.length ?? 0),
    missing: () => [...stage.missing],
    freeze: () => {
      stage.frozen = true
    },
  }
}

async function answered(
  screen: Screen,
  address: string,
  request: RequestInit | undefined,
  onMissing: (name: string) => void,
): Promise<Response> {
  const { portfolio, gatewayPrefix } = bootData()
  const path = address.slice(gatewayPrefix.length)
  const name = callNameOf(path, request?.method ?? 'GET')
  if (name === undefined) throw new TypeError(`Nothing answers ${path}`)
  if (screen.unanswered?.includes(name)) return new Promise<never>(() => {})
  if (screen.cut?.includes(name)) throw new TypeError(`The line of ${name} broke`)
  const given = screen.answers?.[name] ?? commonAnswers(portfolio.portfolioId)[name]
  if (given === undefined) {
    onMissing(name)
    throw new TypeError(`Nothing answers ${name}`)
  }
  const asked: unknown =
    typeof request?.body === 'string'
      ? JSON.parse(request.body)
      : Object.fromEntries(new URL(path, location.origin).searchParams)
  const answer = typeof given === 'function' ? given({ ...pathPart(path), ...objectOf(asked) }) : given
  return new Response(JSON.stringify(envelopeOf(answer)))
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** The last part of a path, which names a form. */
const pathPart = (path: string) => ({ last: path.split('?')[0]?.split('/').at(-1) ?? '' })

function replace(name: 'localStorage' | 'sessionStorage' | 'Date' | 'XMLHttpRequest', value: unknown): void {
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
}

/** A clock that stands still: days and moments can still be made from text or numbers. */
function clockAt(Real: DateConstructor, now: number): DateConstructor {
  return new Proxy(Real, {
    construct: (target, given: unknown[]): object =>
      Reflect.construct(target, given.length === 0 ? [now] : given) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? () => now : (Reflect.get(target, name, receiver) as unknown),
  })
}

function stopLongTimers(isFrozen: () => boolean): void {
  const later = window.setTimeout.bind(window)
  const often = window.setInterval.bind(window)
  const unlessFrozen =
    (work: TimerHandler, delay: number | undefined) =>
    (...given: unknown[]) => {
      if (isFrozen() && (delay ?? 0) >= LONG_TIMER_MS) return
      if (typeof work === 'function') Reflect.apply(work, undefined, given)
    }
  Object.assign(window, {
    setTimeout: (work: TimerHandler, delay?: number, ...given: unknown[]) =>
      later(unlessFrozen(work, delay), delay, ...given),
    setInterval: (work: TimerHandler, delay?: number, ...given: unknown[]) =>
      often(unlessFrozen(work, delay), delay, ...given),
  })
}
