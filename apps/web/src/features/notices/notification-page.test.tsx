import { NotificationCode, LoanStatus } from '@dolphin/domain/loans/codes'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearTokens, storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, unmount, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { aHome, aHomeLoan, aRepaymentLoan, type HomeLoan } from '../../testing/sample-home.ts'
import { aChange, aChangeList } from '../../testing/sample-repayment.ts'
import { servicingText } from '../servicing/receipt-messages.ts'
import { notificationText } from './messages.ts'
import NotificationPage from './notification-page.tsx'
import { NOTICE_PAGES } from './notices.ts'

const CODES = Object.values(NotificationCode)

const aNotice = {
  noticeNo: 'N-1',
  kind: 'adverseAction',
  loanNo: '118-0000017',
  subject: 'Notice of action taken',
  body: 'One.\n\nTwo.',
  sentAt: '2026-03-05T12:00:00-05:00',
  sentTo: 'a•••@example.com',
  documentNo: 'D-9',
}

async function open(
  code: number | string,
  loan: HomeLoan = aHomeLoan(),
  sectionsDone = 4,
  listed: Parameters<typeof anApplication>[1] = {},
) {
  answerCalls({
    listDisbursementLoan: { data: aHome(2, [loan]) },
    listSection: { data: anApplication(sectionsDone, listed) },
    noticeList: { data: { notices: [aNotice] } },
  })
  const page = await render(<NotificationPage params={{ code: String(code) }} />)
  for (let round = 0; round < 20; round += 1) await settle(() => {})
  return page
}

const links = (page: HTMLElement) =>
  [...page.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])

beforeAll(giveBootData)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  history.replaceState(null, '', '/notification/0')
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

