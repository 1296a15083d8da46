import { Banner } from '@dolphin/ui/banner/banner'
import { dayText, moneyText, signedMoneyText } from '../../app/wire-text.ts'
import { momentText } from './moment-text.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'

/** What is different from the figures that were read before; nothing was saved yet. */
export function ChangedFigures({ before, after }: { before: ChangeResult; after: ChangeResult }) {
  const rows = [
    [changeText('figureTotalName'), moneyText(before.totalAfter), moneyText(after.totalAfter)],
    [
      changeText('figureCostName'),
      signedMoneyText(before.costDifference),
      signedMoneyText(after.costDifference),
    ],
    [changeText('figurePayoff'), totalOf(before), totalOf(after)],
    [changeText('figureLast'), lastOf(before), lastOf(after)],
    [changeText('cutOffName'), momentText(before.cutOffAt), momentText(after.cutOffAt)],
  ] as const
  const changed = rows.filter(([, old, now]) => old !== now)
  return (
    <Banner tone="warning" title={changeText('outdatedTitle')} live>
      <p>{changeText('outdated')}</p>
      <ul>
        {changed.map(([label, old, now]) => (
          <li key={label}>{changeText('fromTo', { label, old, now })}</li>
        ))}
      </ul>
    </Banner>
  )
}

const totalOf = ({ quote }: ChangeResult): string => (quote === null ? '' : moneyText(quote.total))

function lastOf({ newSchedule }: ChangeResult): string {
  const last = newSchedule.at(-1)
  return last === undefined ? '' : dayText(last.dueDate)
}
