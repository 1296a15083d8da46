import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { customerHistoryCall, showCustomerCall } from '@dolphin/contract/customer-files'
import { listFileActsCall, previewFileActCall } from '@dolphin/contract/file-acts'
import { changeAccountCall, enterOptOutCall } from '@dolphin/contract/identity'
import { manualPostingCall } from '@dolphin/contract/payments'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import {
  ACCOUNT_ACTS,
  DEBIT_ACTS,
  ENTRY_ACTS,
  type FileAct,
  LOAN_ACTS,
  PERSON_ACTS,
} from '@dolphin/domain/servicing/acts/codes'
import type { StaffRole } from '@dolphin/domain/staff/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmAt, type Confirmer, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { touchAt } from '../../testing/touches.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let loan: SignedLoan
let ada: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  loan = await fundLoan(api)
  await liveOn(api, '2026-03-06T10:00:00-05:00')
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

type Order = CallInputOf<typeof previewFileActCall>['body']
const DETAILS = {
  changeTypeCode: 0,
  amount: null,
  effectiveDate: '2026-03-06',
  transactionNo: null,
  installmentNo: null,
  paymentMode: null,
} as const
const RECEIPT = { ...DETAILS, amount: '120.00', paymentMode: PaymentMode.moneyOrder } as const

const actsFor = (by: TestClient, file = loan.loanNo) =>
  by.ask(listFileActsCall, { params: { file }, query: {} })
const preview = (body: Order, by = ada) => by.ask(previewFileActCall, { body })
const orderOf = (kind: 'receipt' | 'interestWaiver', details: typeof RECEIPT | object = RECEIPT) => ({
  loanNo: loan.loanNo,
  kind,
  ...DETAILS,
  ...details,
  note: '',
})
const enter = (by: TestClient, ...order: Parameters<typeof orderOf>) =>
  by.ask(manualPostingCall, { body: orderOf(...order) })
/** At the desk, where a passkey is touched for it first. */
async function enterAtDesk(desk: Confirmer, ...order: Parameters<typeof orderOf>) {
  await touchAt(desk, { call: manualPostingCall.name, request: orderOf(...order) })
  return await enter(desk.client, ...order)
}
const suspend = (by: TestClient) =>
  by.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: 'badStanding', note: 'letter' } })
const owed = async () => {
  const { money } = await ada.ask(showCustomerCall, { params: { file: loan.loanNo }, query: {} })
  return money
}

