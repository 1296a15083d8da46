import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listErasures } from '@dolphin/database/retention/erase-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { colleagueAtDesk, confirmAt, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { withdrawnApplication } from '../../testing/ended-files.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const note = 'asked on the site'

const correction = { body: { kind: 'correction', details: 'My street is 14 Elm Street.' } } as const
const deletion = { body: { kind: 'deletion', details: '' } } as const
const copy = (format: 'json' | 'pdf') => ({ query: { format } })

const items = () => listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'dataRequest' })
const account = (openId: string) =>
  findCustomer(api.database.db, api.deps.cipher, { portfolioId: 118, openId })

describe('the copy of one’s data', () => {
  test('for machines has every part, with the SSN and account numbers by their last digits', async () => {
    const { client, loanNo } = await signLoan(api)
    const file = await client.download(CALLS.copyMyData, copy('json'))
    const text = file.toString()
    const data = JSON.parse(text) as Record<string, unknown>
    expect(Object.keys(data)).toEqual([
      'format',
      'madeAt',
      'lender',
      'account',
      'contacts',
      'consents',
      'loans',
      'answers',
      'transactions',
      'documents',
      'messages',
      'notices',
      'requests',
    ])
    expect(data['account']).toMatchObject({ firstName: 'Jordan', ssn: '***-**-9999' })
    expect(data['loans']).toMatchObject([{ loanNo, bankAccount: '••••2333' }])
    expect(data['answers']).toContainEqual(
      expect.objectContaining({
        section: 'employment',
        question: 'employerName',
        answer: 'Sample Works Inc',
      }),
    )
    for (const secret of ['521449999', '521-44-9999', '000111222333']) expect(text).not.toContain(secret)
  })

  test.each(['en', 'es'] as const)('for people is a PDF in their language (%s)', async (language) => {
    const client = await createCustomer(api, { email: 'paper@example.com', language })
    await client.ask(CALLS.sendMessage, { body: { text: 'Thanks 👍 陳' } })
    const file = await client.download(CALLS.copyMyData, copy('pdf'))
    expect(readPdfText(file).join(' ')).toContain('Thanks [U+1F44D] [U+9673]')
  })

  test('has nothing of another customer', async () => {
    const one = await createCustomer(api, { email: 'one@example.com' })
    await beginApplication(await createCustomer(api, { email: 'other@example.com' }), {
      lastName: 'Otherson',
    })
    const text = (await one.download(CALLS.copyMyData, copy('json'))).toString()
    expect(text).not.toContain('Otherson')
    expect(text).not.toContain('other@example.com')
  })

  test('and a request take a recent sign-in, and are limited in a day', async () => {
    const client = await createCustomer(api, { email: 'limited@example.com' })
    for (let taken = 0; taken < 10; taken += 1) await client.download(CALLS.copyMyData, copy('json'))
    await expectRefused(client, 'copyMyData', copy('json'), 'tooManyRequests')
    for (let made = 0; made < 10; made += 1) await client.ask(CALLS.requestMyData, deletion)
    await expectRefused(client, 'requestMyData', deletion, 'tooManyRequests')
    await api.database.executeSql(
      `update sessions set authenticated_at = authenticated_at - interval '2 hours'`,
    )
    await expectRefused(client, 'copyMyData', copy('json'), 'recentSignInRequired')
    await expectRefused(client, 'requestMyData', deletion, 'recentSignInRequired')
  })
})

