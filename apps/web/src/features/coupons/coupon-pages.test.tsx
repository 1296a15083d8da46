import { CouponStatus } from '@dolphin/domain/loans/codes'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearTokens, storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, unmount } from '../../testing/render.tsx'
import { aCoupon, aCouponForLoan, notACoupon } from '../../testing/sample-coupon.ts'
import { aHome, aHomeLoan } from '../../testing/sample-home.ts'
import OverviewPage from './overview-page.tsx'
import SchedulePage from './schedule-page.tsx'
import VerificationPage from './verification-page.tsx'

const LOAN = { listDisbursementLoan: { data: aHome(2, [aHomeLoan()]) } }
const NO_LOAN = { listDisbursementLoan: { data: aHome(1, []) } }
const TOO_MANY = { status: 429, code: -95010004, message: 'Too many requests.' }

async function open(page: ReactNode): Promise<HTMLElement> {
  const shown = await render(page)
  for (let round = 0; round < 20; round += 1) await settle(() => {})
  return shown
}

const verification = (identifier: string) => open(<VerificationPage params={{ identifier }} />)
const heading = (page: HTMLElement) => page.querySelector('h1')?.textContent
const links = (page: HTMLElement) => [...page.querySelectorAll('a')].map((one) => one.getAttribute('href'))
const button = (page: HTMLElement, words: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)
const cells = (page: HTMLElement) =>
  [...page.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )

