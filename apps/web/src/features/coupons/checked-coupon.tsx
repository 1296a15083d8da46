import { CouponStatus } from '@dolphin/domain/loans/codes'
import { Button, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { PageHeading } from '@dolphin/ui/page/page'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient, reads } from '../../api-client/with-queries.tsx'
import { usePersisted } from '../../app/use-persisted.ts'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { Waiting } from '../../app/waiting.tsx'
import { moneyText } from '../../app/wire-text.ts'
import { type Coupon, CouponTerms } from './coupon-terms.tsx'
import { couponText } from './messages.ts'
import { useOwnLoan } from './own-loan.ts'

type Asked = { readonly resource: string } | { readonly couponCode: string }

/** A coupon as it stands for the customer and their loan. */
export function CheckedCoupon({ asked }: { asked: Asked }) {
  const { loan, read } = useOwnLoan()
  if (!read) return <Waiting />
  const query = { ...asked, ...(loan === undefined ? {} : { loanNo: loan.loanNo }) }
  return <Checked query={query} next={loan?.next ?? null} />
}

interface CheckedProps {
  query: Asked & { readonly loanNo?: string }
  /** Where the customer's loan goes on. */
  next: string | null
}

function Checked({ query, next }: CheckedProps) {
  const checked = useQuery(reads('checkCoupon', { query }))
  const isGood = checked.data !== undefined && !isOver(checked.data)
  usePersisted('coupon', isGood ? { couponCode: checked.data.couponCode } : undefined)
  return (
    <QueryView query={checked}>
      {(coupon) => (
        <>
          <PageHeading>
            {isOver(coupon) ? couponText('notValidTitle') : couponText('title', { code: coupon.couponCode })}
          </PageHeading>
          <Card>
            {isOver(coupon) && <p>{couponText('notValid')}</p>}
            {coupon.kind !== null && <CouponTerms coupon={coupon} />}
            <OnLoan coupon={coupon} loanNo={query.loanNo} next={next} />
          </Card>
        </>
      )}
    </QueryView>
  )
}

const isOver = ({ couponStatus, usedOn }: Coupon): boolean =>
  couponStatus === CouponStatus.notValid && usedOn === null

function OnLoan({
  coupon,
  loanNo,
  next,
}: {
  coupon: Coupon
  loanNo: string | undefined
  next: string | null
}) {
  const { busy, start } = useAct(async () => {
    if (loanNo === undefined) return
    const result = await call('couponApply', { body: { loanNo, couponCode: coupon.couponCode } })
    if (!result.ok) return showFailure(result.failure)
    await queryClient.invalidateQueries()
  })
  const canUse = coupon.fits === true && !coupon.applied && coupon.couponStatus === CouponStatus.inEffect
  const standing = loanStatusText(coupon, loanNo)
  const hasBoth = coupon.withCoupon !== null && coupon.withoutCoupon !== null
  return (
    <>
      <div role="status">{standing !== '' && <p>{standing}</p>}</div>
      {hasBoth && (
        <p>
          <Link href={`/coupon/schedule?code=${encodeURIComponent(coupon.couponCode)}`}>
            {couponText('compare')}
          </Link>
        </p>
      )}
      {canUse && (
        <p>
          <Button busy={busy} onClick={() => void start()}>
            {busy ? couponText('using') : couponText('use')}
          </Button>
        </p>
      )}
      {coupon.applied && coupon.usedOn === null && next !== null && (
        <p>
          <Link href={next} className={buttonClass()}>
            {couponText('toPlan')}
          </Link>
        </p>
      )}
      <p>
        <Link href="/home">{couponText('toHome')}</Link>
      </p>
    </>
  )
}

function loanStatusText(coupon: Coupon, loanNo: string | undefined): string {
  const { saving, applied, fits, couponStatus, usedOn } = coupon
  if (saving !== null && loanNo !== undefined) {
    return couponText(applied ? 'savesNow' : 'saves', { saving: moneyText(saving), loanNo })
  }
  if (applied && usedOn === null && coupon.loanNo !== null) {
    return couponText('idle', { loanNo: coupon.loanNo })
  }
  if (couponStatus === CouponStatus.notValid) return ''
  return fits === false && loanNo !== undefined ? couponText('misfit', { loanNo }) : couponText('noLoan')
}
