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
import { type DisbursementParts, listDisbursementLoans } from './disbursement-list.ts'
import { type RepairParts, repairBank } from './repair-bank.ts'

/** A borrower's loans until the money is there. */
export function disbursementRoutes(parts: DisbursementParts & RepairParts): RouteDefinition[] {
  return [
    customerRoute(listDisbursementLoanCall, async ({ actor, now }) =>
      ok(await listDisbursementLoans(parts, actor, now)),
    ),
    customerRoute(disbursementDateCall, ({ body, actor, write }) =>
      write((unit) => pickDisbursementDate(parts, unit, actor, body)),
    ),
    customerRoute(repairBankCall, ({ body, actor, write }) =>
      write((unit) => repairBank(parts, unit, actor, body)),
    ),
    customerRoute(cancelLoanCall, ({ body, actor, now, write }) =>
      onceByKey(write, () => cancelLoan(parts, actor, body, now, write)),
    ),
    customerRoute(paperCheckCall, ({ body, actor, write }) =>
      write((unit) => askForCheck(parts, unit, actor, body)),
    ),
  ]
}
