import type { TicketMessage } from '@dolphin/contract/channel'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { HomeFlag, LoanStatus, SignStatus, LoanFlag } from '@dolphin/domain/loans/codes'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, unmount, until } from '../../testing/render.tsx'
import { aHome, aHomeLoan, type HomeLoan } from '../../testing/sample-home.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import LoanApplicationPage from './loan-application-page.tsx'
import LoanDetailsPage from './loan-details-page.tsx'
import { payoutText } from './messages.ts'
import SignaturePage from './signature-page.tsx'

const approved = (overrides: Partial<HomeLoan> = {}) =>
  aHomeLoan({
    loanStatus: LoanStatus.approved,
    trackerStep: 3,
    amount: '500.00',
    effectiveDate: '2026-03-06',
    datesToPick: ['2026-03-06', '2026-03-09'],
    sameDayTip: true,
    signStatus: SignStatus.signed,
    next: '/home',
    ...overrides,
  })

const { hear } = vi.hoisted(() => {
  const listeners = new Set<(message: TicketMessage) => void>()
  return { hear: { listeners } }
})
vi.mock('../../channel/use-tickets.ts', () => ({
  useTickets: (listener: (message: TicketMessage) => void) => {
    hear.listeners.add(listener)
  },
}))

type Answers = Parameters<typeof answerCalls>[0]
const tip = (secondsLeft: number) => ({
  data: {
    secondsLeft,
    cutOffAt: '2026-03-05T16:00:00-05:00',
    fundsArriveOn: '2026-03-06',
    sameDay: secondsLeft > 0,
  },
})

async function open(Page: ComponentType, loans: HomeLoan[], answers: Answers = {}) {
  const sent = answerCalls({
    listDisbursementLoan: { data: aHome(HomeFlag.inProgress, loans) },
    countdownSameDay: tip(7_200),
    ...answers,
  })
  const page = await render(
    <>
      <Page />
      <AnnouncementsView />
    </>,
  )
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

const says = (page: HTMLElement, words: string) => until(() => page.textContent?.includes(words) ?? false)
const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())

beforeAll(giveBootData)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  hear.listeners.clear()
  history.replaceState(null, '', '/disbursement/loan-details')
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

