import { passwordChecklist } from '@dolphin/domain/form/password-policy'
import { Icon } from '@dolphin/ui/icon/icon'
import { bootData } from '../../app/boot.ts'
import { identityText } from './messages.ts'
import styles from './password-checklist.module.css'

/** The four rules of product.md §5 as a list that ticks itself off while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const rules = passwordChecklist(password, bootData().portfolio.passwordPolicy)
  return (
    <ul className={styles.list} aria-label={identityText('passwordRules')}>
      {rules.map(({ message, met }) => (
        <li key={message} className={met ? styles.met : styles.open}>
          <Icon name={met ? 'check' : 'info'} size={18} />
          <span>{message}</span>
          <span className="visually-hidden"> ({identityText(met ? 'ruleMet' : 'ruleOpen')})</span>
        </li>
      ))}
    </ul>
  )
}