describe('the acts of a file (design/console.md, Permissions)', () => {
  const POSTINGS: readonly FileAct[] = [
    'receipt',
    'checkReceipt',
    'reverseReceipt',
    'refund',
    'feeWaiver',
    'interestWaiver',
    'rejectEntry',
    'scheduleChange',
    'cancelChange',
  ]
  const HOLDS: readonly FileAct[] = ['noteLegalFact', 'freeze']
  const STATUS: readonly FileAct[] = ['suspend', 'cure', 'collect']
  test.each<[StaffRole, readonly FileAct[]]>([
    ['support', [...POSTINGS, ...DEBIT_ACTS, 'optOut', ...HOLDS]],
    ['underwriter', ['voidLoan', 'endPaid', ...HOLDS]],
    ['collector', [...POSTINGS, ...STATUS, ...DEBIT_ACTS, 'optOut', ...HOLDS]],
    ['teamLead', [...LOAN_ACTS, ...ACCOUNT_ACTS]],
    ['cash', [...POSTINGS, ...DEBIT_ACTS, ...ENTRY_ACTS, ...HOLDS]],
    ['accounting', POSTINGS],
    ['compliance', [...STATUS, 'endLegalFact', ...DEBIT_ACTS, 'optOut', ...HOLDS, ...PERSON_ACTS]],
    ['auditor', []],
  ])('%s sees those of the own rights alone', async (role, acts) => {
    const one = await signInEmployee(api, `${role.toLowerCase()}-example`, {
      roles: [role],
      portfolioId: 118,
    })
    const listed = (await actsFor(one)).acts.map(({ act }) => act)
    expect(listed.toSorted()).toEqual([...acts].toSorted())
  })

  test('what is not possible says why, in the words with which the server refuses it', async () => {
    const { acts, openId } = await actsFor(ada)
    const ofEntries: readonly string[] = [...ENTRY_ACTS, ...PERSON_ACTS]
    const locked = acts.filter(({ act, obstacle }) => obstacle !== null && !ofEntries.includes(act))
    expect(locked.map(({ act }) => act)).toEqual([
      'checkReceipt',
      'reverseReceipt',
      'refund',
      'feeWaiver',
      'writeOff',
      'rejectEntry',
      'cancelChange',
      'cure',
      'collect',
      'voidLoan',
      'endPaid',
      'endLegalFact',
      'activate',
    ])
    const { loanNo } = loan
    const codes: Readonly<Partial<Record<FileAct, number>>> = {
      checkReceipt: 903,
      rejectEntry: 901,
      cancelChange: 905,
      refund: 305,
    }
    for (const { act, obstacle } of locked) {
      const common = { loanNo, note: '' }
      const answer =
        act === 'activate'
          ? await ada.call(changeAccountCall, {
              body: { portfolioId: 118, account: openId ?? '', change: act, note: '' },
            })
          : act === 'cure'
            ? await ada.call(CALLS.suspendLoan, { body: { ...common, subStatus: null } })
            : act === 'collect'
              ? await ada.call(CALLS.collectLoan, { body: { ...common, subStatus: 'notified' } })
              : act === 'endLegalFact'
                ? await ada.call(CALLS.endLegalFact, {
                    body: { ...common, kind: 'bankruptcy', endedOn: '2026-03-06' },
                  })
                : act === 'voidLoan' || act === 'endPaid'
                  ? await ada.call(CALLS.terminateLoan, {
                      body: { ...common, subStatus: act === 'voidLoan' ? 'voided' : 'paidOff' },
                    })
                  : await ada.call(manualPostingCall, {
                      body: {
                        ...DETAILS,
                        ...common,
                        kind: act as 'refund',
                        changeTypeCode: (codes[act] ?? 0) as 305,
                        ...(act === 'refund' ? { amount: '1.00' } : {}),
                      },
                    })
      expect(answer.data, act).toMatchObject({ message: obstacle })
      expect(answer.code, act).not.toBe(1)
    }
  })

  test('of a guest: nothing was funded, and there is no account', async () => {
    const { loanNo } = await beginApplication(api.client())
    const { acts, openId } = await actsFor(ada, loanNo)
    expect(openId).toBeNull()
    const possible = acts.filter(({ obstacle }) => obstacle === null)
    expect(possible.map(({ act }) => act)).toEqual(['noteLegalFact', 'setHold'])
  })

  test('answer from what the loan came to; what is not there is refused', async () => {
    const { loanNo } = loan
    const params = { file: loanNo }
    await proveChanges(api, () => suspend(ada), {
      listFileActs: asking(ada, 'listFileActs', { params, query: {} }),
      previewFileAct: asking(ada, 'previewFileAct', { body: { act: 'cure', loanNo } }),
    })
    await expectRefused(ada, 'listFileActs', { params: { file: 'absent-customer' }, query: {} }, 'notFound')
    await expectRefused(ada, 'listFileActs', { params, query: { loan: '118-9999999' } }, 'loanNotFound')
    await expectRefused(
      ada,
      'previewFileAct',
      { body: { act: 'cure', loanNo: '118-9999999' } },
      'loanNotFound',
    )
    const account = { act: 'freeze', portfolioId: 118, openId: 'absent-customer' } as const
    await expectRefused(ada, 'previewFileAct', { body: account }, 'accountNotFound')
    const person = { act: 'erasePerson', portfolioId: 110, openId: loan.client.openId } as const
    await expectRefused(ada, 'previewFileAct', { body: { ...person, requestNo: null } }, 'notFound')
  })
})

