import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { assert } from '@dolphin/domain/assert'
import { SIGNATURE_HEADER, signSandboxEvent } from '@dolphin/api/modules/verification/webhook'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { type Scene, setScene } from '@dolphin/api/testing/call-coverage/scene'
import {
  broken,
  brokenByReplay,
  changedRows,
  openThiefsWay,
  REPLAYS,
  type Rows,
  type ThiefsWay,
  victimRows,
} from './attack.ts'
import { AT_PORTFOLIO, type Attack } from './attack-plan.ts'
import { meetVictim, stealFrom, type Victim } from './stolen-goods.ts'

/** What an attacker's life came to. */
export interface AttackerTally {
  /** With those at the same time, and webhooks. */
  readonly requests: number
  /** Calls and attackers that met. */
  readonly cells: ReadonlySet<string>
  readonly breaches: readonly Breach[]
}

/** An attack that got through. */
interface Breach {
  readonly attack: Attack | string
  readonly how: readonly string[]
}

export interface AttackerWorld {
  readonly scene: Scene
  readonly victim: Victim
  readonly way: ThiefsWay
  readonly rows: () => Promise<Rows>
}

/** People whose data an attacker is after, over one server. */
export async function setWorld(api: TestApi): Promise<AttackerWorld> {
  const scene = await setScene(api)
  return { scene, victim: meetVictim(scene), way: openThiefsWay(api), rows: await victimRows(scene) }
}

/** Lives a life. The same attacks are the same life again, with new tokens. */
export async function liveAsAttacker(
  world: AttackerWorld,
  attacks: readonly Attack[],
): Promise<AttackerTally> {
  const goods = await stealFrom(world.victim, world.way)
  const hooks = await replayWebhooks(world)
  const breaches: Breach[] = hooks.how.length === 0 ? [] : [{ attack: 'webhook', how: hooks.how }]
  const ground = { ...world, goods }
  for (const as of AT_PORTFOLIO) {
    const how = await brokenByReplay(ground, as)
    if (how.length > 0) breaches.push({ attack: `the message again as ${as}`, how })
  }
  for (const attack of attacks) {
    const how = await broken(ground, attack)
    if (how.length > 0) breaches.push({ attack, how })
  }
  return {
    requests:
      hooks.sent + REPLAYS * AT_PORTFOLIO.length + attacks.reduce((total, { atOnce }) => total + atOnce, 0),
    cells: new Set(attacks.map(({ call, as }) => `${call} as ${as}`)),
    breaches,
  }
}

/** What is said of a breach, and how to see it again. */
export function breachWords({ attack, how }: Breach, life: number): string {
  const again =
    typeof attack === 'string'
      ? ''
      : `\nAgain: npm run proof:attacker -- --attack '${JSON.stringify(attack)}'`
  const what = typeof attack === 'string' ? attack : `${attack.call} as ${attack.as}`
  return `BROKEN in life ${life + 1}: ${what}: ${how.slice(0, 5).join('; ')}${again}`
}

const REFUSED = 401

/**
 * The bank's message about the victim's link, captured: altered under its signature, sent again when it is old, and sent
 * again at once with its right signature, which says what is known already.
 */
async function replayWebhooks({ scene, rows }: AttackerWorld) {
  const { api, loanNo, bankRequest } = scene
  const all = await listIbvRequests(api.database.db, { portfolioId: 118, loanNo })
  const request = all.find(({ requestCode }) => requestCode === bankRequest)
  assert(request !== undefined, 'the owner has linked a bank')
  const body = (status: number) =>
    JSON.stringify({ eventId: 'captured', providerSessionId: request.providerReference, status })
  const sign = (text: string, ageMs = 0) =>
    signSandboxEvent(api.deps, Buffer.from(text), new Date(api.clock.now().getTime() - ageMs))
  const [first, other] = [body(0), body(-2)]
  const before = await rows()
  const sent = await Promise.all(
    [
      [other, sign(first), REFUSED],
      [first, sign(first, 301_000), REFUSED],
      [first, sign(first), 200],
      [first, sign(first), 200],
    ].map(async ([payload = '', signature = '', wanted]) => {
      const { statusCode } = await api.app.inject({
        method: 'POST',
        url: '/webhooks/ibv/sandbox',
        headers: {
          host: 'localhost:8080',
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: String(signature),
        },
        payload: String(payload),
      })
      return statusCode === wanted ? [] : [`a webhook is answered ${statusCode}, and may be ${wanted}`]
    }),
  )
  const changed = changedRows(before, await rows())
  return {
    sent: sent.length,
    how: [...sent.flat(), ...changed.map((whose) => `a webhook has changed the rows of ${whose}`)],
  }
}
