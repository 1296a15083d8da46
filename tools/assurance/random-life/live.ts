import { parseLocalDate, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { moneyDays } from '@dolphin/api/testing/money-days'
import { resetApi } from '@dolphin/api/testing/reset-api'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import type { Act } from './acts.ts'
import type { LifePlan, LifeStep } from './life-plan.ts'
import { bankSays } from './bank-acts.ts'
import { borrowerDoes, saveChange } from './borrower-acts.ts'
import { brokenIn } from './broken.ts'
import { beginDay, count, cutBatch, type Life, passDays } from './life.ts'
import { staffDo } from './staff-acts.ts'

/** Under what the acts carried out are counted. */
export const ACTS = 'acts'

/** Lives a life on an empty lender; throws at the first act after which something is broken. Answers what it met. */
export async function live(api: TestApi, { begins, acts }: LifePlan): Promise<ReadonlyMap<string, number>> {
  await resetApi(api)
  const days = moneyDays(api)
  const isFunded = begins === 'funded'
  const loans = isFunded ? await days.fund(1) : [await signLoan(api)]
  const today = parseLocalDate(isFunded ? '2026-03-05' : '2026-03-03')
  assert(today !== undefined, 'a life begins on a day')
  const life: Life = { api, days, loans, about: 0, today, bankEntries: 0, isExcused: false, met: new Map() }
  if (isFunded) await beginDay(life)
  for (const [index, act] of acts.entries()) {
    const on = formatLocalDate(life.today)
    count(life, ACTS)
    const broken = await brokenAfter(life, act)
    if (broken.length > 0)
      throw new Error(`by act ${index} (${JSON.stringify(act)}) of ${on}: ${broken.join('; ')}`)
  }
  return life.met
}

async function brokenAfter(life: Life, act: LifeStep): Promise<string[]> {
  life.about = act.about
  try {
    await carryOut(life, act)
  } catch (error) {
    return [String(error instanceof Error ? error.stack : error)]
  }
  return await brokenIn(life)
}

/** Acts after which nothing of the borrower's or the bank's explains a late payment. */
const BLAMELESS: readonly Act['act'][] = ['days', 'batch', 'preview', 'undo', 'finishWork', 'another']

async function carryOut(life: Life, act: Act): Promise<void> {
  if (!BLAMELESS.includes(act.act)) life.isExcused = true
  switch (act.act) {
    case 'days':
      return await passDays(life, act)
    case 'batch':
      return await cutBatch(life)
    case 'return':
    case 'wrongReturn':
    case 'returnedCredit':
    case 'noticeOfChange':
      return await bankSays(life, act)
    case 'receipt':
    case 'checkReceipt':
    case 'reverseReceipt':
    case 'rejectEntry':
    case 'changeByHand':
    case 'undoByHand':
    case 'refund':
    case 'waive':
    case 'suspend':
    case 'cure':
    case 'collect':
    case 'finishWork':
      return await staffDo(life, act)
    case 'preview':
    case 'undo':
    case 'authorize':
    case 'repair':
    case 'disbursementDay':
    case 'byCheck':
    case 'rescind':
    case 'another':
      return await borrowerDoes(life, act)
    case 'payOff':
    case 'payDown':
    case 'inN':
    case 'fixed':
    case 'move':
    case 'skip':
    case 'longer':
    case 'holiday':
    case 'availability':
    case 'payday':
    case 'payroll':
    case 'wayToPay':
    case 'stop':
      return await saveChange(life, act)
  }
}
