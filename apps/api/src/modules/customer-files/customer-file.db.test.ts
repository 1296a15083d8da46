import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { CallInputOf } from '@dolphin/contract/call'
import {
  beginUnmaskCall,
  customerHistoryCall,
  loanRecordsCall,
  showCustomerCall,
  unmaskCall,
  writeNoteCall,
} from '@dolphin/contract/customer-files'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { sendMessageCall } from '@dolphin/contract/messages'
import { listAudit, readOf } from '@dolphin/database/examiner/audit-repository'
import { addCustomerNote } from '@dolphin/database/find/customer-note-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationPasskey } from '../staff/demonstration-staff.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillSection } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { deskOf } from '../../testing/confirmations.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let ada: TestClient
let loan: SignedLoan
let file: string

beforeAll(async () => {
  api = await startTestApi()
  loan = await fundLoan(api)
  file = loan.client.openId
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const show = (query: CallInputOf<typeof showCustomerCall>['query'] = {}, by: TestClient = ada) =>
  by.ask(showCustomerCall, { params: { file }, query })
const audit = (subject: string) => listAudit(api.database.db, 118, subject)

describe('a customer’s file (design/console.md, Customer)', () => {
  test('says who, where, with which loans, and what is owed; the payoff rises by the interest of the days', async () => {
    const shown = await show()
    expect(shown).toMatchObject({ file, openId: file, portfolioId: 118, language: 'en', accountActive: true })
    expect(shown.name).not.toBe('')
    expect(shown.loans).toMatchObject([
      { loanNo: loan.loanNo, loanStatus: LoanStatus.disbursed, amount: '500.00' },
    ])
    expect(shown.money).toMatchObject({ loanNo: loan.loanNo, principal: '500.00', daysOverdue: 0 })
    expect(shown.money?.nextPayment?.date).toBe('2026-03-13')
    const payoffs = shown.money?.payoffByDay.map(({ payoff }) => Number(payoff)) ?? []
    expect(payoffs[0]).toBe(Number(shown.money?.payoff))
    expect(payoffs).toEqual(payoffs.toSorted((one, other) => one - other))
    expect(new Set(payoffs).size).toBe(payoffs.length)
  })

  test('is masked: no whole SSN, email, phone or account is in it', async () => {
    const told = JSON.stringify([
      await show(),
      await ada.ask(customerHistoryCall, { params: { file }, query: {} }),
    ])
    const { ssn } = (await findCustomer(api.database.db, api.deps.cipher, {
      portfolioId: 118,
      openId: file,
    })) ?? { ssn: null }
    for (const secret of [ssn ?? '?', loan.email, '3025550147', '000111222333']) {
      expect(told).not.toContain(secret)
    }
  })

  test('is the same by the number of the loan, and of a guest by the loan alone', async () => {
    const byLoan = await ada.ask(showCustomerCall, { params: { file: loan.loanNo }, query: {} })
    expect(byLoan.openId).toBe(file)
    const { loanNo } = await beginApplication(api.client())
    const guest = await ada.ask(showCustomerCall, { params: { file: loanNo }, query: {} })
    expect(guest).toMatchObject({ file: loanNo, openId: null, name: 'Jordan Sample', money: null, notes: [] })
  })

  test('each read is in the audit, apart from the file’s own history', async () => {
    const before = (await audit(readOf(file))).length
    await show()
    expect((await audit(readOf(file))).slice(before)).toMatchObject([
      { action: 'customerFileRead', actor: 'employee:ada-example', facts: { call: 'showCustomer' } },
    ])
  })

  test('of another portfolio is not shown, and of no one does not exist', async () => {
    const otto = await signInEmployee(api, 'otto-example', { roles: ['support'], portfolioId: 110 })
    for (const name of [file, loan.loanNo]) {
      const answer = await otto.call(showCustomerCall, { params: { file: name }, query: {} })
      expect(answer.code, name).toBe(codeOf('notPermitted'))
    }
    const none = await ada.call(showCustomerCall, { params: { file: 'absent-customer' }, query: {} })
    expect(none.code).toBe(codeOf('notFound'))
    const loanOfNone = await ada.call(showCustomerCall, { params: { file }, query: { loan: '118-0000022' } })
    expect(loanOfNone.code).toBe(codeOf('loanNotFound'))
  })
})

describe('the history', () => {
  const history = (query: CallInputOf<typeof customerHistoryCall>['query'] = {}) =>
    ada.ask(customerHistoryCall, { params: { file }, query })

  test('is newest first, has each line once over its pages, and keeps to a kind', async () => {
    // More of one instant than are read at once
    const notes = 130
    for (let at = 0; at < notes; at += 1) {
      const note = {
        portfolioId: 118,
        openId: file,
        loanNo: null,
        text: `${at}`,
        author: 'employee:ada-example',
      }
      await addCustomerNote(api.database.db, api.deps.cipher, { ...note, at: api.clock.now() })
    }
    const lines: { readonly eventNo: string; readonly at: string }[] = []
    let after: string | null | undefined
    do {
      const page = await history(after === undefined || after === null ? {} : { after })
      lines.push(...page.lines)
      after = page.after
    } while (after !== null)
    expect(lines.filter(({ eventNo }) => eventNo.startsWith('N'))).toHaveLength(notes)
    expect(new Set(lines.map(({ eventNo, at }) => `${eventNo} ${at}`)).size).toBe(lines.length)
    const times = lines.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    const { events } = await ada.ask(loanTimelineCall, { params: { loanNo: loan.loanNo } })
    const known = new Set(lines.map(({ eventNo }) => eventNo))
    expect(events.map(({ eventNo }) => eventNo).filter((eventNo) => !known.has(eventNo))).toEqual([])
    const money = await history({ kind: 'money' })
    expect(money.lines.every(({ kinds }) => kinds.includes('money'))).toBe(true)
    expect(money.lines.some(({ amount }) => amount === '500.00')).toBe(true)
  })

  test('refuses a place that no page gave', async () => {
    const answer = await ada.call(customerHistoryCall, { params: { file }, query: { after: 'here' } })
    expect(answer.code).toBe(codeOf('invalidInput'))
  })

  test('has messages and notes in their words', async () => {
    await liveOn(api, '2026-03-05T10:00:00-05:00')
    ada = await signInEmployee(api)
    await loan.client.ask(sendMessageCall, { body: { text: 'Where is my money?' } })
    await ada.ask(writeNoteCall, { body: { file, text: 'Works nights', loan: loan.loanNo } })
    const lines = (await history()).lines.map(({ event, text, actor }) => `${event} ${actor} ${text}`)
    expect(lines).toContain('message customer Where is my money?')
    expect(lines).toContain('note employee:ada-example Works nights')
    expect((await history({ kind: 'messages' })).lines[0]?.text).toBe('Where is my money?')
  })
})

describe('the records of a loan', () => {
  test('are its schedule, money, documents, answers, consents and notices; numbers by their last digits', async () => {
    const records = await ada.ask(loanRecordsCall, { params: { loanNo: loan.loanNo } })
    expect(records.schedule).toHaveLength(10)
    expect(records.schedule[0]).toMatchObject({
      installmentNo: 1,
      dueDate: '2026-03-13',
      status: TransactionStatus.none,
    })
    expect(records.schedule.at(-1)?.balanceAfter).toBe('0.00')
    expect(records.transactions).toMatchObject([{ amount: '500.00', type: TransactionType.credit }])
    expect(records.notices.map(({ kind }) => kind)).toContain('loanFunded')
    expect(records.consents.length).toBeGreaterThan(0)
    const answers = new Map((records.answers ?? []).map(({ question, answer }) => [question, answer]))
    expect(answers.get('lastName')).toBe('Sample')
    const told = JSON.stringify(records)
    const secrets = [
      '521-44-9999',
      '521449999',
      '000111222333',
      '3025550147',
      '555-0147',
      '1990-05-17',
      loan.email,
    ]
    for (const secret of secrets) expect(told).not.toContain(secret)
    expect(answers.get('cellPhone')).toBe('(•••) •••-0147')
    expect(answers.get('birthDate')).toBe('1990-••-••')
  })

  test('show the flags of each installment, and those that take nothing any more (product.md §3)', async () => {
    const read = () => ada.ask(loanRecordsCall, { params: { loanNo: loan.loanNo } })
    const mark = (number: number, flags: number) =>
      api.database.executeSql('update installments set flags = $3 where loan_no = $1 and number = $2', [
        loan.loanNo,
        number,
        flags,
      ])
    const before = await read()
    const flagsBefore = new Map(before.schedule.map(({ installmentNo, flags }) => [installmentNo, flags]))
    await mark(2, 16)
    await mark(3, 1)
    const { schedule } = await read()
    expect(schedule.map(({ installmentNo }) => installmentNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(schedule[1]).toMatchObject({ flags: 16 })
    expect(schedule[2]).toMatchObject({ flags: 1, payment: '0.00', balanceAfter: null })
    for (const number of [2, 3]) await mark(number, flagsBefore.get(number) ?? 0)
    expect(await read()).toEqual(before)
  })

  test('of an application that is not funded have no schedule', async () => {
    const { loanNo } = await beginApplication(api.client())
    const records = await ada.ask(loanRecordsCall, { params: { loanNo } })
    expect([records.schedule, records.transactions, records.consents]).toEqual([[], [], []])
    const none = await ada.call(loanRecordsCall, { params: { loanNo: '118-0099990' } })
    expect(none.code).toBe(codeOf('loanNotFound'))
  })
})

describe('a note', () => {
  test('stands in the file, by whom and when; the audit has its number, not its words', async () => {
    const note = await ada.ask(writeNoteCall, { body: { file, text: '  Call after 2 PM ', loan: null } })
    expect(note).toMatchObject({ text: 'Call after 2 PM', author: 'employee:ada-example', loanNo: null })
    expect((await show()).notes[0]).toEqual(note)
    const written = (await audit(`customer:${file}`)).filter(({ action }) => action === 'noteWritten')
    expect(written).toMatchObject([{ facts: { noteNo: note.noteNo } }])
  })

  test('about a loan of someone else is refused, and an application without an account has none', async () => {
    const body = { file, text: 'Anything', loan: '118-0000999' }
    expect((await ada.call(writeNoteCall, { body })).code).toBe(codeOf('loanNotFound'))
    const { loanNo } = await beginApplication(api.client())
    const guest = { file: loanNo, text: 'Anything', loan: null }
    expect((await ada.call(writeNoteCall, { body: guest })).code).toBe(codeOf('notFound'))
  })
})

describe('a field shown whole (design/console.md, pii.unmask)', () => {
  const asked = (field: 'ssn' | 'email' | 'account' | 'phone' | 'birthDate') => ({
    file,
    field,
    reason: 'matches the ID they sent',
  })

  test('takes a passkey over exactly that field and reason, is shown for a minute, and is in the audit', async () => {
    const una = await signInEmployee(api, 'una-writer', { roles: ['underwriter'] })
    const { client, touch } = await deskOf(una)
    const account = await findLoanAccount(api.database.db, loan)
    for (const field of ['ssn', 'email', 'account', 'phone', 'birthDate'] as const) {
      const { challengeId, options } = await client.ask(beginUnmaskCall, { body: asked(field) })
      const response = await touch(options)
      const shown = await client.ask(unmaskCall, { body: { ...asked(field), challengeId, response } })
      expect(shown.value.length, field).toBeGreaterThan(6)
      if (field === 'account') expect(shown.value.endsWith(account?.accountTail ?? '?')).toBe(true)
      if (field === 'email') expect(shown.value).toBe(loan.email)
      expect(Date.parse(shown.until) - api.clock.now().getTime()).toBe(60_000)
    }
    const events = (await audit(`customer:${file}`)).filter(({ action }) => action === 'fieldUnmasked')
    expect(events).toHaveLength(5)
    expect(events[0]).toMatchObject({
      actor: 'employee:una-writer',
      facts: { field: 'ssn', reason: 'matches the ID they sent' },
    })
  })

  test('a touch for one field opens no other, and none twice', async () => {
    const una = await signInEmployee(api, 'una-writer', { roles: ['underwriter'] })
    const { client, touch } = await deskOf(una)
    const first = await client.ask(beginUnmaskCall, { body: asked('email') })
    const response = await touch(first.options)
    const { challengeId } = first
    const other = await client.call(unmaskCall, { body: { ...asked('ssn'), challengeId, response } })
    expect(other.code).toBe(codeOf('approvalChanged'))
    const again = await client.call(unmaskCall, { body: { ...asked('email'), challengeId, response } })
    expect(again.code).toBe(codeOf('staffSignInRefused'))
  })

  test('not what went meanwhile, and not to a passkey of which a copy may exist', async () => {
    const una = await signInEmployee(api, 'una-copied', { roles: ['underwriter'] })
    const { client } = await deskOf(una)
    const passkey = demonstrationPasskey(api.deps, 'una-copied')
    const owner = await createCustomer(api, { email: 'gone@example.com' })
    await beginApplication(owner, { ssn: '521-47-3001', email: 'gone@example.com' })
    const unmaskAt = async (counter: number, meanwhile = () => Promise.resolve<unknown>(undefined)) => {
      const body = { ...asked('ssn'), file: owner.openId }
      const { challengeId, options } = await client.ask(beginUnmaskCall, { body })
      const answer = { origin: 'http://desk.localhost:8080', isVerified: true, counter }
      const response = passkey.assert(options, answer)
      await meanwhile()
      return (await client.call(unmaskCall, { body: { ...body, challengeId, response } })).code
    }
    const forget = () =>
      api.database.executeSql('update customers set ssn = null where open_id = $1', [owner.openId])
    const [stored] = (
      await api.database.executeSql('select ssn from customers where open_id = $1', [owner.openId])
    ).rows
    expect(await unmaskAt(5, forget)).toBe(codeOf('notFound'))
    await api.database.executeSql('update customers set ssn = $2 where open_id = $1', [
      owner.openId,
      stored?.['ssn'],
    ])
    expect(await unmaskAt(6)).toBe(1)
    expect(await unmaskAt(2)).toBe(codeOf('passkeyBlocked'))
  })

  test('not to who may only read, and not of what is not on file', async () => {
    const sam = await signInEmployee(api, 'sam-support', { roles: ['support'] })
    expect((await sam.call(beginUnmaskCall, { body: asked('ssn') })).code).toBe(codeOf('notPermitted'))
    const { loanNo } = await beginApplication(api.client())
    const body = { ...asked('email'), file: loanNo }
    expect((await ada.call(beginUnmaskCall, { body })).code).toBe(codeOf('notFound'))
  })
})

test('the records answer from what the customer says (contract.md)', async () => {
  const borrower = api.client()
  const { loanNo, applicationNo } = await beginApplication(borrower)
  await proveChanges(api, () => fillSection(borrower, applicationNo, 'employment'), {
    loanRecords: asking(ada, 'loanRecords', { params: { loanNo } }),
  })
})

test('each call about a file answers from what was done (contract.md)', async () => {
  const { client, touch } = await deskOf(ada)
  const reason = 'called back'
  const body = { file, field: 'phone' as const, reason }
  const noteBody = { file, text: 'Anything', loan: null }
  const before = await client.ask(beginUnmaskCall, { body })
  const spent = { ...body, challengeId: before.challengeId, response: await touch(before.options) }
  await client.ask(unmaskCall, { body: spent })
  await proveChanges(
    api,
    () => ada.ask(writeNoteCall, { body: { ...noteBody, text: 'Asked for a letter' } }),
    {
      showCustomer: asking(ada, 'showCustomer', { params: { file }, query: {} }),
      customerHistory: asking(ada, 'customerHistory', { params: { file }, query: {} }),
      writeNote: asking(ada, 'writeNote', { body: noteBody }),
      beginUnmask: () => client.call(beginUnmaskCall, { body }),
      unmask: {
        before: () => client.call(unmaskCall, { body: spent }),
        async after() {
          const { challengeId, options } = await client.ask(beginUnmaskCall, { body })
          const response = await touch(options)
          return await client.call(unmaskCall, { body: { ...body, challengeId, response } })
        },
      },
    },
  )
})
