import { formatPhone } from '@dolphin/domain/format/phone'
import { Footer } from '@dolphin/ui/footer/footer'
import { bootData } from './boot.ts'
import { appText } from './messages.ts'

/** The lender's legal name, licence text, contacts and hours, on every page. */
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
  return <Footer blocks={blocks} smallPrint={<p>{portfolio.licenceText}</p>} />
}
