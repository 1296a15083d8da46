import { passwordChecklist } from '@dolphin/domain/form/password-policy'
import { Icon } from '@dolphin/ui/icon/icon'
import { bootData } from '../../app/boot.ts'
import { identityText } from './messages.ts'
import { ruleText } from './password-messages.ts'
import styles from './password-checklist.module.css'

/** The four rules of product.md §5 as a list that ticks itself off while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const { passwordPolicy } = bootData().portfolio
  const rules = passwordChecklist(password, passwordPolicy)
  return (
    <ul className={styles.list} aria-label={identityText('passwordRules')}>
      {rules.map(({ requirement, met }) => (
        <li key={requirement} className={met ? styles.met : styles.open}>
          <Icon name={met ? 'check' : 'info'} size={18} />
          <span>{ruleText(requirement, passwordPolicy)}</span>
          <span className="visually-hidden"> ({identityText(met ? 'ruleMet' : 'ruleOpen')})</span>
        </li>
      ))}
    </ul>
  )
}
