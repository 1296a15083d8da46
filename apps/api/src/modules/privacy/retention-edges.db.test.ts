import { CALLS } from '@dolphin/contract/registry'
import { ibvLinkTable } from '@dolphin/database/verification/ibv-link-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import {
  keptUntil,
  RETENTION,
  RETENTION_CLASSES,
  type RetentionClass,
} from '@dolphin/domain/retention/schedule'
import { DAY_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepJob } from '../../jobs/sweep.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../../testing/applications.ts'
import { linkBank, passBankTime } from '../../testing/bank-links.ts'
import { colleagueAtDesk, confirmAt } from '../../testing/confirmations.ts'
import { createCustomer } from '../../testing/customers.ts'
import { askForDocuments, PHOTO, sendDocument } from '../../testing/document-requests.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { paidOffLoan, withdrawnApplication } from '../../testing/ended-files.ts'
import { startKindPlaid } from '../../testing/kind-vendors.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { deleteUnattachedJob } from '../applications/unattached.ts'
import { runRetention } from './retention-round.ts'

let api: TestApi
const plaid = new PlaidServer(sampleReport())

beforeAll(async () => {
  api = await startTestApi({ env: await startKindPlaid(plaid) })
})
beforeEach(() => resetApi(api))
afterAll(async () => {
  await api.close()
  await plaid.server.stop()
})

/** A record of a class: from when its period runs, and whether it is still there. */
interface Kept {
  readonly trigger: Date
  readonly isThere: () => Promise<boolean>
}

const rowsOf = async (text: string, values: readonly unknown[] = []) =>
  (await api.database.executeSql(text, [...values])).rows as Record<string, unknown>[]

/** A row that has something in a column. */
const rowWith = (table: string, column: string, value: string) => async (): Promise<boolean> =>
  (await rowsOf(`select from ${table} where ${column} = $1`, [value])).length > 0

