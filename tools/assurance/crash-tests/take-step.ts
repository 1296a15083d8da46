import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signingSignCall, sendLoanAgreementCall } from '@dolphin/contract/agreements'
import { requestChangeCall } from '@dolphin/contract/servicing-changes'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import { dataPaths } from '@dolphin/api/config/config'
import { SEND_NOTICES_JOB, sweepNoticesJob } from '@dolphin/api/modules/notices/notice-outbox'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { bankFile } from '@dolphin/api/testing/bank-returns'
import { liveOn } from '@dolphin/api/testing/funded-loans'
import { debitsOf } from '@dolphin/api/testing/money-days'
import { letJobsFallDue } from './due-jobs.ts'
import { type Life, openSaved } from './life.ts'
import type { Step, StepKind } from './life-steps.ts'

/** A little later at each new try: what a dead process had taken for itself is free again. */
const BETWEEN_TRIES_MS = 3 * MINUTE_MS

/** The job that takes a step; the others are the borrower's own. */
const JOB_OF: Readonly<Partial<Record<StepKind, readonly [name: string, key: string]>>> = {
  mails: [SEND_NOTICES_JOB, 'due'],
  batch: ['money-round', 'timetable'],
  fund: ['money-round', 'timetable'],
  settle: ['money-round', 'timetable'],
  announce: ['upcoming-debits', 'timetable'],
  returns: ['bank-inbox', 'timetable'],
}

export async function moveClock(api: TestApi, step: Step, tries: number): Promise<void> {
  await liveOn(api, new Date(Date.parse(step.at) + tries * BETWEEN_TRIES_MS).toISOString())
}

/** What the world outside does before a step: the bank sends a file, the borrower asks for a mail. */
export async function arrangeStep(api: TestApi, life: Life, step: Step): Promise<void> {
  await moveClock(api, step, 0)
  if (step.kind === 'returns') await sendBack(api, life)
  if (step.kind === 'mails') {
    const body = { loanNo: life.loanNo, to: 'copy' as const }
    await openSaved(api, life.browser).ask(sendLoanAgreementCall, { body })
  }
}

/** The bank returns the first agreed payment for insufficient funds. */
async function sendBack(api: TestApi, { browser: { portfolioId }, loanNo }: Life): Promise<void> {
  const debits = await debitsOf(api, { portfolioId, loanNo })
  const transaction = debits.find(({ purpose }) => purpose === TransactionPurpose.installment)
  assert(transaction !== undefined, 'the first payment was taken')
  const inbox = join(dataPaths(api.deps.config.dataDir).bank, 'inbox')
  await mkdir(inbox, { recursive: true })
  await writeFile(join(inbox, 'RET-0001.ach'), bankFile([{ transaction, code: 'R01' }]))
}

/**
 * Takes a step, or takes it again: a borrower's request under the key of its intent, a round as the timetable starts
 * it, with the jobs that an earlier process left. Answers the life with what was answered.
 */
export async function takeStep(api: TestApi, life: Life, { kind }: Step): Promise<Life> {
  const browser = openSaved(api, life.browser)
  if (kind === 'sign') {
    const { input, key } = life.sign
    return { ...life, signed: await browser.ask(signingSignCall, input, { idempotencyKey: key }) }
  }
  if (kind === 'change') {
    const { input, key } = life.change
    return { ...life, changed: await browser.ask(requestChangeCall, input, { idempotencyKey: key }) }
  }
  const job = JOB_OF[kind]
  assert(job !== undefined, 'whatever no borrower asks for is a job')
  const [name, key] = job
  await api.deps.units.write(async (unit) => ok(await api.jobs.send(unit, name, {}, { key })))
  await finishJobs(api)
  return life
}

/** Runs every job that is left, also those that a dead process had begun, and the sweep of the outbox. */
export async function finishJobs(api: TestApi): Promise<void> {
  await letJobsFallDue(api)
  await sweepNoticesJob(api.deps).run({})
  await api.jobs.drain()
}
