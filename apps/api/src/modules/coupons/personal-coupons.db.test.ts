import { HOUR_MS } from '@dolphin/domain/time/durations'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { batchSaveConsentStatusCall } from '@dolphin/contract/consents'
import { showCustomerCall } from '@dolphin/contract/customer-files'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import {
  checkCouponCall,
  couponApplyCall,
  couponListCall,
  issueCouponCall,
  listCouponCall,
} from '@dolphin/contract/coupons'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { applyForLoan, planLoan, qualifyForLoan } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

type Planned = Awaited<ReturnType<typeof planLoan>>
const apply = ({ client, loanNo }: Pick<Planned, 'client' | 'loanNo'>, couponCode: string) =>
  client.ask(couponApplyCall, { body: { loanNo, couponCode } })

describe('personal coupons (ops coupon issue, ops coupon list)', () => {
  const MAIL = ConsentKind.marketingMail
  const CALLS_AND_TEXTS = ConsentKind.marketingCallsAndTexts
  const agree = (client: Planned['client'], kind: ConsentKind, given = true) => {
    const version = kind === MAIL ? 1 : 3
    return client.ask(batchSaveConsentStatusCall, { body: { consents: [{ kind, version, given }] } })
  }
  const issuedMails = async (email: string) =>
    (await api.mailsTo(email)).filter(({ kind }) => kind === 'couponIssued')

  test('given, mailed with a link that only its customer can read, held, applied', async () => {
    const employee = await signInEmployee(api)
    const loan = await planLoan(api)
    const { openId } = loan.client
    // The mail is an advertisement: it goes to who agreed to offers by mail.
    await agree(loan.client, MAIL)
    const body = { openId, couponCode: 'THANKS20' }
    expect(await employee.ask(issueCouponCall, { body })).toMatchObject({
      portfolioId: 118,
      isNew: true,
      mailObstacle: null,
      mailLeavesFrom: isoInZone(api.clock.now(), 'America/New_York'),
    })
    const [mail] = await issuedMails(loan.email)
    const resource = /\/coupon\/verification\/([\w-]{43})/.exec(mail?.content.text ?? '')?.[1] ?? ''
    expect(await loan.client.ask(checkCouponCall, { query: { resource } })).toMatchObject({
      couponCode: 'THANKS20',
      couponStatus: CouponStatus.inEffect,
      saving: null,
    })
    const other = await qualifyForLoan(api)
    const foreign = await other.client.call(checkCouponCall, { query: { resource } })
    expect(foreign.code).toBe(-92020043)
    const held = await loan.client.ask(couponListCall, {})
    expect(held.coupons).toMatchObject([{ couponCode: 'THANKS20', applied: false }])
    expect((await apply(loan, 'THANKS20')).coupon.saving).toBe('20.00')
    const { coupons } = await employee.ask(listCouponCall, { query: { portfolioId: 118 } })
    expect(coupons.find(({ couponCode }) => couponCode === 'THANKS20')).toMatchObject({
      reserved: 1,
      used: 0,
    })
  })

  test.each([
    ['none', [], 'noConsent'],
    ['calls and texts alone', [CALLS_AND_TEXTS], 'noConsent'],
    ['mail', [MAIL], null],
    ['both', [CALLS_AND_TEXTS, MAIL], null],
  ] as const)('consent to %s: the file and the reply say what the mail does', async (_, kinds, obstacle) => {
    const employee = await signInEmployee(api)
    const { client, email } = await applyForLoan(api)
    const { openId } = client
    for (const kind of kinds) await agree(client, kind)
    const file = await employee.ask(showCustomerCall, { params: { file: openId }, query: {} })
    expect(file.mailOfferObstacle).toBe(obstacle)
    expect(file.optOuts.includes(OptInFlag.marketing)).toBe(kinds.length === 0)
    const given = await employee.ask(issueCouponCall, { body: { openId, couponCode: 'THANKS20' } })
    expect(given.mailObstacle).toBe(obstacle)
    expect(given.mailLeavesFrom === null).toBe(obstacle !== null)
    expect(await issuedMails(email)).toHaveLength(obstacle === null ? 1 : 0)
    expect((await client.ask(couponListCall, {})).coupons).toMatchObject([{ couponCode: 'THANKS20' }])
  })

  test('unused is not used: given again it is held already, and its mail goes as soon as it may, once a day', async () => {
    const employee = await signInEmployee(api)
    const loan = await planLoan(api)
    const { openId } = loan.client
    const give = () => employee.ask(issueCouponCall, { body: { openId, couponCode: 'THANKS20' } })
    expect(await give()).toMatchObject({ isNew: true, mailObstacle: 'noConsent' })
    await agree(loan.client, MAIL)
    expect(await give()).toMatchObject({ isNew: false, mailObstacle: null })
    expect(await give()).toMatchObject({ isNew: false, mailObstacle: 'sentToday', mailLeavesFrom: null })
    expect(await issuedMails(loan.email)).toHaveLength(1)
    await apply(loan, 'THANKS20')
    // Reserved on a loan that may still be given up.
    expect(await give()).toMatchObject({ isNew: false })
    await api.database.executeSql("update coupon_redemptions set state = 'used', used_at = now()")
    const used = await employee.call(issueCouponCall, { body: { openId, couponCode: 'THANKS20' } })
    expect(used.code).toBe(-83131224)
  })

  test('a mail whose consent ends while it waits for the morning is not sent, and the history says so', async () => {
    const { client, email } = await applyForLoan(api)
    const { openId } = client
    await agree(client, MAIL)
    const evening = api.clock.now()
    api.clock.set(new Date('2026-03-04T03:30:00Z'))
    const night = await signInEmployee(api)
    const given = await night.ask(issueCouponCall, { body: { openId, couponCode: 'THANKS20' } })
    expect(given).toMatchObject({ mailObstacle: null, mailLeavesFrom: '2026-03-04T08:00:00-05:00' })
    api.clock.set(evening)
    await agree(client, MAIL, false)
    api.clock.set(new Date('2026-03-04T14:00:00Z'))
    await api.runJobs()
    expect(await issuedMails(email)).toEqual([])
    const { rows } = await api.database.executeSql(
      "select facts from audit_events where action = 'advertisementNotSent'",
    )
    expect(rows).toEqual([{ facts: { notice: 'couponIssued', obstacle: 'noConsent' } }])
  })

  test('a link lives 30 days at most; given again later it is a new one that works', async () => {
    const employee = await signInEmployee(api)
    const { client } = await applyForLoan(api)
    const body = { openId: client.openId, couponCode: 'THANKS20' }
    const first = await employee.ask(issueCouponCall, { body })
    const days = (wire: string) =>
      Math.round((new Date(wire).getTime() - api.clock.now().getTime()) / (24 * HOUR_MS))
    expect(days(first.linkExpiresAt)).toBe(30)
    api.clock.set(new Date(api.clock.now().getTime() + 31 * 24 * HOUR_MS))
    const later = await signInEmployee(api)
    const second = await later.ask(issueCouponCall, { body })
    expect(days(second.linkExpiresAt)).toBe(30)
  })

  test('no customer, no personal coupon: refused', async () => {
    const employee = await signInEmployee(api)
    const { client } = await applyForLoan(api)
    const issue = async (openId: string, couponCode: string) =>
      (await employee.call(issueCouponCall, { body: { openId, couponCode } })).code
    expect(await issue('unknown', 'THANKS20')).toBe(-95010002)
    const told = await employee.call(issueCouponCall, { body: { openId: 'unknown', couponCode: 'THANKS20' } })
    expect(told.data).toMatchObject({
      message: 'Nothing of your portfolios is found under this. Check the number or the address.',
    })
    expect(await issue(client.openId, 'SAVE10')).toBe(-83131222)
  })
})