async function insertRow(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`).join(', ')
  await rowsOf(`insert into ${table} (${names.join(', ')}) values (${places})`, Object.values(row))
}

/** A row of a table that is swept, which ends in two days; its first value names it. */
async function sweptRow(
  table: string,
  values: Readonly<Record<string, unknown>>,
  end = 'expires_at',
): Promise<Kept> {
  const trigger = new Date(api.clock.now().getTime() + 2 * DAY_MS)
  await insertRow(table, { ...values, [end]: trigger })
  const [key = '', value] = Object.entries(values)[0] ?? []
  return { trigger, isThere: rowWith(table, key, String(value)) }
}

const now = () => api.clock.now()
const customer = () => createCustomer(api, { email: 'kept@example.com' })
const hash = 'a'.repeat(64)
async function anEmployee(): Promise<unknown> {
  await signInEmployee(api)
  return (await rowsOf('select employee_id from employees limit 1'))[0]?.['employee_id']
}

/** How a record of each class comes about; a class without one is an error of types. */
const KEPT: Readonly<Record<RetentionClass, () => Promise<Kept>>> = {
  async fundedLoan() {
    const { loan, end } = await paidOffLoan(api)
    return { trigger: end, isThere: rowWith('loan_accounts', 'loan_no', loan.loanNo) }
  },
  async coveredBorrowerCheck() {
    const { loan, end } = await paidOffLoan(api)
    const { portfolioId, loanNo, client } = loan
    await insertRow('documents', {
      document_no: 'D900001',
      portfolio_id: portfolioId,
      customer_key: client.openId,
      open_id: client.openId,
      loan_no: loanNo,
      document_type: DocumentType.militaryCertificate,
      title: 'Military status',
      media_type: 'application/pdf',
      sha256: hash,
      size_bytes: 1,
      object_key: 'documents/118/certificate.pdf',
      evidence: '{}',
      created_at: end,
    })
    return { trigger: end, isThere: rowWith('documents', 'document_no', 'D900001') }
  },
  async undoneApplication() {
    const { applicationNo } = await withdrawnApplication(api, 'kept@example.com')
    return { trigger: now(), isThere: rowWith('application_sections', 'application_no', applicationNo) }
  },
  async neverSubmittedDraft() {
    const { applicationNo } = await beginApplication(await customer())
    return { trigger: now(), isThere: rowWith('application_sections', 'application_no', applicationNo) }
  },
  async begunAnswers() {
    const client = await customer()
    const changed = { birthDate: '1990-05-17' }
    await client.ask(CALLS.saveFormStep, {
      params: { code: 'personal' },
      body: { externalKey: null, changed, version: 0, elements: ['birthDate'] },
    })
    const isThere = async () => (await rowsOf('select from customers where begun_at is not null')).length > 0
    return { trigger: now(), isThere }
  },
  async unattachedApplication() {
    const { applicationNo } = await beginApplication(api.client())
    return { trigger: now(), isThere: rowWith('applications', 'application_no', applicationNo) }
  },
  async abandonedAccount() {
    const { openId } = await customer()
    return { trigger: now(), isThere: rowWith('customers', 'open_id', openId) }
  },
  async unusedUpload() {
    const { client, loanNo } = await askForDocuments(api, [101])
    await sendDocument(client, loanNo, 1, PHOTO)
    const [sent] = await rowsOf(
      `select document_no from documents where evidence ->> 'requestNo' = '1' order by document_no limit 1`,
    )
    const trigger = now()
    const refusal = { loanNo, requestNo: 1, reason: 'unreadable', note: 'too dark' } as const
    await (await signInEmployee(api)).ask(CALLS.refuseDocument, { body: refusal })
    return { trigger, isThere: rowWith('documents', 'document_no', String(sent?.['document_no'])) }
  },
  async unusedBankReport() {
    const client = await createCustomer(api, { email: 'kept@example.com', portfolioId: 110 })
    const { loanNo } = await fillApplication(client)
    const first = await linkBank(api, client, loanNo)
    const trigger = now()
    await rowsOf(
      `insert into ibv_reports (portfolio_id, customer_key, request_code, loan_no, report, received_at)
      select portfolio_id, customer_key, 'newer', loan_no, report, received_at + interval '1 hour'
      from ibv_reports where request_code = $1`,
      [first],
    )
    await rowsOf('delete from risk_reports')
    return { trigger, isThere: rowWith('ibv_reports', 'request_code', first) }
  },
  async bankLinkToken() {
    const client = await customer()
    const { loanNo } = await fillApplication(client)
    const body = { loanNo, purpose: 'IBV', providerId: 'plaid' } as const
    const { requestCode } = await client.ask(CALLS.createRequestCode, { body })
    const links = ibvLinkTable(api.database.db, api.deps.cipher, 'plaid')
    const id = (await links.findByRequestCode(requestCode))?.providerSessionId ?? ''
    plaid.open(id)
    plaid.link(id)
    await passBankTime(api)
    const trigger = new Date(now().getTime() + DAY_MS)
    return {
      trigger,
      async isThere() {
        // The report comes on the day; this loan needs the token for nothing else.
        if (now() >= trigger) plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
        await passBankTime(api)
        return typeof (await links.find(id))?.accessToken === 'string'
      },
    }
  },
  async accountMessage() {
    // Of a customer with a loan on file: without one, the messages go with the account.
    const { client } = await signLoan(api)
    const { messageNo } = await client.ask(CALLS.sendMessage, { body: { text: 'Are you open on Monday?' } })
    return { trigger: now(), isThere: rowWith('secure_messages', 'message_no', messageNo) }
  },
  async accountMail() {
    await customer()
    await api.runJobs()
    return { trigger: now(), isThere: async () => (await rowsOf('select from mails')).length > 0 }
  },
  async businessEvent() {
    const values = { event: 'seen', customer_key: 'guest', portfolio_id: 118, payload: '{}' }
    return await sweptRow('business_events', values, 'at')
  },
  async auditTrail() {
    const { openId } = await customer()
    const employee = await signInEmployee(api)
    await employee.ask(CALLS.showConversation, { params: { openId }, query: {} })
    return { trigger: now(), isThere: rowWith('audit_events', 'subject', `read/${openId}`) }
  },
  async dataRequest() {
    const client = await customer()
    const asked = { kind: 'correction', details: 'My street is 14 Elm Street.' } as const
    const { requestNo } = await client.ask(CALLS.requestMyData, { body: asked })
    const answer = { openId: client.openId, requestNo, outcome: 'refused', answer: 'As you signed.' } as const
    await (await signInEmployee(api)).ask(CALLS.answerDataRequest, { body: answer })
    return { trigger: now(), isThere: rowWith('data_requests', 'request_no', requestNo) }
  },
  async approval() {
    const employee = await signInEmployee(api)
    const hold = { scope: 'class', subject: 'behaviorRecord', reason: 'letter of counsel' } as const
    const { approval } = await employee.ask(CALLS.setLegalHold, { body: { portfolioId: 118, ...hold } })
    await confirmAt(await colleagueAtDesk(employee), approval.approvalNo)
    return { trigger: now(), isThere: rowWith('approvals', 'approval_no', approval.approvalNo) }
  },
  webhookEvent: () => sweptRow('provider_events', { event_id: 'e1', provider: 'plaid' }, 'received_at'),
  behaviorRecord: () =>
    sweptRow('behavior_records', { event: 'seen', source: 'web', portfolio_id: 118, payload: '{}' }, 'at'),
  async session() {
    const { openId } = await customer()
    const [row] = await rowsOf('select expires_at from sessions where open_id = $1', [openId])
    return { trigger: row?.['expires_at'] as Date, isThere: rowWith('sessions', 'open_id', openId) }
  },
  loginCode: () =>
    sweptRow('login_codes', {
      flow_id: 'f1',
      portfolio_id: 118,
      open_id: 'one',
      purpose: 'sign-in',
      contact_type: 1,
      address_hash: hash,
      code_hash: hash,
      first_sent_at: now(),
    }),
  trustedDevice: () =>
    sweptRow('trusted_devices', { device_hash: hash, portfolio_id: 118, open_id: 'one', trusted_at: now() }),
  link: () =>
    sweptRow('resources', {
      token_hash: hash,
      portfolio_id: 118,
      purpose: 'createAccount',
      subject: '{}',
      created_at: now(),
    }),
  idempotencyKey: () =>
    sweptRow('idempotency_keys', {
      key: 'k1',
      owner: 'customer:118:one',
      call: 'sendMessage',
      body_hash: hash,
      created_at: now(),
    }),
  rateLimit: () => sweptRow('rate_limits', { key: 'signIn/192.0.2.1', count: 1 }, 'window_ends_at'),
  async employeeSession() {
    await signInEmployee(api)
    const [row] = await rowsOf('select token_hash, expires_at from employee_sessions limit 1')
    const token = String(row?.['token_hash'])
    return {
      trigger: row?.['expires_at'] as Date,
      isThere: rowWith('employee_sessions', 'token_hash', token),
    }
  },
  employeeChallenge: () =>
    sweptRow('employee_challenges', { challenge_id: 'c1', nonce: 'n', purpose: 'signIn', created_at: now() }),
  employeeTerminal: () =>
    sweptRow('employee_terminals', {
      device_hash: hash,
      code_hash: hash,
      label: 'terminal',
      created_at: now(),
    }),
  async employeeBrowser() {
    const browser = { mark_hash: hash, employee_id: await anEmployee(), first_at: now() }
    return await sweptRow('employee_browsers', browser, 'last_at')
  },
  async employeeTouch() {
    const act = { session_id: 's1', act: '{}', act_digest: hash, asked_at: now() }
    return await sweptRow('employee_touches', { touch_no: 't1', employee_id: await anEmployee(), ...act })
  },
  async employeeMirror() {
    const mirror = { employee_id: await anEmployee(), portfolio_id: 118, open_id: 'one', reason: 'asked' }
    return await sweptRow('employee_mirrors', { mirror_no: 'm1', ...mirror, opened_at: now() })
  },
}

/** What the nights bring. */
async function night(): Promise<void> {
  await runRetention(api.deps)
  for (const job of [sweepJob, deleteUnattachedJob]) await job(api.deps).run({})
}

test.each(RETENTION_CLASSES)(
  '%s: there a day before its period is over, gone on the day (facts/retention.md §4)',
  async (recordClass) => {
    const { trigger, isThere } = await KEPT[recordClass]()
    const end = keptUntil(trigger, RETENTION[recordClass].period).getTime()
    for (const [at, isKept] of [
      [end - DAY_MS, true],
      [end + MINUTE_MS, false],
    ] as const) {
      api.clock.set(new Date(at))
      await night()
      expect(await isThere(), `at ${new Date(at).toISOString()}`).toBe(isKept)
    }
  },
)