describe('the preview of an act', () => {
  const figureIn = (of: CallReply<typeof previewFileActCall>, label: string) =>
    of.differences.find((row) => row.label === label)

  test('shows what is owed before and after; the parts are the whole, and it is what comes', async () => {
    const { loanNo } = loan
    const before = await owed()
    const seen = await preview({ act: 'receipt', loanNo, ...RECEIPT })
    expect(seen.blocked).toBeNull()
    expect(await owed()).toEqual(before)
    const cents = (label: string, side: 'before' | 'after') =>
      Math.round(Number(figureIn(seen, label)?.[side].replace('$', '')) * 100)
    for (const side of ['before', 'after'] as const)
      expect(cents('Principal', side) + cents('Interest', side) + cents('Fees', side)).toBe(
        cents('Owed today', side),
      )
    expect(figureIn(seen, 'Owed today')).toEqual({
      label: 'Owed today',
      before: `$${before?.payoff}`,
      after: '$387.12',
      change: '−$120.00',
    })
    expect(figureIn(seen, 'Fees')).toMatchObject({ before: '$0.00', after: '$0.00' })
    expect(seen.effects).toContain('Notice to the borrower: payment received')
    const { approval } = await enter(ada, 'receipt')
    const bea = await deskOf(await signInEmployee(api, 'bea-example'))
    await confirmAt(bea, approval.approvalNo)
    const after = await owed()
    expect(after).toMatchObject({ payoff: '387.12' })
    expect(figureIn(seen, 'Principal')?.after).toBe(`$${after?.principal}`)
    expect(figureIn(seen, 'Interest')?.after).toBe(`$${after?.interest}`)
  })

  test('of every act leaves nothing behind: no row, no notice, no line of the history', async () => {
    const { loanNo } = loan
    const account = { portfolioId: 118, openId: loan.client.openId }
    const orders: Order[] = [
      { act: 'receipt', loanNo, ...RECEIPT },
      { act: 'interestWaiver', loanNo, ...DETAILS, amount: '1.00' },
      { act: 'scheduleChange', loanNo, ...DETAILS, changeTypeCode: 203, installmentNo: 3, amount: '150.00' },
      { act: 'suspend', loanNo, subStatus: 'badStanding' },
      { act: 'noteLegalFact', loanNo, kind: 'bankruptcy', since: '2026-03-05', reference: null },
      { act: 'optOut', ...account, optOut: 'doNotCall' },
      { act: 'freeze', ...account },
      { act: 'deactivate', ...account },
    ]
    const history = () => ada.ask(customerHistoryCall, { params: { file: loan.client.openId }, query: {} })
    const before = [await history(), await actsFor(ada)]
    for (const order of orders) {
      const { blocked, differences } = await preview(order)
      expect({ act: order.act, blocked }).toEqual({ act: order.act, blocked: null })
      expect(
        differences.some((row) => row.before !== row.after),
        order.act,
      ).toBe(true)
    }
    expect([await history(), await actsFor(ada)]).toEqual(before)
  })

  test('says why it would be refused', async () => {
    const { loanNo } = loan
    const tooMuch = await preview({ act: 'interestWaiver', loanNo, ...DETAILS, amount: '7.13' })
    expect(tooMuch).toMatchObject({ differences: [], effects: [] })
    expect(tooMuch.blocked).toContain('$7.12 is owed')
    expect(tooMuch.errors).toMatchObject([{ elementKey: 'amount' }])
    const { blocked } = await preview({ act: 'cure', loanNo })
    expect(blocked).toBe(
      'Only a loan that is suspended (204) or in collection (205). This one is 202 disbursed.',
    )
  })
})

