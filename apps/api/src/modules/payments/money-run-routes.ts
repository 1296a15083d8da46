import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { describe } from '../../http/error-handler.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type BatchRun, CUT_BATCH_JOB, cutBatch } from './cut-batch.ts'
import { bankFileName, handOverFiles } from './hand-over.ts'
import { settleDue } from './settle.ts'
import { actorName } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

/** The batch and the settlement on demand; the timetable runs the same services by itself. */
export function moneyRunRoutes(parts: Deps): RouteDefinition[] {
  return [
    operationsRoute(runBatchCall, async ({ body, actor, write }) => {
      const answer = await write(async (unit) => {
        const run = await cutBatch(parts, unit, body.portfolioId, actorName(actor))
        if (!run.ok) return run
        await goOn(parts, unit, run.value, actorName(actor))
        return ok(batchView(run.value))
      })
      if (answer.ok) await tryHandOver(parts)
      return answer
    }),
    operationsRoute(runSettlementCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const run = await settleDue(parts, unit, body.portfolioId, actorName(actor))
        if (!run.ok) return run
        const { portfolioId, settledOn, settled, checked, failed } = run.value
        return ok({
          portfolioId,
          settledOn: formatLocalDate(settledOn),
          settled: settled.map((one) => ({ ...one, amount: moneyToWire(one.amount) })),
          checked,
          failed: [...failed],
        })
      }),
    ),
  ]
}

/** A request is one transaction and so one file; a job cuts the rest. */
async function goOn(
  { jobs }: Deps,
  unit: UnitOfWork,
  { portfolioId, continuesAfter }: BatchRun,
  actor: string,
): Promise<void> {
  if (continuesAfter === null) return
  const key = `${CUT_BATCH_JOB}/${portfolioId}`
  await jobs.send(unit, CUT_BATCH_JOB, { portfolioId, actor, after: continuesAfter }, { key })
}

/** The file is cut for good; a bank folder that cannot be written now gets it by the timetable's next round. */
async function tryHandOver(parts: Deps): Promise<void> {
  try {
    await handOverFiles(parts)
  } catch (error) {
    parts.log.error({ failure: describe(error) }, 'an ACH file could not be handed over yet')
  }
}

function batchView({
  portfolioId,
  businessDate,
  effectiveEntryDate,
  files,
  denied,
  failed,
  continuesAfter,
}: BatchRun) {
  return {
    portfolioId,
    batchDate: formatLocalDate(businessDate),
    goesOn: continuesAfter !== null,
    files: files.map((file) => ({
      fileName: bankFileName(file),
      sha256: file.sha256,
      effectiveEntryDate: formatLocalDate(effectiveEntryDate),
      credits: file.credits,
      debits: file.debits,
      creditTotal: moneyToWire(file.creditTotal),
      debitTotal: moneyToWire(file.debitTotal),
    })),
    denied: denied.map(({ loanNo, amount, rule }) => ({ loanNo, amount: moneyToWire(amount), rule })),
    failed: [...failed],
  }
}
