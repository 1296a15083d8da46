import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CALLS } from '@dolphin/contract/registry'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { fillApplication } from '@dolphin/api/testing/applications'
import { approvalIn, type Confirmer, confirmAt, deskOf } from '@dolphin/api/testing/confirmations'
import { createCustomer } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { fundLoan, liveOn } from '@dolphin/api/testing/funded-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { touchAt } from '@dolphin/api/testing/touches'
import { uploadStatement } from '@dolphin/api/testing/uploads'
import { SAMPLE_CSV } from '@dolphin/integrations/statement/sample-statements'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let terminal: TestTerminal
let ada: Confirmer
let bea: Confirmer

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

/** Both sign in again: a clock that was moved ends sessions. */
async function signInAll(): Promise<void> {
  await terminal.ops(['login', '--demo', 'Ada Example'])
  ada = await deskOf(await signInEmployee(api))
  bea = await deskOf(await signInEmployee(api, 'bea-example'))
}

interface Way {
  /** The number under which it waits for a colleague; empty where it does not. */
  readonly desk: () => Promise<string>
  readonly terminal: readonly string[]
}

interface Line {
  readonly subject: string
  readonly action: string
  readonly actor: string
  readonly facts: unknown
}

async function linesOfAudit(): Promise<readonly Line[]> {
  const { rows } = await api.database.executeSql(
    'select subject, action, actor, facts from audit_events where portfolio_id = 118 order by at, subject, sequence',
  )
  return rows.map(({ subject, action, actor, facts }) => ({
    subject: String(subject),
    action: String(action),
    actor: String(actor),
    facts,
  }))
}

/** Numbers of loans, customers and papers differ from one act to the next, and with them the order; what is said does not. */
const withoutNumbers = (lines: readonly Line[], names: readonly string[]): readonly string[] =>
  lines
    .map((line) =>
      names
        .reduce((text, name) => text.replaceAll(name, 'NAME'), JSON.stringify(line))
        .replaceAll(/\b([AHPTDW])\d{9}\b/g, '$1')
        .replaceAll(/"(digest|sha256|requestCode)":"[^"]+"/g, '"$1":""'),
    )
    .toSorted()

/** What stands in the audit after an act that was done at the desk, or at a terminal, and confirmed where it waits. */
async function auditOf(act: () => Promise<string>, names: readonly string[]): Promise<readonly string[]> {
  const before = new Set((await linesOfAudit()).map((line) => JSON.stringify(line)))
  const approvalNo = await act()
  if (approvalNo !== '') await confirmAt(bea, approvalNo)
  const added = (await linesOfAudit()).filter((line) => !before.has(JSON.stringify(line)))
  return withoutNumbers(added, names)
}

/** One act on one customer at the desk, the same on another at the terminal: both leave the same. */
async function expectSame<Subject extends { readonly names: readonly string[] }>(
  make: () => Promise<Subject>,
  actions: readonly string[],
  way: (subject: Subject) => Way,
): Promise<void> {
  const [one, other] = [await make(), await make()]
  await signInAll()
  const atDesk = await auditOf(way(one).desk, one.names)
  const atTerminal = await auditOf(async () => {
    const { code, text } = await terminal.ops(way(other).terminal)
    expect(code, text).toBe(0)
    return approvalIn(text)
  }, other.names)
  expect(atTerminal).toEqual(atDesk)
  for (const action of actions) expect(atDesk.join()).toContain(`"action":"${action}"`)
}

const customer = async () => {
  const client = await createCustomer(api, { email: `audit-${crypto.randomUUID()}@example.com` })
  return { client, openId: client.openId, names: [client.openId] }
}

const funded = async () => {
  api.clock.set('2026-03-03T10:00:00-05:00')
  const loan = await fundLoan(api)
  await liveOn(api, '2026-03-06T10:00:00-05:00')
  const [entry] = await listTransactions(api.database.db, loan)
  return { ...loan, transactionNo: entry?.transactionNo ?? '', names: [loan.loanNo, loan.client.openId] }
}

const reason = 'letter of counsel'
const note = 'license seen'

