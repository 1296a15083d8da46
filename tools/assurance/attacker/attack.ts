import { type Call, isOfDesk } from '@dolphin/contract/call'
import { listSectionCall } from '@dolphin/contract/applications'
import { CALLS } from '@dolphin/contract/registry'
import { rowDigests } from '../access-proof/twins.ts'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { codesForOtherCustomer, refusalByAccess } from '@dolphin/api/testing/call-coverage/actor-rules'
import type { ActorCell } from '@dolphin/api/testing/call-coverage/call-cells'
import { EXAMPLES } from '@dolphin/api/testing/call-coverage/call-examples'
import { OWNER, type Scene, STATEMENT } from '@dolphin/api/testing/call-coverage/scene'
import type { HttpClient } from '@dolphin/api/testing/test-client'
import type { Attack, Attacker } from './attack-plan.ts'
import type { StolenGoods } from './stolen-goods.ts'
import { codeOf } from '@dolphin/api/testing/response-code-of'

/** As whom the access rules see each attacker; undefined: by the right of staff, which the contract alone does not say. */
const SEEN_AS: Readonly<Record<Attacker, ActorCell | 'endedStaff' | undefined>> = {
  signedOut: 'expired',
  passwordChanged: 'expired',
  revoked: 'expired',
  withoutCookie: 'forged',
  withForeignCredential: 'forged',
  atOtherHost: 'forged',
  stranger: 'otherCustomer',
  strangerElsewhere: 'otherPortfolio',
  limitedStranger: 'limited',
  guest: 'none',
  sessionAtDesk: 'otherCustomer',
  signedOutTerminal: 'endedStaff',
  suspendedEmployee: 'endedStaff',
  staffElsewhere: undefined,
}

/** Of the owner; the other marks are the scene's. */
const OWN_NUMBERS: readonly string[] = [OWNER.ssn, OWNER.ssn.replaceAll('-', ''), OWNER.firstName]

/** Remembers every byte that the thief is answered. */
export interface ThiefsWay extends HttpClient {
  readonly heard: () => readonly string[]
}

export function openThiefsWay({ app }: TestApi): ThiefsWay {
  let heard: string[] = []
  return {
    async inject(request) {
      const answer = await app.inject(request)
      heard.push(answer.rawPayload.toString('latin1'))
      return answer
    },
    heard() {
      const all = heard
      heard = []
      return all
    },
  }
}

/** Whose rows stand how. */
export type Rows = ReadonlyMap<string, string>

/** Reads the state of the rows of the scene's victims. */
export async function victimRows({ api, marks }: Scene): Promise<() => Promise<Rows>> {
  const { database } = api
  const digests = await rowDigests(database)
  const { rows } = await database.executeSql(
    `select transaction_no as no from transactions where portfolio_id = 118
      union select plan_no from payment_plans where portfolio_id = 118`,
  )
  const names = new Set([...marks, ...(rows as { no: string }[]).map(({ no }) => no)])
  return async () => {
    const found = (await database.executeSql(digests)).rows as { whose: string | null; state: string }[]
    const isVictims = (whose: string) => {
      const [, portfolio, name = ''] = whose.split(' ')
      return portfolio === '118' && names.has(name)
    }
    // What is of no portfolio is of no victim.
    return new Map(
      found.flatMap(({ whose, state }) =>
        whose !== null && isVictims(whose) ? [[whose, state] as const] : [],
      ),
    )
  }
}

/** Which rows are not as they were. */
export const changedRows = (before: Rows, after: Rows): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((whose) => before.get(whose) !== after.get(whose))

interface Ground {
  readonly scene: Scene
  readonly goods: StolenGoods
  readonly way: ThiefsWay
  readonly rows: () => Promise<Rows>
}

/** The request of the example with an old link wherever it has one. */
async function requestOf({ scene, goods }: Ground, { call, link }: Attack): Promise<Record<string, unknown>> {
  const example: unknown = EXAMPLES[call](scene)
  const old = goods.links[link]
  const text = JSON.stringify(await example, (name, value: unknown) => (name === 'resource' ? old : value))
  return JSON.parse(text.replaceAll(scene.resource, old)) as Record<string, unknown>
}

/** What the attacker may be answered; undefined where any code of the call will do. */
function allowedCodes({ scene }: Ground, { as, withKeyOfVictim }: Attack, call: Call, request: string) {
  const seen = SEEN_AS[as]
  if (seen === undefined) return undefined
  if (seen === 'endedStaff') return call.access === 'operations' ? [codeOf('tokenOutdated')] : undefined
  // What stands at the desk and is open to everybody knows no borrower.
  if (as === 'sessionAtDesk' && !isOfDesk(call)) return undefined
  const refusal = refusalByAccess(call, seen)
  if (refusal !== undefined) return [codeOf(refusal)]
  const reused = withKeyOfVictim && call.idempotent ? [codeOf('idempotencyKeyReused')] : []
  // Many at once meet a limit, such as the line of uploads, before anything is looked up.
  const limited = codeOf('tooManyRequests')
  return [...codesForOtherCustomer(call, request, scene.marks, scene.resource), limited, ...reused]
}

/** How often at the same time. */
export const REPLAYS = 2

/** The victim's own message, sent again under its key by someone else. */
export const brokenByReplay = (ground: Ground, as: Attacker): Promise<readonly string[]> =>
  broken(
    ground,
    { call: 'sendMessage', as, link: 'used', atOnce: REPLAYS, withKeyOfVictim: true },
    ground.goods.message,
  )

/** Carries out an attack beside the victim's own read; answers what is broken by it. */
export async function broken(
  ground: Ground,
  attack: Attack,
  given?: StolenGoods['message'],
): Promise<readonly string[]> {
  const { scene, goods, way, rows } = ground
  const call: Call = CALLS[attack.call]
  const request = given ?? (await requestOf(ground, attack))
  const clients = await Promise.all(Array.from({ length: attack.atOnce }, () => goods.as[attack.as]()))
  const key = attack.withKeyOfVictim && call.idempotent ? { idempotencyKey: goods.key } : {}
  const before = await rows()
  way.heard()
  const readOwn = () => scene.owner.ask(listSectionCall, { query: { applicationNo: scene.applicationNo } })
  const [answers, own] = await Promise.all([
    Promise.all(clients.map((client) => client.call(call, request, { file: STATEMENT, ...key }))),
    readOwn(),
  ])
  const marks = [...scene.marks, ...OWN_NUMBERS, ...goods.marks]
  const heard = way.heard()
  const leaks = marks.filter((mark) => heard.some((text) => text.includes(mark)))
  const allowed = allowedCodes(ground, attack, call, JSON.stringify(request))
  const wrong = answers
    .map(({ code }) => code)
    .filter((code) => code === codeOf('unexpected') || !(allowed?.includes(code) ?? true))
  return [
    ...leaks.map((mark) => `an answer holds ${mark}`),
    ...wrong.map((code) => `it is answered ${code}, and may be ${allowed?.join(', ')}`),
    ...changedRows(before, await rows()).map((whose) => `the rows of ${whose} have changed`),
    ...(own.applicationNo === scene.applicationNo ? [] : ['the victim is shown something else']),
  ]
}
