import { formatPhone } from '@dolphin/domain/format/phone'
import { Footer } from '@dolphin/ui/footer/footer'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { isCustomer, subscribeSession } from '../api-client/session.ts'
import { bootData } from './boot.ts'
import { appText } from './messages.ts'

/** The lender's legal name, license text, contacts and hours, on every page. */
export function SiteFooter() {
  const { portfolio } = bootData()
  const blocks = [
    <>
      <p>
        <strong>{appText('lender')}</strong>
      </p>
      <p>{portfolio.legalName}</p>
      <p>{portfolio.address}</p>
    </>,
    <>
      <p>
        <strong>{appText('contact')}</strong>
      </p>
      <p>
        <a href={`tel:+1${portfolio.phone}`}>{formatPhone(portfolio.phone)}</a>
      </p>
      <p>
        <WriteToUs />
      </p>
      <p>
        <a href={`mailto:${portfolio.email}`}>{portfolio.email}</a>
      </p>
    </>,
    <>
      <p>
        <strong>{appText('hours')}</strong>
      </p>
      <p>{portfolio.hours}</p>
    </>,
  ]
  return <Footer blocks={blocks} smallPrint={<p>{portfolio.licenseText}</p>} />
}

/** By secure message for who is signed in, by mail for everybody else; in the same place for both. */
function WriteToUs() {
  const customer = useSyncExternalStore(subscribeSession, isCustomer)
  if (customer) return <Link href="/messages">{appText('writeToUs')}</Link>
  return <a href={`mailto:${bootData().portfolio.email}`}>{appText('writeToUs')}</a>
}
