import type { Loan } from '@dolphin/database/loans/loan-repository'
import { addDays } from '@dolphin/domain/calendar/local-date'
import { type MissingPart, MISSING_TEXTS } from '@dolphin/domain/notices/noia-missing'
import { DAYS_TO_ANSWER } from '@dolphin/domain/notices/noia-timetable'
import type { Deps } from '../../deps.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type CopyDeps, storeIncompletenessCopy } from './incompleteness-copy.ts'

const JOB = 'incompleteness-document'

/** Queues the kept copy of the notice of incompleteness, in the transaction that sends the notice. */
export async function queueIncompletenessLetter(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  missing: readonly MissingPart[],
): Promise<void> {
  const notified = { portfolioId, loanNo, at: unit.now.getTime(), missing: missing.join() }
  await jobs.send(unit, JOB, notified, { key: `${JOB}/${portfolioId}/${loanNo}` })
}

/** Writes the copy under Documents; a second run finds it there. */
export const incompletenessLetterJob = (deps: CopyDeps): JobDefinition => ({
  name: JOB,
  run: ({ portfolioId, loanNo, at, missing }: JobData) =>
    storeIncompletenessCopy(
      deps,
      { portfolioId: Number(portfolioId), loanNo: String(loanNo) },
      {
        missing: partsOf(String(missing)).map((part) => MISSING_TEXTS[part]),
        at: new Date(Number(at)),
        answerBy: (sentOn) => addDays(sentOn, DAYS_TO_ANSWER),
      },
    ),
})

const partsOf = (names: string): MissingPart[] =>
  names.split(',').filter((name): name is MissingPart => Object.hasOwn(MISSING_TEXTS, name))
