import { CouponStatus } from '@dolphin/domain/loans/codes'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import type { CallValue } from '../../calls/call.ts'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, unmount, submit } from '../../testing/render.tsx'
import { SAMPLE_ACTS } from '../../testing/sample-acts.ts'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const OPEN = {
  portfolioId: 118,
  couponCode: 'WELCOME25',
  couponStatus: CouponStatus.inEffect,
  kind: 'financeChargeAmount',
  value: '$25.00',
  personal: false,
  validFrom: '2026-01-01',
  validThrough: '2027-12-31',
  limitTotal: 10_000,
  reserved: 2,
  used: 7,
} as const
const PERSONAL = {
  ...OPEN,
  couponCode: 'THANKS',
  personal: true,
  kind: 'originationFee',
  value: null,
} as const

/** What a reply says of the mail with the link. */
type Mail = Pick<CallValue<'issueCoupon'>, 'isNew' | 'mailObstacle' | 'mailLeavesFrom'>
const LEAVES: Mail = { isNew: true, mailObstacle: null, mailLeavesFrom: '2026-03-17T10:42:00-04:00' }

function serve(
  coupons: readonly (typeof OPEN | typeof PERSONAL)[],
  issued?: ReturnType<typeof refusal>,
  { mail = LEAVES, file = SAMPLE_FILE }: { mail?: Mail; file?: CallValue<'showCustomer'> } = {},
) {
  return answerCalls({
    readStaffSession: {
      data: sampleSession(
        (['loan.read', 'settlement.offer'] as const).map((permission) => ({
          permission,
          act: 'may',
          portfolios: null,
        })),
      ),
    },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: file },
    listFileActs: { data: { ...SAMPLE_ACTS, acts: [] } },
    listCoupon: { data: { coupons: [...coupons] } },
    issueCoupon: issued ?? {
      data: {
        portfolioId: 118,
        openId: 'jordan-avila',
        couponCode: 'THANKS',
        validThrough: '2027-12-31',
        linkExpiresAt: '2026-04-16T10:42:00-04:00',
        ...mail,
      },
    },
  })
}

async function open(address: string) {
  // Each is a file of its own, which is there before it is asked for.
  await import('./coupons-page.tsx')
  await import('./give-coupon.tsx')
  await render(<DeskApp />, address)
}

test('each coupon says what it gives, when, to whom, and how often it is reserved and used', async () => {
  serve([OPEN, PERSONAL])
  await open('/coupons')
  const [first, second] = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(first).toContain('WELCOME25118$25.00 off the finance charge')
  expect(first).toContain('In effectEveryone who types it27 of 10,000')
  expect(second).toContain('No origination fee')
  expect(second).toContain('Customers to whom it is given')
})

test('a personal coupon is given in the customer’s file', async () => {
  const sent = serve([OPEN, PERSONAL])
  await open('/customers/jordan-avila?tab=acts')
  await press('Give coupon')
  await submit()
  expect(pageText()).toContain('Choose a coupon.')
  const select = document.querySelector<HTMLSelectElement>('dialog select')
  expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['', 'THANKS'])
  await act(async () => {
    if (select !== null) select.value = 'THANKS'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await submit()
  expect(sent.find(({ name }) => name === 'issueCoupon')?.body).toEqual({
    openId: 'jordan-avila',
    couponCode: 'THANKS',
  })
  expect(pageText()).toContain('Given: THANKS. It can be used through Dec 31, 2027.')
  expect(pageText()).toContain('Its mail leaves from Mar 17, 10:42 AM on.')
})

test.each([
  [
    null,
    true,
    'The link to it is mailed between 8 a.m. and 9 p.m. of their day.',
    'No mail goes: the customer has not',
  ],
  [
    'noConsent',
    true,
    'no mail: the customer has not agreed to offers by email.',
    'No mail goes: the customer has not',
  ],
  ['noConsent', false, 'They find it in their account.', 'Held already: THANKS.'],
] as const)(
  'whether mail goes is said before (%s), and after it what came of it',
  async (mailOfferObstacle, isNew, before, after) => {
    const mail = { isNew, mailObstacle: 'noConsent', mailLeavesFrom: null } as const
    serve([PERSONAL], undefined, { mail, file: { ...SAMPLE_FILE, mailOfferObstacle } })
    await open('/customers/jordan-avila?tab=acts')
    await press('Give coupon')
    expect(document.querySelector('dialog')?.textContent).toContain(before)
    expect(pageText()).not.toContain('at once')
    await act(async () => {
      const select = document.querySelector<HTMLSelectElement>('dialog select')
      if (select !== null) select.value = 'THANKS'
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await submit()
    expect(pageText()).toContain(after)
    expect(pageText()).not.toContain('Its mail leaves')
  },
)

test('one that is used up is refused, and the dialog says so', async () => {
  serve([PERSONAL], refusal('couponAlreadyUsed'))
  await open('/customers/jordan-avila?tab=acts')
  await press('Give coupon')
  const select = document.querySelector<HTMLSelectElement>('dialog select')
  await act(async () => {
    if (select !== null) select.value = 'THANKS'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await submit()
  expect(document.querySelector('dialog [role=alert]')?.textContent).toContain('already used')
})

test('where no personal coupon is in effect, none can be given, and why is said', async () => {
  serve([OPEN])
  await open('/customers/jordan-avila?tab=acts')
  expect(pageText()).toContain('No personal coupon of this portfolio is in effect.')
})
