import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import styles from './home.module.css'
import { homeText } from './messages.ts'

interface DoneNextProps {
  done: string | undefined
  next: string
  /** By when, where there is a day. */
  when: string | undefined
}

/** What is done, what is next, by when: three lines that answer most calls before they are made. */
export function DoneNext({ done, next, when }: DoneNextProps) {
  return (
    <dl className={styles.stage}>
      {done !== undefined && <Line icon="check" label={homeText('stageDone')} value={done} />}
      <Line icon="forward" label={homeText('stageNext')} value={next} />
      {when !== undefined && <Line icon="calendar" label={homeText('stageWhen')} value={when} />}
    </dl>
  )
}

function Line({ icon, label, value }: { icon: IconName; label: string; value: string }) {
  return (
    <div className={styles.stageLine}>
      <dt>
        <Icon name={icon} size={20} />
        {label}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
