import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { nextIbvStatus } from '@dolphin/domain/verification/request-lifecycle'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IbvProvider } from './provider.ts'
import { SandboxIbvProvider } from './sandbox/sandbox-provider.ts'
import type { SandboxSession } from './sandbox/sandbox-session.ts'
import { impatient, localMx, localPlaid, REPORT_DAY, sampleReport } from './testing/local-vendors.ts'
import type { VendorServer } from './testing/vendor-server.ts'

/** The borrower and the bank at one provider, as the suite moves them. */
type Stage = {
  readonly provider: IbvProvider
  readonly server: VendorServer | undefined
  openPage(id: string): Promise<void>
  /** The bank accepts the borrower and has everything ready. */
  succeed(id: string): Promise<void>
  /** The bank refuses the borrower. */
  refuse(id: string): Promise<void>
  /** The bank does not answer the provider. */
  breakBank(id: string): Promise<void>
}

async function sandboxStage(): Promise<Stage> {
  const { clock, random } = impatient()
  const sessions = new Map<string, SandboxSession>()
  const provider = new SandboxIbvProvider({
    store: {
      find: (id) => Promise.resolve(sessions.get(id)),
      findByRequestCode: (code) =>
        Promise.resolve([...sessions.values()].find(({ requestCode }) => requestCode === code)),
      save: (session) => Promise.resolve(void sessions.set(session.providerSessionId, session)),
    },
    clock,
    random,
    calendar: federalReserveCalendar(),
    pageUrl: '/sandbox-bank',
  })
  const signIn = async (id: string, username: string) => {
    await provider.signIn(id, { username, password: 'pass_good', code: '', ownerName: 'Ann Sample' })
    clock.advance(10_000)
  }
  return {
    provider,
    server: undefined,
    openPage: async (id) => void (await provider.openPage(id)),
    succeed: (id) => signIn(id, 'user_good'),
    refuse: (id) => signIn(id, 'user_refused'),
    breakBank: (id) => signIn(id, 'user_bank_down'),
  }
}

async function plaidStage(): Promise<Stage> {
  const { provider, plaid, server } = await localPlaid()
  return {
    provider,
    server,
    openPage: async (id) => plaid.open(id),
    async succeed(id) {
      plaid.link(id)
      await provider.pollStatus(id)
      plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
    },
    refuse: async (id) => plaid.leave(id, ['ITEM_ERROR', 'INVALID_CREDENTIALS']),
    breakBank: async (id) => plaid.leave(id, ['INSTITUTION_ERROR', 'INSTITUTION_DOWN']),
  }
}

async function mxStage(): Promise<Stage> {
  const { provider, mx, server } = await localMx()
  return {
    provider,
    server,
    openPage: async (id) => mx.open(id),
    succeed: async (id) => mx.move(id, { connectionStatus: 'CONNECTED', isRead: true, hasNumbers: true }),
    refuse: async (id) => mx.move(id, { connectionStatus: 'DENIED' }),
    breakBank: async (id) => mx.move(id, { connectionStatus: 'FAILED' }),
  }
}

const STAGES = { sandbox: sandboxStage, plaid: plaidStage, mx: mxStage }

/** domain.md §5: what every provider behind the port does alike. The two vendors' servers are unkind throughout. */
describe.each(Object.entries(STAGES))('the IBV port, carried out by %s', (id, start) => {
  let stage: Stage

  beforeEach(async () => {
    stage = await start()
  })

  afterEach(async () => {
    // Requests and answers kept to what the vendor publishes, spoiled answers apart.
    expect(stage.server?.complaints ?? []).toEqual([])
    await stage.server?.stop()
  })

  const open = (requestCode = 'R1') =>
    stage.provider.createLinkSession({
      requestCode,
      portfolioId: 118,
      customerAlias: 'customer-1',
      locale: 'en',
      returnUrl: 'https://loans.example.com/application/token',
      institutionId: undefined,
    })

  test('the directory finds a bank by words of its name, and says of one by its id what it knows', async () => {
    const { provider } = stage
    const found = await provider.findInstitutions('demo')
    expect(found).toEqual([{ institutionId: 'demo-valley', name: 'Demo Valley Credit Union', isUp: true }])
    expect(await provider.findInstitutions('no such bank')).toEqual([])
    expect(await provider.readInstitution('demo-valley')).toEqual(found[0])
    expect(await provider.readInstitution('nowhere')).toBeUndefined()
  })

  test('a request code opens one session, asked for as often as one likes', async () => {
    const [first, again, other] = [await open(), await open(), await open('R2')]
    expect(again).toEqual(first)
    expect(other.providerSessionId).not.toBe(first.providerSessionId)
    expect(first.linkUrl).not.toBe('')
    expect(first.expiresAt.getTime()).toBeGreaterThan(Date.parse('2026-03-16T15:00:00Z'))
    expect(stage.provider).toMatchObject({ id, isAvailable: true })
  })

  test('a session goes from 0 over 1 to 100; asking does not move it; then the report tells what the bank does', async () => {
    const { provider } = stage
    const { providerSessionId } = await open()
    const statuses = [
      await provider.pollStatus(providerSessionId),
      await provider.pollStatus(providerSessionId),
    ]
    await stage.openPage(providerSessionId)
    statuses.push(await provider.pollStatus(providerSessionId))
    expect(await provider.fetchReport(providerSessionId, REPORT_DAY)).toEqual({
      ok: false,
      error: 'notReady',
    })
    await stage.succeed(providerSessionId)
    statuses.push(await provider.pollStatus(providerSessionId), await provider.pollStatus(providerSessionId))
    expect(statuses).toEqual([0, 0, 1, 100, 100])
    const report = await provider.fetchReport(providerSessionId, REPORT_DAY)
    expect(report).toEqual({ ok: true, value: sampleReport() })
  })

  test('a refusal of the bank is -1, its silence -2, and a later success in the session still counts', async () => {
    const { provider } = stage
    const [refused, broken] = [await open('R1'), await open('R2')]
    for (const { providerSessionId } of [refused, broken]) await stage.openPage(providerSessionId)
    await stage.refuse(refused.providerSessionId)
    await stage.breakBank(broken.providerSessionId)
    expect(await provider.pollStatus(refused.providerSessionId)).toBe(IbvStatus.accountError)
    expect(await provider.pollStatus(broken.providerSessionId)).toBe(IbvStatus.financialInstitutionError)
    expect(nextIbvStatus(IbvStatus.accountError, IbvStatus.successful)).toBe(IbvStatus.successful)
  })

  test('unknown sessions are -3 and have no report; closing is done once and may be asked for again', async () => {
    const { provider } = stage
    expect(await provider.pollStatus('unknown')).toBe(IbvStatus.otherError)
    expect(await provider.fetchReport('unknown', REPORT_DAY)).toEqual({ ok: false, error: 'unknownSession' })
    await provider.closeSession('unknown')
    const { providerSessionId } = await open()
    await stage.openPage(providerSessionId)
    await stage.succeed(providerSessionId)
    await provider.closeSession(providerSessionId)
    await provider.closeSession(providerSessionId)
    if (id === 'sandbox') return
    expect(await provider.pollStatus(providerSessionId)).toBe(IbvStatus.otherError)
    expect(await provider.fetchReport(providerSessionId, REPORT_DAY)).toEqual({
      ok: false,
      error: 'notReady',
    })
  })
})
