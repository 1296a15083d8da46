import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import type { Act } from './acts.ts'
import { atOnce } from './at-once.ts'
import { beginLife } from './begin-life.ts'
import type { LifePlan, LifeStep } from './life-plan.ts'
import { bankSays } from './bank-acts.ts'
import { borrowerDoes } from './borrower-acts.ts'
import { brokenIn } from './broken.ts'
import { countLoanCell } from './cells.ts'
import { crashDuring } from './crash.ts'
import {
  announceHourly,
  count,
  cutBatch,
  daysWithoutServer,
  type Life,
  passDays,
  type Witness,
} from './life.ts'
import { saveChange } from './save-change.ts'
import { staffDo } from './staff-acts.ts'

/** Under what the acts carried out are counted. */
export const ACTS = 'acts'

/** A life in which something is broken, as far as it was lived. */
export class BrokenLife extends Error {
  constructor(
    words: string,
    readonly lived: LifePlan,
  ) {
    super(words)
  }
}

/** Lives a life on an empty lender; throws at the first act after which something is broken. Answers what it met. */
export async function live(
  api: TestApi,
  { acts, ...begins }: LifePlan,
  witness?: Witness,
): Promise<ReadonlyMap<string, number>> {
  const life = await beginLife(api, begins, witness)
  for (const [index, act] of acts.entries()) {
    const on = formatLocalDate(life.today)
    count(life, ACTS)
    const broken = await brokenAfter(life, act, index === acts.length - 1)
    if (broken.length > 0)
      throw new BrokenLife(`by act ${index} (${JSON.stringify(act)}) of ${on}: ${broken.join('; ')}`, {
        ...begins,
        acts: acts.slice(0, index + 1),
      })
  }
  return life.met
}

async function brokenAfter(life: Life, act: LifeStep, isLast: boolean): Promise<string[]> {
  life.about = act.about
  countLoanCell(life, act.act)
  try {
    await carryOut(life, act)
    if (!isLast || OF_TIME.includes(act.act)) await announceHourly(life)
  } catch (error) {
    return [String(error instanceof Error ? error.stack : error)]
  }
  return await brokenIn(life, isLast || OF_TIME.includes(act.act))
}

/** Acts that have their own rounds. */
const OF_TIME: readonly Act['act'][] = ['days', 'batch', 'down', 'crash', 'preview']

/** Acts after which nothing of the borrower's or the bank's explains a late payment. */
const BLAMELESS: readonly Act['act'][] = [
  'days',
  'batch',
  'down',
  'crash',
  'preview',
  'undo',
  'finishWork',
  'another',
  'prenote',
]

async function carryOut(life: Life, act: Act): Promise<void> {
  if (!BLAMELESS.includes(act.act)) life.isExcused = true
  switch (act.act) {
    case 'days':
      return await passDays(life, act)
    case 'batch':
      return await cutBatch(life)
    case 'down':
      return await daysWithoutServer(life, act)
    case 'crash':
      return await crashDuring(life, act)
    case 'return':
    case 'wrongReturn':
    case 'returnedCredit':
    case 'noticeOfChange':
    case 'heldReturn':
    case 'heldArrive':
      return await bankSays(life, act)
    case 'receipt':
    case 'checkReceipt':
    case 'reverseReceipt':
    case 'rejectEntry':
    case 'reverseEntry':
    case 'prenote':
    case 'end':
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
    case 'shown':
    case 'undo':
    case 'authorize':
    case 'repair':
    case 'disbursementDay':
    case 'byCheck':
    case 'rescind':
    case 'signAmendment':
    case 'another':
      return await borrowerDoes(life, act)
    case 'twice':
      return await atOnce(life, act.of, act.of)
    case 'atOnce':
      return await atOnce(life, act.one, act.other)
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
