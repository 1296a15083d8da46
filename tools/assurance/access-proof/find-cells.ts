import { addCustomerNote, listCustomerNotes } from '@dolphin/database/find/customer-note-repository'
import { listLoansOfNumbers } from '@dolphin/database/find/find-number-repository'
import { rebuildFindTokens } from '@dolphin/database/find/find-rebuild-repository'
import {
  deleteFindTokens,
  findKeyOf,
  listOwnersAt,
  listOwnersOfTerms,
} from '@dolphin/database/find/find-token-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { addressTerm, nameTerms } from '@dolphin/domain/find/find-term'
import { sql } from 'drizzle-orm'
import type { Owner } from '@dolphin/database/driver/owner'
import type { NamedRows } from './named-rows.ts'
import type { Ask } from './people-cells.ts'

const ELSEWHERE = 999
const MOST = 20

const NOTE = { loanNo: null, text: 'Prefers mail', author: 'test' } as const

/** Two wait and one is rebuilt, whichever is met first: how many are left. */
async function rebuildFirst({ db, owner, scene }: NamedRows, other: Owner): Promise<unknown> {
  const { cipher } = scene.api.deps
  // Twins are copies, whose fields do not open: theirs are written by now.
  await db.execute(sql`update customers set find_key = ${findKeyOf(cipher)}`)
  for (const { openId, portfolioId } of [owner, other])
    await db.execute(sql`update customers set find_key = null
      where open_id = ${openId} and portfolio_id = ${portfolioId}`)
  await rebuildFindTokens(db, cipher, 1)
  return (await db.execute('select count(*)::integer as left from customers where find_key is null')).rows
}

/** By what staff find customers, and their notes, asked of a portfolio or a customer that has none. */
export const FIND_CELLS: Readonly<Record<string, Ask>> = {
  listOwnersOfTermsElsewhere: async ({ db, scene }) => [
    ...(await listOwnersOfTerms(db, scene.api.deps.cipher, {
      portfolioId: ELSEWHERE,
      terms: nameTerms('Jordan', 'Sample'),
      limit: MOST,
    })),
  ],
  async listOwnersAtElsewhere({ db, scene, owner }) {
    const { cipher } = scene.api.deps
    const { address } = (await findCustomer(db, cipher, owner))?.profile ?? {}
    const home = address && addressTerm(address)
    return home && (await listOwnersAt(db, cipher, ELSEWHERE, { home, limit: MOST }))
  },
  async listLoansOfNumbersElsewhere({ db, loan, application, scene }) {
    const [sent] = await listTransactions(db, loan)
    const account = await findLoanAccount(db, loan)
    const terms = [
      { kind: 'loan', value: loan.loanNo },
      { kind: 'application', value: application.applicationNo },
      { kind: 'transaction', value: sent?.transactionNo ?? '' },
      { kind: 'trace', value: sent?.traceNumber ?? '' },
      { kind: 'account', value: account?.accountTail ?? '' },
    ] as const
    return [
      ...(await listLoansOfNumbers(db, scene.api.deps.cipher, {
        portfolioId: ELSEWHERE,
        terms,
        limit: MOST,
      })),
    ]
  },
  async deleteFindTokensOfAnother({ db, owner, borrower, scene }) {
    await deleteFindTokens(db, owner)
    const terms = nameTerms('Jordan', 'Sample')
    const left = await listOwnersOfTerms(db, scene.api.deps.cipher, {
      portfolioId: borrower.portfolioId,
      terms,
      limit: MOST,
    })
    return left.filter(({ openId }) => openId === borrower.openId)
  },
  rebuildFindTokensBesideElsewhere: (rows) => rebuildFirst(rows, { ...rows.owner, portfolioId: 110 }),
  rebuildFindTokensBesideAnother: (rows) => rebuildFirst(rows, rows.borrower),
  async listCustomerNotesElsewhere({ db, scene, owner, now }) {
    const { cipher } = scene.api.deps
    await addCustomerNote(db, cipher, { ...owner, ...NOTE, at: now })
    return await listCustomerNotes(db, cipher, { ...owner, portfolioId: ELSEWHERE }, { limit: MOST })
  },
  async listCustomerNotesOfAnother({ db, scene, owner, borrower, now }) {
    const { cipher } = scene.api.deps
    await addCustomerNote(db, cipher, { ...owner, ...NOTE, at: now })
    return await listCustomerNotes(db, cipher, borrower, { limit: MOST })
  },
}
