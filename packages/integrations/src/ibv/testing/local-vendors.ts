import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { localDate } from '@dolphin/domain/calendar/local-date'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { FakeClock } from '@dolphin/testkit/fake-clock'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import type { LinkStore } from '../link-store.ts'
import { MxClient } from '../mx/mx-client.ts'
import { MxIbvProvider } from '../mx/mx-provider.ts'
import { PlaidClient } from '../plaid/plaid-client.ts'
import { PlaidIbvProvider } from '../plaid/plaid-provider.ts'
import { sandboxReport } from '../sandbox/bank-data.ts'
import { sandboxUser } from '../sandbox/test-users.ts'
import { linkMap } from './link-map.ts'
import { MxServer } from './mx-server.ts'
import { PlaidServer } from './plaid-server.ts'

/** Shorter than the local vendors are slow. */
const TIMEOUT_MS = 250
export const REPORT_DAY = localDate(2026, 3, 16)
export const WEBHOOK_USER = { webhookUsername: 'mx-at-dolphin', webhookPassword: 'open sesame' } as const

/** What the bank behind every local vendor tells: the sandbox bank's first user. */
export function sampleReport(): BankReport {
  const user = sandboxUser('user_good')
  if (user === undefined) throw new Error('a test user')
  return sandboxReport(user, 'Ann Sample', REPORT_DAY, federalReserveCalendar())
}

/** Dependencies of a client that does not wait but records how long it would have waited. */
export function impatient(clock = new FakeClock('2026-03-16T15:00:00Z')) {
  const waits: number[] = []
  const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds))
  return { clock, random: new SeededRandom(5), timeoutMs: TIMEOUT_MS, wait, waits }
}

/** The Plaid adapter on a local server that plays Plaid. */
export async function localPlaid(report = sampleReport(), links: LinkStore = linkMap()) {
  const plaid = new PlaidServer(report)
  const parts = impatient()
  const settings = { clientId: 'client', secret: 'secret', environment: 'sandbox' } as const
  const client = await PlaidClient.open({ ...settings, baseUrl: await plaid.server.start() }, parts)
  const addressOf = (_: number, path: string) => new URL(path, 'https://loans.example.com').href
  const clientNameOf = () => 'Example Loans'
  const provider = new PlaidIbvProvider({ client, links, clock: parts.clock, addressOf, clientNameOf })
  return { ...parts, plaid, server: plaid.server, provider, links, client }
}

/** The MX adapter on a local server that plays MX. */
export async function localMx(report = sampleReport(), links: LinkStore = linkMap()) {
  const mx = new MxServer(report)
  const parts = impatient()
  const settings = { clientId: 'client', apiKey: 'key', environment: 'integration', ...WEBHOOK_USER } as const
  const client = await MxClient.open({ ...settings, baseUrl: await mx.server.start() }, parts)
  const provider = new MxIbvProvider({
    client,
    links,
    clock: parts.clock,
    settings,
    framePath: '/bank-link/mx',
  })
  return { ...parts, mx, server: mx.server, provider, links, client }
}
