import { reverseEntryCall, sendPrenoteCall } from '@dolphin/contract/entries'
import {
  exportBankFileCall,
  listBankFileCall,
  runBatchCall,
  runSettlementCall,
} from '@dolphin/contract/payments'
import { undoPromisedUntil } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { describe } from '../../http/describe-error.ts'
import { onceByKey } from '../../http/once-by-key.ts'
import { listFile } from '../../http/list-file.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type BatchRun, ORIGINATE_BATCH_JOB, originateBatch } from './originate-batch.ts'
import { previewBatch } from './preview-batch.ts'
import { bankFileName, transmitFiles } from './transmit-files.ts'
import { settleDue } from './settle.ts'
import { actorName } from '../../http/actor.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { enterPrenote } from './enter-prenote.ts'
import { enterReversal } from './reversals/enter-reversal.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'
import { bankFilesOfDay, FILES_TABLE, nextCutOffs } from './bank-files-of-day.ts'

/** The files of a day, the batch and the settlement on demand, which the timetable runs by itself, and single entries that two people send. */
export function moneyRunRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(runBatchCall, async ({ body, actor, now, write }) => {
      if (body.dryRun) {
        return await onceByKey(write, async () => {
          const run = await previewBatch(deps, body.portfolioId, actorName(actor))
          return run.ok ? ok(batchView(deps, run.value, { dryRun: true, now })) : run
        })
      }
      const answer = await write(async (unit) => {
        const run = await originateBatch(deps, unit, body.portfolioId, { actor: actorName(actor) })
        if (!run.ok) return run
        await goOn(deps, unit, run.value, actorName(actor))
        return ok(batchView(deps, run.value, { dryRun: false, now: unit.now }))
      })
      if (answer.ok) await tryTransmit(deps)
      return answer
    }),
    operationsRoute(listBankFileCall, async ({ query: { portfolioId, day }, now }) => {
      const entry = deps.portfolios.byId(portfolioId)
      const date = parseLocalDate(day)
      if (entry === undefined || date === undefined) return refuse('notFound')
      const files = await bankFilesOfDay(deps.database.db, portfolioId, date)
      return ok({ portfolioId, day, ...nextCutOffs(hoursOf(entry, deps.calendar), now), files })
    }),
    operationsFileRoute(exportBankFileCall, async ({ query: filter, actor, now }) => {
      const date = parseLocalDate(filter.day)
      if (deps.portfolios.byId(filter.portfolioId) === undefined || date === undefined)
        return refuse('notFound')
      return await listFile(deps, {
        list: 'bank-files',
        columns: FILES_TABLE,
        read: async () => ({
          rows: await bankFilesOfDay(deps.database.db, filter.portfolioId, date),
          after: null,
        }),
        filter,
        actor,
        now,
      })
    }),
    operationsRoute(runSettlementCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const run = await settleDue(deps, unit, body.portfolioId, actorName(actor))
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
    operationsRoute(reverseEntryCall, ({ body, actor, write }) =>
      write((unit) => enterReversal(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(sendPrenoteCall, ({ body, actor, write }) =>
      write((unit) => enterPrenote(deps, unit, body, entererOf(actor))),
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
  const key = `${ORIGINATE_BATCH_JOB}/${portfolioId}`
  await jobs.send(unit, ORIGINATE_BATCH_JOB, { portfolioId, actor, after: continuesAfter }, { key })
}

/** The file is cut for good; a bank folder that cannot be written now gets it by the timetable's next round. */
async function tryTransmit(deps: Deps): Promise<void> {
  try {
    await transmitFiles(deps)
  } catch (error) {
    deps.log.error({ failure: describe(error) }, 'an ACH file could not be transmitted yet')
  }
}

function batchView(
  deps: Deps,
  { portfolioId, businessDate, files, ineligible, failed, continuesAfter }: BatchRun,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: Date },
) {
  return {
    portfolioId,
    dryRun,
    batchDate: formatLocalDate(businessDate),
    promisedUntil: files.length === 0 ? null : promisedUntil(deps, portfolioId, now),
    goesOn: continuesAfter !== null,
    files: files.map((file) => ({
      fileName: dryRun ? null : bankFileName(file),
      sha256: dryRun ? null : file.sha256,
      effectiveEntryDate: formatLocalDate(file.effectiveEntryDate),
      credits: file.credits,
      debits: file.debits,
      prenotes: file.prenotes,
      sentBack: file.sentBack,
      creditTotal: moneyToWire(file.creditTotal),
      debitTotal: moneyToWire(file.debitTotal),
    })),
    ineligible: ineligible.map(({ loanNo, amount, rule }) => ({ loanNo, amount: moneyToWire(amount), rule })),
    failed: [...failed],
  }
}

/** Until when borrowers can undo what the files take, as their pages say; null once the batch has started. */
function promisedUntil({ portfolios, calendar }: Deps, portfolioId: number, now: Date): string | null {
  const data = portfolios.byId(portfolioId)
  const until = data && undoPromisedUntil(hoursOf(data, calendar), now)
  return until && data ? isoInZone(until, data.portfolio.timeZone) : null
}
