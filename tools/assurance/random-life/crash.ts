import { originateWholeBatch } from '@dolphin/api/modules/payments/originate-batch'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import type { UnitsOfWork } from '@dolphin/api/unit-of-work'
import type { ActOf } from './acts.ts'
import { cutBatch, type Life, liveFor, runRound } from './life.ts'

/** The end of a process: nothing is written after it. */
class Crash extends Error {}

/** Units of work of a process that ends after so many of them. */
function unitsOfDying(units: UnitsOfWork, after: number): UnitsOfWork {
  let left = after
  return {
    async write(work) {
      if (left <= 0) throw new Crash('the process has ended')
      left -= 1
      return await units.write(work)
    },
  }
}

/** The server dies between two of the transactions of a batch or a round, and its successor begins the same work anew. */
export async function crashDuring(life: Life, { during, after }: ActOf<'crash'>): Promise<void> {
  const { money } = life.days
  const dying = { ...money, units: unitsOfDying(money.units, after) }
  const begin = async (): Promise<void> => {
    try {
      if (during === 'round') await runMoneyRound(dying)
      else await originateWholeBatch(dying, life.portfolioId, 'test')
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }
  if (during === 'batch') return await cutBatch(life, begin)
  await begin()
  await liveFor(life, 1)
  await runRound(life)
}