describe('a request', () => {
  test('is a work item due in 45 days, with a receipt; again it is the same one', async () => {
    const client = await createCustomer(api, { email: 'asks@example.com' })
    await proveChanges(api, () => client.ask(CALLS.requestMyData, correction), {
      readMyData: asking(client, 'readMyData', {}),
      copyMyData: {
        before: async () => ({
          code: 1,
          data: (await client.download(CALLS.copyMyData, copy('json'))).toString(),
        }),
        after: async () => ({
          code: 1,
          data: (await client.download(CALLS.copyMyData, copy('json'))).toString(),
        }),
      },
    })
    const { requestNo, answerBy } = await client.ask(CALLS.requestMyData, correction)
    expect(answerBy).toBe('2026-04-17')
    const open = await items()
    expect(open).toMatchObject([{ facts: { requestNo, kind: 'correction' } }])
    const { requests } = await client.ask(CALLS.readMyData, {})
    expect(requests).toMatchObject([{ requestNo, kind: 'correction', answerBy, outcome: null, answer: null }])
    const mails = await api.mailsTo('asks@example.com')
    const receipts = mails.filter(({ kind }) => kind === 'dataRequestReceived')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.content.text).toContain('April 17, 2026')
  })

  test('for a correction without words is refused', async () => {
    const client = await createCustomer(api, { email: 'mute@example.com' })
    const empty = { body: { kind: 'correction', details: '' } } as const
    await expectRefused(client, 'requestMyData', empty, 'invalidInput')
  })

  test('is read and answered by an employee, once; the answer is mailed and closes the item', async () => {
    const client = await createCustomer(api, { email: 'answered@example.com' })
    const employee = await signInEmployee(api)
    const { openId } = client
    const listed = { params: { openId } }
    let requestNo = ''
    await proveChanges(
      api,
      async () => {
        requestNo = (await client.ask(CALLS.requestMyData, correction)).requestNo
      },
      { listDataRequest: asking(employee, 'listDataRequest', listed) },
    )
    const [item] = await items()
    const closing = { body: { workItemNo: item?.workItemNo ?? '', reason: 'looked at it' } }
    await expectRefused(employee, 'closeWorkItem', closing, 'workItemCauseOpen')
    const body = {
      openId,
      requestNo,
      outcome: 'refused',
      answer: 'Your street is as you signed it.',
    } as const
    await employee.ask(CALLS.answerDataRequest, { body })
    expect(await items()).toEqual([])
    const told = await listAudit(api.database.db, 118, openId)
    expect(told.at(-1)).toMatchObject({
      action: 'dataRequestAnswered',
      actor: 'employee:ada-example',
      facts: { requestNo, outcome: 'refused' },
    })
    const { requests } = await employee.ask(CALLS.listDataRequest, listed)
    expect(requests).toMatchObject([
      { requestNo, outcome: 'refused', answer: body.answer, details: correction.body.details },
    ])
    await expectRefused(employee, 'answerDataRequest', { body }, 'dataRequestOver')
    const mails = await api.mailsTo('answered@example.com')
    const mail = mails.find(({ kind }) => kind === 'dataRequestAnswered')
    expect(mail?.content.text).toContain('Your street is as you signed it.')
  })

  test('after its answer is another one; the one before is over for every act', async () => {
    const client = await createCustomer(api, { email: 'again@example.com' })
    const employee = await signInEmployee(api)
    const { openId } = client
    const answer = (requestNo: string) =>
      employee.ask(CALLS.answerDataRequest, {
        body: { openId, requestNo, outcome: 'refused', answer: 'Your loan is open.' },
      })
    const { requestNo } = await client.ask(CALLS.requestMyData, deletion)
    await proveChanges(api, () => answer(requestNo), {
      requestMyData: asking(client, 'requestMyData', deletion),
    })
    await expectRefused(employee, 'erasePerson', { body: { openId, requestNo, note } }, 'dataRequestOver')
    await answer((await client.ask(CALLS.requestMyData, deletion)).requestNo)
    expect(await items()).toEqual([])
  })

  test('of whom there is not is refused', async () => {
    const employee = await signInEmployee(api)
    const openId = 'unknown'
    const answer = { openId, requestNo: 'P000000001', outcome: 'done', answer: note } as const
    await expectRefused(employee, 'listDataRequest', { params: { openId } }, 'notFound')
    await expectRefused(employee, 'exportPerson', { params: { openId } }, 'notFound')
    await expectRefused(employee, 'enterPersonExport', { body: { openId, note } }, 'notFound')
    await expectRefused(
      employee,
      'correctPerson',
      { body: { openId, right: { firstName: 'A' }, note } },
      'notFound',
    )
    await expectRefused(employee, 'erasePerson', { body: { openId, note } }, 'notFound')
    await expectRefused(employee, 'answerDataRequest', { body: answer }, 'notFound')
  })
})

