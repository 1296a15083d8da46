import { formatPhone } from '../format/phone.ts'
import type { Lender, PostalAddress } from '../portfolios/portfolio.ts'

/** An address in one line: "12 Elm Street, Dover, DE 19901". */
export function addressLine({ street, city, state, zip }: PostalAddress): string {
  return `${street}, ${city}, ${state} ${zip}`
}

/** The lender as its documents name it; text is already in the document's language. */
export type DocumentLender = {
  readonly brandName: string
  readonly legalName: string
  readonly address: PostalAddress
  /** As people read it: "(555) 555-0100". */
  readonly phone: string
  readonly email: string
  readonly hours: string
  readonly licenseText: string
  readonly primaryColor: string
}

/** Name, address, telephone and mail in one line. */
export function lenderLine({ legalName, address, phone, email }: DocumentLender): string {
  return `${legalName}, ${addressLine(address)}, telephone ${phone}, ${email}`
}

/** A portfolio's lender as English documents name it. */
export function documentLender(lender: Lender, primaryColor: string): DocumentLender {
  const { brandName, legalName, address, phone, email, hours, licenceText } = lender
  return {
    brandName,
    legalName,
    address,
    phone: formatPhone(phone),
    email,
    hours: hours.en,
    licenseText: licenceText.en,
    primaryColor,
  }
}
