import type { Call } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import type { Envelope } from '@dolphin/contract/envelope'
import { refusalByAccess } from '@dolphin/api/testing/call-coverage/actor-rules'
import { EXAMPLES } from '@dolphin/api/testing/call-coverage/call-examples'
import { type Scene, STATEMENT } from '@dolphin/api/testing/call-coverage/scene'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { MONEY_CELLS } from './money-cells.ts'
import type { NamedRows } from './named-rows.ts'
import { type Ask, PEOPLE_CELLS } from './people-cells.ts'

/** One request of the access matrix, or one run of the jobs. */
export interface AccessCell {
  readonly name: string
  /** Only what writes can change another's rows. */
  readonly writes: boolean
  send(): Promise<Envelope<unknown>>
}

/** Who asks: those a call is for, and strangers, as far as the access rule lets them come to the data. */
function askers(scene: Scene, call: Call): readonly (readonly [string, TestClient])[] {
  const { owner, borrower, limitedOwner, limitedOtherCustomer, otherCustomer, otherPortfolio, employee } =
    scene
  const customers = [
    ['owner', owner],
    ['borrower', borrower.client],
    ['another customer', otherCustomer],
    ['a customer elsewhere', otherPortfolio],
  ] as const
  const limited = [
    ['limited owner', limitedOwner],
    ['limited stranger', limitedOtherCustomer],
  ] as const
  if (call.access === 'operations') return [['employee', employee]]
  if (call.access !== 'public' && call.access !== 'resource') {
    return refusalByAccess(call, 'limited') === undefined ? [...customers, ...limited] : customers
  }
  return [['guest', scene.api.client()], ...customers, ...limited]
}

/** The same browser anew, so that what one answer sets is not what the next request sends. */
function copyOf({ api }: Scene, client: TestClient): TestClient {
  const copy = api.client(client.portfolioId)
  copy.session = client.session
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

async function sendExample(scene: Scene, name: CallName, client: TestClient): Promise<Envelope<unknown>> {
  const example: unknown = EXAMPLES[name](scene)
  const call: Call = CALLS[name]
  return await copyOf(scene, client).call(call, (await example) as Record<string, unknown>, {
    file: STATEMENT,
  })
}

/** Every call as everybody whose answer depends on whose rows there are; and the jobs. */
export function accessCells(scene: Scene, rows: NamedRows): readonly AccessCell[] {
  const calls = (Object.keys(CALLS) as CallName[]).flatMap((name) => {
    const call: Call = CALLS[name]
    return askers(scene, call).map(
      ([who, client]): AccessCell => ({
        name: `${name} as ${who}`,
        writes: call.method !== 'GET',
        send: () => sendExample(scene, name, client),
      }),
    )
  })
  const asks = Object.entries({ ...PEOPLE_CELLS, ...MONEY_CELLS }).map(([name, ask]) =>
    asked(name, rows, ask),
  )
  return [...calls, jobs(scene), ...asks]
}

/** A repository's function by itself, for what no call brings about in a scene that stands still. */
const asked = (name: string, rows: NamedRows, ask: Ask): AccessCell => ({
  name: `${name} by itself`,
  writes: true,
  send: async () => answered({ found: readable(await ask(rows)) }),
})

const answered = (data: unknown) => ({ status: 200, code: 1, data }) as Envelope<unknown>

/** Money and maps as values that can be compared. */
function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Map) return readable([...value])
  if (Array.isArray(value)) return value.map(readable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, readable(part)]))
}

const jobs = ({ api }: Scene): AccessCell => ({
  name: 'the jobs',
  writes: true,
  async send() {
    await api.runJobs()
    return answered(null)
  },
})
