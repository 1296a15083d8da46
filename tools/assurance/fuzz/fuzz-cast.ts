import { type Call, isOfDesk } from '@dolphin/contract/call'
import { ok } from '@dolphin/domain/outcome'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'
import { openBrowser } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import type { TestClient, TestSession } from '@dolphin/api/testing/test-client'
import { anyOf, type Draw, inPercent } from '@dolphin/api/testing/odd-input/draw'
import type { RecordedRequest } from './recorded-requests.ts'

export const MEMBERS = [
  'owner',
  'borrower',
  'other',
  'elsewhere',
  'limited',
  'employee',
  'guest',
  'guestAtDesk',
] as const
/** A sender of requests. */
export type Member = (typeof MEMBERS)[number]

/** Everybody at their browsers; sessions that ended are opened again. */
export interface Cast {
  /** The one whom a request is from, or whom its call is for. */
  senderOf(call: Call, recorded: RecordedRequest): Member
  headersOf(member: Member): Promise<readonly (readonly [string, string])[]>
  /** Opens everybody's session anew. */
  refresh(): void
}

/** So many requests go through one session; some of them end it. */
const USES = 15
const DESK: readonly Member[] = ['employee', 'guestAtDesk']
const HOSTS: Readonly<Record<number, string>> = { 110: '110.localhost:8080', 118: 'localhost:8080' }

export function gatherCast(api: TestApi, scene: Scene): Cast {
  const customers: Readonly<Partial<Record<Member, TestClient & { readonly openId: string }>>> = {
    owner: scene.owner,
    borrower: scene.borrower.client,
    other: scene.otherCustomer,
    elsewhere: scene.otherPortfolio,
  }
  const open = new Map<Member, { readonly session: TestSession; uses: number }>()
  const openSession = async (member: Member): Promise<TestSession | undefined> => {
    const customer = customers[member]
    if (customer !== undefined) return (await openBrowser(api, customer)).session
    if (member === 'employee') return (await signInEmployee(api)).session
    return member === 'limited' ? await openLimited(api, scene) : undefined
  }
  const sessionOf = async (member: Member): Promise<TestSession | undefined> => {
    const held = open.get(member)
    if (held !== undefined && held.uses < USES) {
      held.uses += 1
      return held.session
    }
    const session = await openSession(member)
    if (session !== undefined) open.set(member, { session, uses: 1 })
    return session
  }
  return {
    senderOf: (call, { openId }) => customerOf(customers, openId) ?? usualSender(call),
    async headersOf(member) {
      const session = await sessionOf(member)
      const host = DESK.includes(member)
        ? api.client().atDesk().host
        : (HOSTS[customers[member]?.portfolioId ?? 118] ?? '')
      return [
        ['host', host],
        ['origin', `http://${host}`],
        ['sec-fetch-site', 'same-origin'],
        ['user-agent', 'fuzz'],
        ...(session === undefined
          ? []
          : ([
              ['access-token', session.accessToken],
              ['user-credential', session.userCredential],
            ] as const)),
      ]
    },
    refresh: () => open.clear(),
  }
}

function customerOf(
  customers: Readonly<Partial<Record<Member, { readonly openId: string }>>>,
  openId: string | undefined,
): Member | undefined {
  return MEMBERS.find((member) => openId !== undefined && customers[member]?.openId === openId)
}

function usualSender(call: Call): Member {
  const { access, ownedWhenSignedIn, feature } = call
  if (access === 'operations') return 'employee'
  if (isOfDesk(call)) return 'guestAtDesk'
  if (access === 'public' || access === 'resource') return ownedWhenSignedIn === true ? 'owner' : 'guest'
  return feature === 'servicing' ? 'borrower' : 'owner'
}

/** Mostly the one whom it is from; now and then somebody else. */
export function anySender(draw: Draw, usual: Member, othersPercent: number): Member {
  return inPercent(draw, othersPercent) ? (anyOf(draw, MEMBERS) ?? usual) : usual
}

async function openLimited(api: TestApi, { applicationNo }: Scene): Promise<TestSession> {
  const opened = await api.deps.units.write(async (unit) =>
    ok(await api.sessions.open(unit, { kind: 'limited', portfolioId: 118, applicationNo }, false)),
  )
  if (!opened.ok) throw new Error('a limited session opens')
  return opened.value
}