describe('notification pages (product.md §4)', () => {
  test('there are twelve', () => expect(CODES).toHaveLength(12))

  test.each(CODES)('%i says what happened and has a next step', async (code) => {
    const page = await open(code)
    expect(page.querySelector('h1')?.textContent).toBe(notificationText(NOTICE_PAGES[code].title))
    expect(page.textContent).toContain(notificationText(NOTICE_PAGES[code].lead))
    expect(links(page).length).toBeGreaterThan(0)
  })

  test('the words that product.md gives stand there to the letter', async () => {
    expect((await open(103)).textContent).toContain('Your new payment plan has been confirmed.')
    expect((await open(201)).textContent).toContain(
      'We received your application, which is now under careful review',
    )
    expect((await open(301)).textContent).toContain('do not meet our current criteria')
  })

  test('a payment that the borrower makes is expected, not confirmed', async () => {
    history.replaceState(null, '', '/notification/103?expected=1')
    const page = await open(103)
    expect(page.querySelector('h1')?.textContent).toBe('We expect your payment')
    expect(page.textContent).toContain('Nothing was taken. Your scheduled payments stay the same')
    expect(page.textContent).not.toContain('confirmed')
  })

  describe('103 with its change is a receipt, which leads with the money (borrower-journey.md "After signing")', () => {
    const receipt = async (change: Partial<Parameters<typeof aChange>[0]> = {}, loan = {}) => {
      history.replaceState(null, '', '/notification/103?loanNo=118-0000017&changeNo=C-1')
      answerCalls({
        listChange: { data: aChangeList([aChange(change)]) },
        listRepaymentLoan: { data: { homeFlag: 5, loans: [aRepaymentLoan(loan)] } },
      })
      const page = await render(<NotificationPage params={{ code: '103' }} />)
      await until(() => page.querySelector('h1') !== null)
      return page
    }
    const heading = (page: HTMLElement) => page.querySelector('h1')?.textContent

    test('what is taken, from where, when; what it changes, until when it can be undone, the reference', async () => {
      const page = await receipt()
      expect(heading(page)).toBe('$50.00 will be taken from Sample Bank ••6789 on Mon, Mar 16, 2026')
      expect(page.textContent).toContain('Your new payment plan has been confirmed.')
      for (const words of ['You save $12.50.', 'Your next payment is $288.51 on Fri, Mar 20, 2026.', 'C-1'])
        expect(page.textContent).toContain(words)
      const buttons = [...page.querySelectorAll('button')].map(({ textContent }) => textContent)
      expect(buttons).toEqual([servicingText('receipt'), servicingText('undo')])
    })

    test('a payoff says that the loan is paid off, and how many payments are canceled', async () => {
      const page = await receipt({
        changeTypeCode: 101,
        payment: { amount: '507.12', date: '2026-03-16', sentBy: 'us' },
        canceledPayments: 2,
      })
      expect(page.textContent).toContain('Your loan is paid off. Your last 2 payments are canceled.')
    })

    test('a change of the schedule leads with the payment that comes next', async () => {
      const page = await receipt({ payment: null, costDifference: '3.00' })
      expect(heading(page)).toBe('$288.51 is your next payment, on Fri, Mar 20, 2026')
      expect(page.textContent).toContain('You pay $3.00 more in interest.')
    })

    test('a payment that the borrower sends is expected, and nothing is confirmed', async () => {
      const page = await receipt({ payment: { amount: '150.00', date: '2026-03-16', sentBy: 'borrower' } })
      expect(heading(page)).toBe('$150.00 is yours to send, by Mon, Mar 16, 2026')
      expect(page.textContent).toContain('Nothing was taken')
      expect(page.textContent).not.toContain('has been confirmed')
      expect(page.textContent).not.toContain(servicingText('receiptConfirmed'))
    })

    test('one that was taken back says so, and not that it was confirmed', async () => {
      const page = await receipt({ status: 'cancelled', cancelable: false })
      expect(page.textContent).toContain(servicingText('canceledText'))
      expect(page.textContent).not.toContain('will be taken')
      expect(page.textContent).not.toContain('has been confirmed')
    })

    test('an address that names no change of theirs is the plain page', async () => {
      history.replaceState(null, '', '/notification/103?loanNo=118-0000017&changeNo=C-9')
      answerCalls({ listChange: { data: aChangeList([aChange()]) } })
      const page = await render(<NotificationPage params={{ code: '103' }} />)
      await until(() => page.querySelector('h1') !== null)
      expect(heading(page)).toBe(notificationText('paymentTitle'))
    })
  })

  test('an unknown code is an unknown page', async () => {
    await open('999')
    expect(location.pathname).toBe('/404')
  })

  test('203 leads back to the bank link', async () => {
    const page = await open(NotificationCode.noQualifiedAmount)
    expect(links(page)[0]).toEqual([notificationText('retry'), '/application/link-1?section=IBV&bank=choose'])
  })

  test('203 names up to four reasons, what would change them, and how many links are left (domain.md §6)', async () => {
    const reasons = [{ code: 'nsf', reason: '4 payments were returned', change: 'Link another account' }]
    const page = await open(NotificationCode.noQualifiedAmount, aHomeLoan(), 4, {
      reasons,
      verificationTriesLeft: 2,
    })
    expect(page.textContent).toContain('4 payments were returned')
    expect(page.textContent).toContain('What would change it: Link another account')
    expect(page.textContent).toContain('You can link a bank 2 more times in 30 days.')
  })

  test('203 offers no link that would be refused: the statement is the way on', async () => {
    const page = await open(NotificationCode.noQualifiedAmount, aHomeLoan(), 4, { verificationTriesLeft: 0 })
    expect(links(page).map(([words]) => words)).not.toContain(notificationText('retry'))
    expect(links(page)[0]?.[0]).toBe(notificationText('statement'))
    expect(page.textContent).toContain(notificationText('noTryLeft'))
  })

  test('301 names the specific reasons, what would change them, and carries the notice', async () => {
    const reasons = [{ code: 'income', reason: 'Income is below our least', change: 'More income' }]
    const page = await open(
      NotificationCode.withdrawn,
      aHomeLoan({ loanStatus: LoanStatus.withdrawn, reasons }),
    )
    expect(page.textContent).toContain('Income is below our least')
    expect(page.textContent).toContain(notificationText('changes', { change: 'More income' }))
    expect(page.textContent).toContain('Notice of action taken')
    expect([...page.querySelectorAll('button')].map((one) => one.textContent)).toContain('Open as PDF')
  })

  test('202 waits while the bank is read, and moves on once the server says that it is done', async () => {
    await open(NotificationCode.bankLinkChecking)
    expect(location.pathname).toBe('/notification/0')
    queryClient.clear()
    await open(NotificationCode.bankLinkChecking, aHomeLoan(), 5)
    expect(location.pathname).toBe('/application/link-1')
  })

  test('302 leads to sign-in for a visitor who is not signed in', async () => {
    clearTokens()
    expect(links(await open(NotificationCode.invalidLink))[0]?.[1]).toBe('/sign-in')
  })
})