test('a hold that is set and lifted leaves the same lines from the desk and from a terminal', async () => {
  const held = async () => {
    const { client, openId, names } = await customer()
    await signInAll()
    const body = { portfolioId: 118, scope: 'person', subject: openId, reason } as const
    const { approval } = await ada.client.ask(CALLS.setLegalHold, { body })
    await confirmAt(bea, approval.approvalNo)
    const { holds } = await ada.client.ask(CALLS.listLegalHold, { query: {} })
    return { client, openId, names, holdNo: holds.at(-1)?.holdNo ?? '' }
  }
  await expectSame(customer, ['legalHoldSet'], ({ openId }) => ({
    desk: async () => {
      const body = { portfolioId: 118, scope: 'person', subject: openId, reason } as const
      return (await ada.client.ask(CALLS.setLegalHold, { body })).approval.approvalNo
    },
    terminal: ['legal-hold', 'set', 'person', openId, '--portfolio', '118', '--reason', reason],
  }))
  await expectSame(held, ['legalHoldLifted'], ({ holdNo }) => ({
    desk: async () => {
      const body = { portfolioId: 118, holdNo, reason }
      return (await ada.client.ask(CALLS.liftLegalHold, { body })).approval.approvalNo
    },
    terminal: ['legal-hold', 'lift', holdNo, '--portfolio', '118', '--reason', reason],
  }))
})

test('so does a copy of a person’s data, a correction, an erasure, and an answer', async () => {
  const out = join(terminal.folder, 'copy.json')
  const allowed = async () => {
    const one = await customer()
    const { approval } = await ada.client.ask(CALLS.enterPersonExport, { body: { openId: one.openId, note } })
    await confirmAt(bea, approval.approvalNo)
    return one
  }
  await expectSame(customer, ['approvalConfirmed'], ({ openId }) => ({
    desk: async () =>
      (await ada.client.ask(CALLS.enterPersonExport, { body: { openId, note } })).approval.approvalNo,
    terminal: ['person', 'copy', openId, '--note', note],
  }))
  await expectSame(allowed, ['customerFileRead'], ({ openId }) => ({
    desk: async () => {
      await ada.client.download(CALLS.exportPerson, { params: { openId } })
      return ''
    },
    terminal: ['person', 'export', openId, '--out', out],
  }))
  expect(JSON.parse(await readFile(out, 'utf8'))).toHaveProperty('account')
  await expectSame(customer, ['personCorrected'], ({ openId }) => ({
    desk: async () => {
      const body = { openId, right: { lastName: 'Sample' }, note }
      return (await ada.client.ask(CALLS.correctPerson, { body })).approval.approvalNo
    },
    terminal: ['person', 'correct', openId, '--last-name', 'Sample', '--note', note],
  }))
  await expectSame(customer, ['approvalConfirmed'], ({ openId }) => ({
    desk: async () =>
      (await ada.client.ask(CALLS.erasePerson, { body: { openId, note } })).approval.approvalNo,
    terminal: ['person', 'erase', openId, '--note', note],
  }))
  const asking = async () => {
    const { client, openId, names } = await customer()
    const body = { kind: 'correction', details: 'My name.' } as const
    const { requestNo } = await client.ask(CALLS.requestMyData, { body })
    return { openId, requestNo, names }
  }
  await expectSame(asking, ['dataRequestAnswered'], ({ openId, requestNo }) => ({
    desk: async () => {
      const body = { openId, requestNo, outcome: 'refused', answer: 'It is as you signed it.' } as const
      await ada.client.ask(CALLS.answerDataRequest, { body })
      return ''
    },
    terminal: [
      'person',
      'answer',
      openId,
      '--request',
      requestNo,
      '--refused',
      '--text',
      'It is as you signed it.',
    ],
  }))
})

test('so does a statement that is refused', async () => {
  const sent = async () => {
    const { client, names } = await customer()
    const { loanNo } = await fillApplication(client)
    await uploadStatement(api, client, loanNo, { fileName: 'statement.csv', bytes: SAMPLE_CSV })
    await signInAll()
    const { statements } = await ada.client.ask(CALLS.listStatement, { query: {} })
    const found = statements.find((one) => one.loanNo === loanNo)
    return { requestCode: found?.requestCode ?? '', names: [...names, loanNo] }
  }
  await expectSame(sent, ['statementRefused'], ({ requestCode }) => ({
    desk: async () => {
      await ada.client.ask(CALLS.refuseStatement, { body: { requestCode, reason: 'unreadable', note } })
      return ''
    },
    terminal: ['statement', 'refuse', requestCode, '--reason', 'unreadable', '--note', note],
  }))
})

test('so does an entry that is reversed', async () => {
  await expectSame(funded, ['reversalPlanned'], ({ loanNo, transactionNo }) => ({
    desk: async () => {
      const body = { loanNo, transactionNo, reason: 'amount' as const, foundAt: null, note }
      await touchAt(ada, { call: CALLS.reverseEntry.name, request: body })
      return (await ada.client.ask(CALLS.reverseEntry, { body })).approval?.approvalNo ?? ''
    },
    terminal: [
      'entry',
      'reverse',
      loanNo,
      '--transaction',
      transactionNo,
      '--reason',
      'amount',
      '--note',
      note,
    ],
  }))
})
