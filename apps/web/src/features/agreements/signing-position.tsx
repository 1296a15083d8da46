import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'
import { stepPosition } from '../applications/flow.ts'
import styles from './agreement.module.css'
import { agreementText } from './messages.ts'
import type { SigningStep } from './signing-draft.ts'

/** "Step 11 of 12: Sign": the counter of the application goes on; its line is there before it is read. */
export function SigningPosition({ applicationNo, step }: { applicationNo: string; step: SigningStep }) {
  const { data } = useQuery({
    ...reads('listSection', { query: { applicationNo } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <p className={styles.position}>
      {data &&
        agreementText('position', {
          ...stepPosition(data, step === 'sign' ? 'sign' : 'agreement'),
          label: agreementText(step === 'sign' ? 'stepSign' : 'stepRead'),
        })}
    </p>
  )
}
