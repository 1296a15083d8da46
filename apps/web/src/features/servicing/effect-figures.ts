import type { KeyFigure } from '@dolphin/ui/key-figures/key-figures'
import { centsOf, centsText, dayText, moneyText } from '../../app/wire-text.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { nextRow, singleRow } from './preview-rows.ts'

/** What a change does, in three or four numbers: what is paid at once, what it costs or saves, when it is over. */
export function effectFigures(preview: ChangeResult): readonly KeyFigure[] {
  const { quote, expected } = preview
  const single = expected === null ? singleRow(preview) : { amount: expected.amount, dueDate: expected.by }
  const next = nextRow(preview)
  return [
    ...(single === undefined
      ? []
      : [
          {
            label: changeText(quote === null ? 'figureExtra' : 'figurePayoff'),
            value: moneyText(quote?.total ?? single.amount),
            note: changeText('onDay', { date: dayText(single.dueDate) }),
            strong: true,
          },
        ]),
    ...(next === undefined
      ? []
      : [
          {
            label: changeText(single === undefined ? 'figureNext' : 'figureAfter'),
            value: moneyText(next.amount),
            note: changeText('onDay', { date: dayText(next.dueDate) }),
          },
        ]),
    costFigure(preview),
    ...lastFigure(preview),
  ]
}

function costFigure({ costDifference, totalAfter }: ChangeResult): KeyFigure {
  const difference = centsOf(costDifference)
  const note = changeText('figureTotal', { total: moneyText(totalAfter) })
  if (difference === 0) return { label: changeText('figureSame'), value: moneyText('0.00'), note }
  return difference < 0
    ? { label: changeText('figureSaves'), value: centsText(-difference), note, strong: true }
    : { label: changeText('figureCosts'), value: centsText(difference), note }
}

function lastFigure({ newSchedule, oldSchedule }: ChangeResult): readonly KeyFigure[] {
  const [after, before] = [newSchedule.at(-1), oldSchedule.at(-1)]
  if (after === undefined) return []
  const note =
    before === undefined || before.dueDate === after.dueDate
      ? changeText('figureLastSame')
      : changeText('figureLastBefore', { date: dayText(before.dueDate) })
  return [{ label: changeText('figureLast'), value: dayText(after.dueDate), note }]
}
