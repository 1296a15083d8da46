import { paymentDetailCall } from '@dolphin/contract/servicing'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { findIbvRequest } from '@dolphin/database/verification/ibv-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import type { BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sampleReport } from '@dolphin/integrations/ibv/testing/local-vendors'
import type { PlaidServer } from '@dolphin/integrations/ibv/testing/plaid-server'
import { expect } from 'vitest'
import { dataPaths } from '../config/config.ts'
import type { TestApi } from './api-fixture.ts'
import { passBankTime } from './bank-links.ts'
import { lastBankFile } from './bank-outbox.ts'
import { batchOn, liveOn } from './funded-loans.ts'
import { moneyDays } from './money-days.ts'
import { type Borrower, type SignedLoan, signLoan } from './signed-loans.ts'

/** Numbers that the bank of the test gives for the account that ends with 2333. */
export const [FIRST_TOKEN, SECOND_TOKEN] = ['900000005566', '900000007788']
export const TOKEN_ROUTING = '021000021'
const UNUSED_JOB = 'close-unused-bank-links'

/** What a bank with tokens tells: the account that the borrower typed, under a number that says nothing of it. */
export function tokenized(token: string, differs: Partial<BankAccount> = {}): BankReport {
  const [account, ...others] = sampleReport().accounts
  if (account === undefined) throw new Error('the sample has an account')
  const changed = {
    ...account,
    accountNumber: token,
    routingNumber: TOKEN_ROUTING,
    tokenMask: '2333',
    ownerNames: ['JORDAN SAMPLE'],
    ...differs,
  }
  return { ...sampleReport(), accounts: [changed, ...others] }
}

/** Borrowers of a bank that gives tokens, over one server and one Plaid. */
export function tokenBank(api: TestApi, plaid: PlaidServer) {
  /** Links the bank, as far as the report; what Plaid calls the session. */
  async function link(client: Borrower, loanNo: string) {
    const { requestCode, url } = await client.ask(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
    const request = await findIbvRequest(api.database.db, { portfolioId: 118, requestCode })
    const id = request?.providerReference ?? ''
    plaid.link(id)
    await passBankTime(api)
    plaid.setHistory(id, 'HISTORICAL_UPDATE_COMPLETE')
    await passBankTime(api)
    return { id, requestCode, url }
  }

  /** A loan that is signed, with its bank linked by a token. */
  async function tokenLoan() {
    let made = { id: '', requestCode: '', url: '' }
    const loan = await signLoan(api, {
      account: 'typed',
      link: async (client, loanNo) => {
        made = await link(client, loanNo)
      },
    })
    return { ...loan, linkId: made.id, requestCode: made.requestCode }
  }

  /** Plaid's message about a bank that is linked. */
  async function sayOf(linkId: string, code: string): Promise<void> {
    const body = JSON.stringify({
      webhook_type: 'ITEM',
      webhook_code: code,
      item_id: plaid.itemIdOf(linkId),
      environment: 'production',
      at: api.clock.now().toISOString(),
    })
    const answer = await api.app.inject({
      method: 'POST',
      url: '/webhooks/ibv/plaid',
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/json',
        'plaid-verification': plaid.signature(body, api.clock.now()),
      },
      payload: body,
    })
    expect(answer.statusCode).toBe(200)
    await api.runJobs()
  }

  /** The debits of a day, told to the borrower before. */
  async function announcedBatch(announcedOn: string, day: string): Promise<void> {
    await liveOn(api, `${announcedOn}T09:00:00-05:00`)
    await moneyDays(api).announceNow()
    await batchOn(api, day)
  }

  /** Accounts of the entries of the last file, credits (22, 32) or debits (27, 37). */
  async function accountsUsed(side: 'credit' | 'debit'): Promise<string[]> {
    const file = await lastBankFile({
      ...api.deps,
      bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank),
    })
    return file.batches
      .flatMap(({ entries }) => entries)
      .filter(({ transactionCode }) => transactionCode.endsWith(side === 'credit' ? '2' : '7'))
      .map(({ routingNumber, accountNumber }) => `${routingNumber} ${accountNumber.trim()}`)
  }

  /** Runs the job that closes links which no loan needs. */
  async function runUnused(): Promise<void> {
    await api.deps.units.write(async (unit) => {
      await api.deps.jobs.send(unit, UNUSED_JOB, {})
      return { ok: true, value: undefined }
    })
    await api.runJobs()
  }

  const itemsOf = ({ loanNo }: Pick<SignedLoan, 'loanNo'>, kind: WorkItemKind = 'bankLinkEnded') =>
    listOpenWorkItems(api.database.db, { portfolioId: 118, kind, loanNo })
  const detailOf = ({ client, loanNo }: Pick<SignedLoan, 'client' | 'loanNo'>) =>
    client.ask(paymentDetailCall, { query: { loanNo } })

  return { link, tokenLoan, sayOf, announcedBatch, accountsUsed, runUnused, itemsOf, detailOf }
}