describe('staff', () => {
  /** Who enters a copy, once a colleague has confirmed it. */
  const allowedCopy = async (employee: TestClient, openId: string): Promise<void> => {
    const { approval } = await employee.ask(CALLS.enterPersonExport, { body: { openId, note } })
    await confirmAt(await colleagueAtDesk(employee), approval.approvalNo)
  }

  test('export a copy by two: entered by one, confirmed by another, open to the first for a day (console.md, Permissions)', async () => {
    const { openId } = await createCustomer(api, { email: 'by-two@example.com' })
    const officer = await signInEmployee(api, 'copy-officer', { roles: ['compliance'] })
    const other = await signInEmployee(api, 'copy-other', { roles: ['compliance'] })
    const input = { params: { openId } }
    await expectRefused(officer, 'exportPerson', input, 'personExportWaits')
    const { approval } = await officer.ask(CALLS.enterPersonExport, { body: { openId, note } })
    await expectRefused(officer, 'exportPerson', input, 'personExportWaits')
    const shown = await other.ask(CALLS.showApproval, { params: { approvalNo: approval.approvalNo } })
    expect(shown).toMatchObject({ kind: 'personExport', permission: 'person.export', blocked: null })
    expect(shown.effects.join(' ')).toContain('24 hours')
    expect((await tryConfirming(await deskOf(officer), approval.approvalNo)).code).not.toBe(1)
    await confirmAt(await deskOf(other), approval.approvalNo)
    expect((await officer.download(CALLS.exportPerson, input)).toString()).toContain('by-two@example.com')
    await expectRefused(other, 'exportPerson', input, 'personExportWaits')
    const { openId: another } = await createCustomer(api, { email: 'not-this-one@example.com' })
    await expectRefused(officer, 'exportPerson', { params: { openId: another } }, 'personExportWaits')
    api.clock.advance(24 * 60 * 60_000)
    const later = await signInEmployee(api, 'copy-officer', { roles: ['compliance'] })
    await expectRefused(later, 'exportPerson', input, 'personExportWaits')
  })

  test('a copy once allowed is whole, and its reading is in the audit', async () => {
    const client = await createCustomer(api, { email: 'exported@example.com' })
    const employee = await signInEmployee(api)
    await allowedCopy(employee, client.openId)
    const file = await employee.download(CALLS.exportPerson, { params: { openId: client.openId } })
    expect(JSON.parse(file.toString())).toMatchObject({ account: { email: 'exported@example.com' } })
    const { rows } = await api.database.executeSql(`select action from audit_events where subject = $1`, [
      `read/${client.openId}`,
    ])
    expect(rows).toEqual([{ action: 'customerFileRead' }])
  })

  test('correct by two people: what was signed stays, and the request is answered', async () => {
    const client = await createCustomer(api, { email: 'wrong@example.com' })
    await beginApplication(client)
    const { openId } = client
    const { requestNo } = await client.ask(CALLS.requestMyData, correction)
    const employee = await signInEmployee(api)
    const address = {
      street: '14 Elm Street',
      unit: '',
      city: 'Wilmington',
      state: 'DE',
      zip: '19801',
    } as const
    const right = { address, lastName: 'Samples', ssn: '521440000' } as const
    const body = { openId, requestNo, right, note }
    await allowedCopy(employee, openId)
    const { approval } = await employee.ask(CALLS.correctPerson, { body })
    expect((await account(openId))?.profile.address?.street).toBe('12 Elm Street')
    expect((await tryConfirming(await deskOf(employee), approval.approvalNo)).code).not.toBe(1)
    const { differences } = await employee.ask(CALLS.showApproval, {
      params: { approvalNo: approval.approvalNo },
    })
    expect(JSON.stringify(differences)).not.toContain('521440000')
    const colleague = await colleagueAtDesk(employee)
    await proveChanges(api, () => confirmAt(colleague, approval.approvalNo), {
      exportPerson: {
        before: async () => ({
          code: 1,
          data: (await employee.download(CALLS.exportPerson, { params: { openId } })).toString(),
        }),
        after: async () => ({
          code: 1,
          data: (await employee.download(CALLS.exportPerson, { params: { openId } })).toString(),
        }),
      },
      correctPerson: asking(employee, 'correctPerson', { body }),
      enterPersonExport: asking(employee, 'enterPersonExport', { body: { openId, requestNo, note } }),
      answerDataRequest: {
        before: () => employee.call(CALLS.listDataRequest, { params: { openId } }),
        after: () =>
          employee.call(CALLS.answerDataRequest, {
            body: { openId, requestNo, outcome: 'done', answer: note },
          }),
      },
    })
    const after = await account(openId)
    expect(after?.profile).toMatchObject({ lastName: 'Samples', firstName: 'Jordan', address })
    expect(after?.ssn).toBe('521440000')
    await expectRefused(employee, 'correctPerson', { body }, 'dataRequestOver')
    const copy = { body: { openId, requestNo, note } }
    await expectRefused(employee, 'enterPersonExport', copy, 'dataRequestOver')
    const { requests } = await client.ask(CALLS.readMyData, {})
    expect(requests).toMatchObject([{ outcome: 'done' }])
    expect(await items()).toEqual([])
  })

  test('erase by two people all of one who has no file: the account is gone, and the answer still arrives', async () => {
    const email = 'gone@example.com'
    const client = await createCustomer(api, { email })
    const { loanNo } = await beginApplication(client)
    const { openId } = client
    const { requestNo } = await client.ask(CALLS.requestMyData, deletion)
    const employee = await signInEmployee(api)
    const body = { openId, requestNo, note }
    const { approval } = await employee.ask(CALLS.erasePerson, { body })
    expect(await account(openId)).toBeDefined()
    const colleague = await colleagueAtDesk(employee)
    await proveChanges(api, () => confirmAt(colleague, approval.approvalNo), {
      erasePerson: asking(employee, 'erasePerson', { body }),
    })
    expect(await account(openId)).toBeUndefined()
    expect(await findLoan(api.database.db, { portfolioId: 118, loanNo })).toMatchObject({
      status: LoanStatus.withdrawn,
      openId: null,
    })
    expect((await client.call(CALLS.readMyData, {})).code).not.toBe(1)
    const lines = (await listErasures(api.database.db, 0, 100)).map(({ subject, cause }) => [subject, cause])
    expect(lines).toContainEqual([`loan/${loanNo}`, 'request'])
    expect(lines).toContainEqual([`account/${openId}`, 'request'])
    expect(await api.mailsTo(email)).toContainEqual(
      expect.objectContaining({ kind: 'dataRequestAnswered', openId: null }),
    )
    // The address is free for a new account.
    expect((await createCustomer(api, { email })).openId).not.toBe(openId)
  })

  test('erase what need not be kept, and say what is kept, why and until when', async () => {
    const { client, loanNo } = await withdrawnApplication(api, 'kept@example.com')
    const { kept } = await client.ask(CALLS.readMyData, {})
    expect(kept).toEqual([
      {
        loanNo,
        why: 'undoneApplication',
        words: expect.stringContaining('Regulation B') as string,
        until: '2028-05-03',
      },
    ])
    const { requestNo } = await client.ask(CALLS.requestMyData, deletion)
    const employee = await signInEmployee(api)
    const { approval } = await employee.ask(CALLS.erasePerson, {
      body: { openId: client.openId, requestNo, note },
    })
    const shown = await employee.ask(CALLS.showApproval, { params: { approvalNo: approval.approvalNo } })
    expect(shown.effects.join()).toContain(`Kept: ${loanNo} (until May 3, 2028)`)
    await confirmAt(await colleagueAtDesk(employee), approval.approvalNo)
    expect(await account(client.openId)).toBeDefined()
    const { requests } = await client.ask(CALLS.readMyData, {})
    expect(requests).toMatchObject([{ requestNo, outcome: 'inPart' }])
    expect(requests[0]?.kept[0]).toContain('May 3, 2028')
  })

  test('erase nothing that a legal hold keeps', async () => {
    const client = await createCustomer(api, { email: 'held@example.com' })
    const { loanNo } = await beginApplication(client)
    const employee = await signInEmployee(api)
    const confirm = async (approvalNo: string) => confirmAt(await colleagueAtDesk(employee), approvalNo)
    const hold = {
      portfolioId: 118,
      scope: 'person',
      subject: client.openId,
      reason: 'letter of counsel',
    } as const
    await confirm((await employee.ask(CALLS.setLegalHold, { body: hold })).approval.approvalNo)
    const { kept } = await client.ask(CALLS.readMyData, {})
    expect(kept).toMatchObject([{ loanNo, why: 'hold', until: null }])
    await confirm(
      (await employee.ask(CALLS.erasePerson, { body: { openId: client.openId, note } })).approval.approvalNo,
    )
    expect((await account(client.openId))?.ssn).toBe('521449999')
    expect(await listErasures(api.database.db, 0, 100)).toEqual([])
  })
})
