import { Card } from '@dolphin/ui/card/card'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { BalanceChange } from './balance-change.tsx'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { isSameSchedule } from './has-effect.ts'
import styles from './schedule-pair.module.css'

type Row = ChangeResult['newSchedule'][number]

/** The payments as they are and as they would be: a picture, then both schedules beside each other. */
export function SchedulePair({ preview }: { preview: ChangeResult }) {
  const { oldSchedule, newSchedule, totalBefore, totalAfter } = preview
  // A change of the way to pay leaves days and amounts alone: saying it twice would only make people look for it
  if (isSameSchedule(oldSchedule, newSchedule)) {
    return (
      <Card>
        <h2>{changeText('pairSameTitle')}</h2>
        <p>{changeText('pairSame')}</p>
        <Schedule title={changeText('pairBoth')} rows={newSchedule} total={totalAfter} />
      </Card>
    )
  }
  return (
    <Card>
      <h2>{changeText('pairTitle')}</h2>
      <BalanceChange preview={preview} />
      <div className={styles.pair}>
        <Schedule title={changeText('pairNew')} rows={newSchedule} total={totalAfter} />
        <Schedule title={changeText('pairOld')} rows={oldSchedule} total={totalBefore} />
      </div>
    </Card>
  )
}

interface ScheduleProps {
  title: string
  rows: readonly Row[]
  total: string
}

function Schedule({ title, rows, total }: ScheduleProps) {
  return (
    <table className={styles.schedule}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{changeText('columnDay')}</th>
          <th scope="col">{changeText('columnAmount')}</th>
          <th scope="col">{changeText('columnLeft')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.dueDate}-${row.installmentNo ?? 'single'}`}>
            <td>
              {dayText(row.dueDate)}
              {row.source !== 'agreed' && <span className={styles.source}>{changeText(row.source)}</span>}
            </td>
            <td>{moneyText(row.amount)}</td>
            <td>{moneyText(row.balanceAfter)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{changeText('columnTotal')}</th>
          <td>{moneyText(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