describe('an act at the desk', () => {
  test('of two people is entered by one, refused to the same person, and posted once by another', async () => {
    const owen = await deskOf(await signInEmployee(api, 'owen-example', { roles: ['cash'] }))
    const lead = await deskOf(await signInEmployee(api, 'lead-example', { roles: ['teamLead'] }))
    const posted = async () =>
      (await listPostings(api.database.db, loan)).filter(({ kind }) => kind === PostingKind.paymentReceived)
    const { approval, posting } = await enterAtDesk(owen, 'receipt')
    expect(posting.state).toBe('entered')
    expect(await posted()).toEqual([])
    const code = { code: RESPONSE_CODES.approvalRefused.code }
    expect(await tryConfirming(owen, approval.approvalNo)).toMatchObject(code)
    await confirmAt(lead, approval.approvalNo)
    expect(await tryConfirming(lead, approval.approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalOver.code,
    })
    expect(await posted()).toHaveLength(1)
  })

  test('that is sent twice is entered once', async () => {
    const body = { loanNo: loan.loanNo, kind: 'receipt', ...RECEIPT, note: '' } as const
    const key = { idempotencyKey: '5f0c2f6e-2c9e-4f5e-9a35-0d8b4f0a1c11' }
    const first = await ada.call(manualPostingCall, { body }, key)
    expect(await ada.call(manualPostingCall, { body }, key)).toEqual(first)
    const { approvals } = await ada.ask(CALLS.listApproval, { query: {} })
    expect(approvals).toHaveLength(1)
  })

  test('after another act came between is refused with the reason, and what was entered is not lost', async () => {
    const waiver = { amount: '7.12' }
    const first = await enter(ada, 'interestWaiver', waiver)
    const second = await enter(ada, 'interestWaiver', waiver)
    const bea = await deskOf(await signInEmployee(api, 'bea-example'))
    await confirmAt(bea, first.approval.approvalNo)
    expect(await tryConfirming(bea, second.approval.approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalBlocked.code,
      data: { message: 'No interest is owed today.' },
    })
    const kept = await ada.ask(CALLS.showApproval, { params: { approvalNo: second.approval.approvalNo } })
    expect(kept).toMatchObject({ state: 'waiting', blocked: 'No interest is owed today.' })
    await suspend(ada)
    const again = { loanNo: loan.loanNo, subStatus: 'cccs', note: '' } as const
    expect(await bea.client.call(CALLS.suspendLoan, { body: again })).toMatchObject({
      code: RESPONSE_CODES.loanStatusInvalid.code,
      data: { message: expect.stringContaining('204 suspended, bad standing') },
    })
  })

  test('is in the history of the customer with who did it', async () => {
    const atDesk = await deskOf(ada)
    const { client: desk } = atDesk
    const { openId } = loan.client
    const account = { portfolioId: 118, account: openId, note: 'by phone' }
    await suspend(desk)
    await enterAtDesk(atDesk, 'receipt')
    await desk.ask(enterOptOutCall, { body: { ...account, optOut: 'doNotCall' } })
    await desk.ask(changeAccountCall, { body: { ...account, change: 'freeze' } })
    const { lines } = await ada.ask(customerHistoryCall, {
      params: { file: openId },
      query: { kind: 'staff' },
    })
    const mine = lines.filter(({ actor }) => actor === 'employee:ada-example').map(({ event }) => event)
    expect(mine).toEqual(
      expect.arrayContaining(['loanSuspended', 'postingEntered', 'optOutEntered', 'accountStatusChanged']),
    )
    const said = (event: string) => lines.find((line) => line.event === event)?.text
    expect(JSON.parse(said('accountStatusChanged') ?? '')).toMatchObject({ from: 'Active', to: 'Frozen' })
    expect(said('postingEntered')).not.toContain('changeType')
  })

  test('on an account stands in the header of the file; so does what the bank said of its holder (R15)', async () => {
    const { openId } = loan.client
    const flags = async () => (await ada.ask(showCustomerCall, { params: { file: openId }, query: {} })).flags
    expect(await flags()).toEqual([])
    await ada.ask(changeAccountCall, {
      body: { portfolioId: 118, account: openId, change: 'freeze', note: 'two people' },
    })
    expect(await flags()).toEqual(['accountFrozen'])
    await api.database.db.execute(
      sql`update transactions set return_code = 'R15' where portfolio_id = 118 and loan_no = ${loan.loanNo}`,
    )
    expect(await flags()).toEqual(['holderDeceased', 'accountFrozen'])
  })

  test('writes the audit that the terminal writes', async () => {
    const told = async (by: TestClient) => {
      const before = (await listAudit(api.database.db, 118, loan.loanNo)).length
      await suspend(by)
      await by.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: null, note: '' } })
      return (await listAudit(api.database.db, 118, loan.loanNo))
        .slice(before)
        .map(({ action, actor, facts }) => ({ action, actor, from: facts['from'], to: facts['to'] }))
    }
    await suspend(ada)
    await ada.ask(CALLS.suspendLoan, { body: { loanNo: loan.loanNo, subStatus: null, note: '' } })
    const terminal = await told(ada)
    expect(terminal).toHaveLength(2)
    expect(await told((await deskOf(ada)).client)).toEqual(terminal)
  })
})