describe('the three pages of /disbursement (product.md §2)', () => {
  test.each([
    ['loan-application', LoanApplicationPage],
    ['loan-details', LoanDetailsPage],
    ['signature', SignaturePage],
  ] as const)('%s counts down to the same-day cut-off', async (_, Page) => {
    const { page } = await open(Page, [approved()])
    await says(page, payoutText('tipTitle'))
    expect(page.textContent).toContain('2 h 0 min')
    expect(page.textContent).toContain('Fri, Mar 6, 2026')
  })

  const afterCutOff = {
    data: { ...tip(0).data, cutOffAt: '2026-03-06T16:00:00-05:00', fundsArriveOn: '2026-03-09' },
  }
  const tickingOut = () => {
    let looks = 0
    return () => (looks++ === 0 ? tip(1) : afterCutOff)
  }

  test('past the cut-off an agreement not yet signed gets the next day', async () => {
    const loan = approved({
      loanStatus: LoanStatus.originating,
      signStatus: SignStatus.notSigned,
      effectiveDate: null,
      datesToPick: [],
    })
    const { page } = await open(LoanDetailsPage, [loan], { countdownSameDay: tickingOut() })
    await says(page, payoutText('cutOffTitle'))
    await says(page, payoutText('cutOff', { date: 'Mon, Mar 9, 2026' }))
  })

  test('past the cut-off a planned credit keeps its day', async () => {
    const { page, sent } = await open(LoanDetailsPage, [approved()], { countdownSameDay: tickingOut() })
    await until(() => sent.filter(({ name }) => name === 'countdownSameDay').length > 1)
    await says(page, payoutText('tipSigned', { date: 'Fri, Mar 6, 2026' }))
    expect(page.textContent).not.toContain(payoutText('cutOffTitle'))
  })

  test('a day that ticket 3002 takes away is shown with the next one, accepted by one tap', async () => {
    const picked = { loanNo: '118-0000017', date: '2026-03-09', fundsArriveOn: '2026-03-09' }
    const { page, sent } = await open(LoanDetailsPage, [approved()], {
      disbursementDate: {
        data: { ...picked, cutOffAt: '2026-03-06T16:00:00-05:00', signsAgain: false },
      },
    })
    await says(page, payoutText('tipTitle'))
    const data = { portfolioId: 118, nextDate: '2026-03-09', nextCutOffAt: '2026-03-06T16:00:00-05:00' }
    await settle(() => {
      for (const listener of hear.listeners) listener({ ticket: Ticket.cutOffTimeExpired, id: '1', data })
    })
    await says(page, payoutText('cutOffTitle'))
    await press(page, payoutText('acceptDate', { date: 'Mon, Mar 9, 2026' }))
    await says(page, payoutText('dateSaved', { date: 'Mon, Mar 9, 2026' }))
    expect(sent.find(({ name }) => name === 'disbursementDate')?.body).toEqual({
      loanNo: '118-0000017',
      date: '2026-03-09',
    })
  })

  test('where a person has yet to approve, no day is named', async () => {
    const loan = approved({ loanStatus: LoanStatus.originating, effectiveDate: null, datesToPick: [] })
    const { page } = await open(LoanDetailsPage, [loan], {
      countdownSameDay: { data: { ...tip(0).data, fundsArriveOn: null } },
    })
    await says(page, payoutText('tipAwaitApproval'))
  })

  test('a loan to be signed again leads to the signature on every page', async () => {
    const loan = approved({
      signsAgain: true,
      loanFlags: [LoanFlag.reSignLoanAgreement],
      next: '/signature/link-2',
      datesToPick: [],
    })
    for (const Page of [LoanApplicationPage, LoanDetailsPage, SignaturePage]) {
      const { page } = await open(Page, [loan])
      const link = [...page.querySelectorAll('a')].find(
        ({ textContent }) => textContent === payoutText('againSign'),
      )
      expect(link?.getAttribute('href')).toBe('/signature/link-2')
      expect(page.textContent).not.toContain(payoutText('signed'))
      await unmount()
      queryClient.clear()
    }
  })

  test('a day beyond the signed terms says that it is signed for, before it is picked', async () => {
    const picked = { loanNo: '118-0000017', date: '2026-03-06', fundsArriveOn: '2026-03-06' }
    const { page } = await open(
      LoanDetailsPage,
      [approved({ datesToSign: ['2026-03-06'], apr: '260.55', signedApr: '260.01' })],
      {
        disbursementDate: {
          data: { ...picked, cutOffAt: '2026-03-05T17:00:00-05:00', signsAgain: true },
        },
      },
    )
    await says(page, payoutText('dateSign'))
    expect(page.textContent).toContain(payoutText('aprSigned', { apr: '260.55', signed: '260.01' }))
    await press(page, payoutText('dateSaveSign'))
    await says(page, payoutText('dateWaits', { date: 'Fri, Mar 6, 2026' }))
  })

  test('canceling shows its effect before the borrower confirms it', async () => {
    const { page, sent } = await open(LoanDetailsPage, [approved()], {
      cancelLoan: {
        data: {
          loanNo: '118-0000017',
          mode: 0,
          loanStatus: LoanStatus.approved,
          cancelUntil: '2026-03-06T18:00:00-05:00',
          principalDebit: null,
          debitDate: null,
        },
      },
    })
    await press(page, servicingText('cancelLoan'))
    await says(page, servicingText('cancelNothingSent'))
    const modes = () =>
      sent.flatMap(({ name, body }) => (name === 'cancelLoan' ? [(body as { mode: number }).mode] : []))
    expect(modes()).toEqual([0])
    await press(page, servicingText('cancelConfirm'))
    expect(modes()).toEqual([0, 1])
  })

  test('a cancellation that the debit eligibility check blocks shows its reason', async () => {
    const preview = {
      loanNo: '118-0000017',
      mode: 0,
      loanStatus: LoanStatus.disbursed,
      cancelUntil: '2026-03-06T18:00:00-05:00',
      principalDebit: '500.00',
      debitDate: '2026-03-06',
    }
    const message = 'Your bank returned the payment because the account is closed.'
    const ineligible = {
      status: 422,
      code: -92020056,
      message: 'No.',
      errors: [{ elementKey: 'paymentMode', message }],
    }
    let asked = 0
    const { page } = await open(LoanDetailsPage, [approved()], {
      cancelLoan: () => {
        asked += 1
        return asked === 1 ? { data: preview } : ineligible
      },
    })
    await press(page, servicingText('cancelLoan'))
    await press(page, servicingText('cancelConfirm'))
    await says(page, message)
  })

  test('a check goes to an address that was confirmed, then notification 204', async () => {
    const values = { street: '1 Sample Street', city: 'Springfield', state: 'UT', zip: '84101' }
    const { page, sent } = await open(LoanDetailsPage, [approved()], {
      getPersonal: { data: { code: 'personal', externalKey: null, version: 1, values, masked: {} } },
      paperCheck: { data: { loanNo: '118-0000017', address: {}, mailedOn: '2026-03-06', notification: 204 } },
    })
    await settle(() => page.querySelector('details')?.toggleAttribute('open', true))
    await says(page, 'Springfield, UT 84101')
    await press(page, payoutText('checkAsk'))
    expect(page.textContent).toContain(payoutText('checkMissing'))
    expect(sent.some(({ name }) => name === 'paperCheck')).toBe(false)
    await settle(() => page.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
    await press(page, payoutText('checkAsk'))
    await until(() => location.pathname === '/notification/204')
    expect(location.pathname).toBe('/notification/204')
  })

  test('a check that was asked for is named with its address and not offered again', async () => {
    const loan = approved({
      method: TransactionMode.paperCheck,
      account: null,
      checkAddress: '1 Sample Street, Springfield, UT 84101',
      sameDayTip: false,
    })
    const { page } = await open(LoanDetailsPage, [loan])
    await says(page, 'By check to 1 Sample Street, Springfield, UT 84101')
    expect(page.textContent).not.toContain('••••')
    expect(page.textContent).not.toContain(payoutText('checkTitle'))
  })

  test('an agreement not yet signed is the one thing left to do', async () => {
    const loan = approved({
      loanStatus: LoanStatus.originating,
      signStatus: SignStatus.notSigned,
      requestCode: 'R-1',
      next: '/signature/link-2',
      datesToPick: [],
    })
    const { page } = await open(SignaturePage, [loan])
    await says(page, payoutText('leftSign'))
    expect([...page.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toContain(
      '/signature/link-2',
    )
  })

  test('without a loan on its way the page says so', async () => {
    const { page } = await open(LoanApplicationPage, [])
    await says(page, payoutText('noneTitle'))
  })
})