beforeEach(() => {
  giveBootData()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/coupon/overview')
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(async () => {
  await unmount()
  clearTokens()
  vi.unstubAllGlobals()
})

describe('/coupon/verification (pages.md: its terms, what it would save)', () => {
  test('signed out nothing is asked of the server: the way in is shown', async () => {
    clearTokens()
    const sent = answerCalls({})
    const page = await verification('SAVE10')
    expect(heading(page)).toBe('Your coupon SAVE10')
    expect(links(page)).toEqual(['/sign-in', '/guidance'])
    expect(sent).toEqual([])
  })

  test('a mailed link shows no token as a code', async () => {
    clearTokens()
    answerCalls({})
    expect(heading(await verification('t'.repeat(43)))).toBe('Your coupon')
  })

  test('not valid (-1): the page shows no terms, the coupon cannot be used, another code can be checked', async () => {
    answerCalls({ ...LOAN, checkCoupon: { data: notACoupon() } })
    const page = await verification('NONE')
    expect(heading(page)).toBe('This coupon is not valid')
    expect(page.textContent).toContain('mistyped, expired, already used, or issued to someone else')
    expect(page.querySelector('dl')).toBeNull()
    expect(button(page, 'Use it on my loan')).toBeUndefined()
    expect(button(page, 'Check coupon')).toBeDefined()
  })

  test('in effect (1): terms and saving; using it puts it on the loan', async () => {
    let held = aCouponForLoan()
    const sent = answerCalls({
      ...LOAN,
      checkCoupon: () => ({ data: held }),
      couponApply: () => {
        held = aCouponForLoan({ applied: true })
        return { data: { coupon: held, loanFlags: [] } }
      },
    })
    const page = await verification('SAVE10')
    expect(page.textContent).toContain('10% off the finance charge')
    expect(page.textContent).toContain('It would save you $33.20 on your loan 118-0000017.')
    await settle(() => button(page, 'Use it on my loan')?.click())
    for (let round = 0; round < 10; round += 1) await settle(() => {})
    expect(sent.find(({ name }) => name === 'couponApply')?.body).toEqual({
      loanNo: '118-0000017',
      couponCode: 'SAVE10',
    })
    expect(page.textContent).toContain('It saves you $33.20 on your loan 118-0000017.')
    expect(button(page, 'Use it on my loan')).toBeUndefined()
    expect(links(page)).toContain('/application/link-1')
  })

  test('without a loan it says when it can be used; one that does not fit says so', async () => {
    answerCalls({ ...NO_LOAN, checkCoupon: { data: aCoupon() } })
    expect((await verification('SAVE10')).textContent).toContain('You can use it when you choose')
    await unmount()
    queryClient.clear()
    answerCalls({ ...LOAN, checkCoupon: { data: aCoupon({ fits: false }) } })
    const page = await verification('SAVE10')
    expect(page.textContent).toContain('It cannot be used on your loan 118-0000017.')
    expect(button(page, 'Use it on my loan')).toBeUndefined()
  })

  test('on the loan, but without effect on its plan: says both', async () => {
    answerCalls({ ...LOAN, checkCoupon: { data: aCoupon({ applied: true, loanNo: '118-0000017' }) } })
    const page = await verification('SAVE10')
    expect(page.textContent).toContain('It is on your loan 118-0000017. It does not lower the cost')
  })

  test('used: when, and not again', async () => {
    const used = aCoupon({ couponStatus: CouponStatus.notValid, applied: true, usedOn: '2026-11-21' })
    answerCalls({ ...NO_LOAN, checkCoupon: { data: used } })
    const page = await verification('SAVE10')
    expect(heading(page)).toBe('Your coupon SAVE10')
    expect(page.textContent).toMatch(/Used on .*2026/)
    expect(button(page, 'Use it on my loan')).toBeUndefined()
  })

  test('cannot be read, such as after too many codes: says so and offers another try', async () => {
    answerCalls({ ...LOAN, checkCoupon: TOO_MANY })
    const page = await verification('SAVE10')
    expect(page.textContent).toMatch(/Too many requests|try again/i)
    expect(page.querySelector('main button, button')).not.toBeNull()
  })
})

describe('/coupon/overview (pages.md: coupons held and used)', () => {
  test('empty: says so, and a code can be checked', async () => {
    answerCalls({ couponList: { data: { coupons: [] } } })
    const page = await open(<OverviewPage />)
    expect(page.textContent).toContain('You have no coupons.')
    const field = page.querySelector<HTMLInputElement>('#code')
    if (field === null) throw new Error('a code can be typed')
    await type(field, ' save10 ')
    await settle(() => button(page, 'Check coupon')?.click())
    expect(location.pathname).toBe('/coupon/verification/save10')
  })

  test('an empty code is asked for, not checked', async () => {
    answerCalls({ couponList: { data: { coupons: [] } } })
    const page = await open(<OverviewPage />)
    await settle(() => button(page, 'Check coupon')?.click())
    expect(location.pathname).toBe('/coupon/overview')
    expect(page.textContent).toContain('Enter your coupon code')
  })

  test('each says where it stands', async () => {
    const notValid = CouponStatus.notValid
    const coupons = [
      aCoupon({ couponCode: 'HELD' }),
      aCoupon({ couponCode: 'OVER', couponStatus: notValid }),
      aCouponForLoan({ couponCode: 'ON', applied: true }),
      aCoupon({ couponCode: 'SPENT', couponStatus: notValid, applied: true, usedOn: '2026-11-21' }),
    ]
    answerCalls({ couponList: { data: { coupons } } })
    const page = await open(<OverviewPage />)
    const states = [...page.querySelectorAll('h2')].map((one) => [
      one.textContent,
      one.nextElementSibling?.textContent,
    ])
    expect(states.slice(0, 4)).toEqual([
      ['HELD', 'Ready to use'],
      ['OVER', 'Expired or canceled'],
      ['ON', 'On your loan'],
      ['SPENT', 'Used'],
    ])
    expect(links(page)).toContain('/coupon/verification/HELD')
  })

  test('the list cannot be read: another try', async () => {
    answerCalls({ couponList: { status: 500, code: -1, message: 'Something went wrong.' } })
    const page = await open(<OverviewPage />)
    expect(page.querySelectorAll('button').length).toBeGreaterThan(0)
    expect(page.textContent).not.toContain('You have no coupons.')
  })
})

describe('/coupon/schedule (pages.md: the loan’s schedule with and without the coupon)', () => {
  test('both schedules and both costs, as the reply gives them', async () => {
    const held = aCouponForLoan({ applied: true })
    answerCalls({ ...LOAN, couponList: { data: { coupons: [held] } }, checkCoupon: { data: held } })
    const page = await open(<SchedulePage />)
    expect(page.textContent).toContain('SAVE10 saves you $33.20.')
    expect(page.textContent).toContain('The finance charge falls from $332.06 to $298.86.')
    expect(cells(page)).toContainEqual(['APR', '258.32%', '235.10%'])
    expect(cells(page).at(-1)).toEqual(['2', expect.stringContaining('2026'), '$294.00', '$277.40', '$16.60'])
  })

  test('a waived fee changes no payment: said in words, not in a column of zeros', async () => {
    const { withCoupon } = aCouponForLoan()
    const held = aCouponForLoan({
      kind: 'originationFee',
      value: null,
      applied: true,
      withoutCoupon: withCoupon,
    })
    answerCalls({ ...LOAN, couponList: { data: { coupons: [held] } }, checkCoupon: { data: held } })
    const page = await open(<SchedulePage />)
    expect(page.textContent).toContain('Your payments stay the same')
    expect(cells(page).at(-1)).toEqual(['2', expect.stringContaining('2026'), '$277.40', '$277.40'])
  })

  test('no loan, no coupon on it, or one that changes nothing: nothing to compare', async () => {
    const nothing = 'There is no loan with a coupon to compare.'
    answerCalls({ ...NO_LOAN, couponList: { data: { coupons: [aCoupon()] } } })
    expect((await open(<SchedulePage />)).textContent).toContain(nothing)
    await unmount()
    queryClient.clear()
    answerCalls({ ...LOAN, couponList: { data: { coupons: [] } } })
    expect((await open(<SchedulePage />)).textContent).toContain(nothing)
    await unmount()
    queryClient.clear()
    history.replaceState(null, '', '/coupon/schedule?code=SAVE10')
    answerCalls({
      ...LOAN,
      couponList: { data: { coupons: [] } },
      checkCoupon: { data: aCoupon({ fits: false }) },
    })
    expect((await open(<SchedulePage />)).textContent).toContain(nothing)
  })

  test('the loan or the list cannot be read: another try, not "nothing"', async () => {
    answerCalls({
      listDisbursementLoan: { status: 500, code: -1, message: 'Something went wrong.' },
      couponList: { data: { coupons: [] } },
    })
    const page = await open(<SchedulePage />)
    expect(page.textContent).not.toContain('There is no loan')
    expect(page.querySelectorAll('button').length).toBeGreaterThan(0)
  })
})
