import type { LocalDate } from '../calendar/local-date.ts'
import type { Locale } from '../portfolios/localized.ts'
import type { PostalAddress } from '../portfolios/portfolio.ts'
import type { Block, DocumentModel } from './document-model.ts'
import { longDate } from './long-date.ts'
import type { DocumentLender } from './party.ts'

/** A notice as a letter; its own text names the lender (needed-placeholders.ts). */
export interface PaperNoticeInput {
  readonly lender: DocumentLender
  readonly to: { readonly name: string; readonly address: PostalAddress }
  /** The day on which it is printed. */
  readonly date: LocalDate
  readonly loanNo: string
  readonly locale: Locale
  readonly subject: string
  /** The notice's text: paragraphs parted by blank lines, lists of lines that begin with "- ". */
  readonly text: string
}

const WORDS = {
  en: {
    by: 'We write by mail because our email did not reach you. To get email again, sign in and give us another address.',
    loan: 'Loan',
  },
  es: {
    by: 'Le escribimos por correo postal porque nuestro correo electrónico no le llegó. Para recibirlo otra vez, inicie sesión y denos otra dirección.',
    loan: 'Préstamo',
  },
} as const satisfies Record<Locale, unknown>

const LINE = '- '

/** The letter of a notice that no electronic way reached, with the address first. docs/facts/delivery.md §7. */
export function paperNotice({
  lender,
  to,
  date,
  loanNo,
  locale,
  subject,
  text,
}: PaperNoticeInput): DocumentModel {
  const { street, city, state, zip } = to.address
  return {
    title: subject,
    language: locale,
    brand: { name: lender.brandName, primaryColor: lender.primaryColor },
    footer: `${lender.brandName}, ${WORDS[locale].loan} ${loanNo}`,
    // A note of the staff may be in it, and one letter must not keep the others from being printed
    quotesPeople: true,
    blocks: [
      paragraph(`${to.name}\n${street}\n${city}, ${state} ${zip}`),
      paragraph(longDate(date, locale)),
      ...text
        .trim()
        .split(/\n{2,}/u)
        .map(blockOf),
      { kind: 'paragraph', text: WORDS[locale].by, emphasis: 'small' },
    ],
  }
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

function blockOf(part: string): Block {
  const lines = part.split('\n')
  return lines.every((line) => line.startsWith(LINE))
    ? { kind: 'list', ordered: false, items: lines.map((line) => line.slice(LINE.length)) }
    : paragraph(part)
}
