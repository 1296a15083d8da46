import { runBatchCall } from '@dolphin/contract/calls/operations/run-batch'
import { runSettlementCall } from '@dolphin/contract/calls/operations/run-settlement'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { describe } from '../../http/error-handler.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type BatchRun, cutBatch } from '../../money/cut-batch.ts'
import { bankFileName, handOverFiles } from '../../money/hand-over.ts'
import { settleDue } from '../../money/settle.ts'
import { actorName } from '../../origination/loan-access.ts'
import type { OperationsParts } from './operations-parts.ts'

/** The batch and the settlement on demand; the timetable runs the same services by itself. */
export function moneyRunRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    operationsRoute(runBatchCall, async ({ body, actor, write }) => {
      const answer = await write(async (unit) => {
        const run = await cutBatch(parts, unit, body.portfolioId, actorName(actor))
        return run.ok ? ok(batchView(run.value)) : run
      })
      if (answer.ok) await tryHandOver(parts)
      return answer
    }),
    operationsRoute(runSettlementCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const run = await settleDue(parts, unit, body.portfolioId, actorName(actor))
        if (!run.ok) return run
        const { portfolioId, settledOn, settled, checked } = run.value
        return ok({
          portfolioId,
          settledOn: formatLocalDate(settledOn),
          settled: settled.map((one) => ({ ...one, amount: moneyToWire(one.amount) })),
          checked,
        })
      }),
    ),
  ]
}

/** The file is cut for good; a bank folder that cannot be written now gets it by the timetable's next round. */
async function tryHandOver(parts: OperationsParts): Promise<void> {
  try {
    await handOverFiles(parts)
  } catch (error) {
    parts.log.error({ failure: describe(error) }, 'an ACH file could not be handed over yet')
  }
}

function batchView({ portfolioId, batchDate, effectiveEntryDate, files, denied }: BatchRun) {
  return {
    portfolioId,
    batchDate: formatLocalDate(batchDate),
    files: files.map((file) => ({
      fileName: bankFileName(file),
      sha256: file.sha256,
      effectiveEntryDate: formatLocalDate(effectiveEntryDate),
      credits: file.entryCount,
      debits: 0,
      creditTotal: moneyToWire(file.creditTotal),
      debitTotal: moneyToWire(file.debitTotal),
    })),
    denied: denied.map(({ loanNo, amount, rule }) => ({ loanNo, amount: moneyToWire(amount), rule })),
  }
}
