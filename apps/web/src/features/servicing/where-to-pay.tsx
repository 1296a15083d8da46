import { formatPhone } from '@dolphin/domain/format/phone'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { bootData } from '../../app/boot.ts'
import { changeText } from './change-messages.ts'
import { isMailed } from './mode-text.ts'
import styles from './repayment.module.css'

/** Where money goes that the borrower sends; nothing where it is taken from the account. */
export function WhereToPay({ mode, loanNo }: { mode: PaymentMode; loanNo: string }) {
  const { legalName, address, phone } = bootData().portfolio
  if (mode === PaymentMode.ach) return null
  return (
    <section className={styles.where}>
      <h3>{changeText('whereTitle')}</h3>
      <p>
        {isMailed(mode)
          ? changeText('whereMail', { name: legalName, address })
          : changeText('whereCall', { phone: formatPhone(phone) })}
      </p>
      <p>{changeText('whereReference', { loanNo })}</p>
    </section>
  )
}
