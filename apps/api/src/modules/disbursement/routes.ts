import {
  cancelLoanCall,
  disbursementDateCall,
  listDisbursementLoanCall,
  paperCheckCall,
  repairBankCall,
} from '@dolphin/contract/disbursement'
import { ok } from '@dolphin/domain/outcome'
import { onceByKey } from '../../http/once-by-key.ts'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { askForCheck } from './paper-check.ts'
import { cancelLoan } from './cancel-loan.ts'
import { pickDisbursementDate } from './disbursement-date.ts'
import { type DisbursementDeps, listDisbursementLoans } from './disbursement-list.ts'
import { type RepairDeps, repairBank } from './repair-bank.ts'

/** A borrower's loans until the money is there. */
export function disbursementRoutes(deps: DisbursementDeps & RepairDeps): RouteDefinition[] {
  return [
    customerRoute(listDisbursementLoanCall, async ({ actor, now }) =>
      ok(await listDisbursementLoans(deps, actor, now)),
    ),
    customerRoute(disbursementDateCall, ({ body, actor, write }) =>
      write((unit) => pickDisbursementDate(deps, unit, actor, body)),
    ),
    customerRoute(repairBankCall, ({ body, actor, write }) =>
      write((unit) => repairBank(deps, unit, actor, body)),
    ),
    customerRoute(cancelLoanCall, ({ body, actor, now, write }) =>
      onceByKey(write, () => cancelLoan(deps, actor, body, { now, write })),
    ),
    customerRoute(paperCheckCall, ({ body, actor, write }) =>
      write((unit) => askForCheck(deps, unit, actor, body)),
    ),
  ]
}
