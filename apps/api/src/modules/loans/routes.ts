import { getBankInfoCall } from '@dolphin/contract/reference-data'
import { findSection } from '@dolphin/database/applications/application-repository'
import { BankAccountType, SectionKey } from '@dolphin/domain/applications/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { SessionActor } from '../../http/actor.ts'
import { type RouteDefinition, sessionRoute } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import { type BankInfo, lookUpBank } from '../reference-data/bank-directory.ts'
import { findBorrowerLoan } from './loan-access.ts'

type NeededDeps = Pick<Deps, 'database' | 'cipher'>

/** The bank behind a routing number, or the bank account of a loan. */
export const loanRoutes = (deps: NeededDeps): RouteDefinition[] => [
  sessionRoute(getBankInfoCall, async ({ query, actor }) => {
    if (query.loanNo !== undefined) return bankOfLoan(deps, actor, query.loanNo)
    return ok({ ...(await lookUpBank(deps.database.db, query.rn ?? '')), account: null })
  }),
]

type LoanBank = BankInfo & {
  readonly account: { readonly accountMasked: string; readonly accountType: BankAccountType } | null
}

async function bankOfLoan(
  { database, cipher }: NeededDeps,
  actor: SessionActor,
  loanNo: string,
): Promise<Result<LoanBank>> {
  const found = await findBorrowerLoan(database.db, actor, { loanNo })
  if (!found.ok) return found
  const { portfolioId, applicationNo } = found.value
  const key = { portfolioId, applicationNo }
  const section = await findSection(database.db, cipher, key, SectionKey.bank)
  const { bankRoutingNo, bankAccountNo, bankAccountType } = section?.answers ?? {}
  if (typeof bankRoutingNo !== 'string' || typeof bankAccountNo !== 'string') return refuse('loanNotFound')
  const accountType = Object.values(BankAccountType).find((type) => String(type) === String(bankAccountType))
  const accountMasked = `••••${bankAccountNo.slice(-4)}`
  return ok({
    ...(await lookUpBank(database.db, bankRoutingNo)),
    account: { accountMasked, accountType: accountType ?? BankAccountType.checking },
  })
}
