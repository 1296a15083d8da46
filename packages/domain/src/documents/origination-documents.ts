import { plainSummary } from './plain-summary.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Localized, LOCALES } from '../portfolios/localized.ts'
import type { AgreementInput } from './agreement-input.ts'
import { federalBox, itemizationTable } from './agreement-tables.ts'
import type { Block, DocumentModel } from './document-model.ts'
import { longDate } from './long-date.ts'
import { type DocumentLender, lenderLine } from './party.ts'

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const brandOf = ({ brandName, primaryColor }: DocumentLender) => ({ name: brandName, primaryColor })

const FEDERAL: Localized = {
  en: 'This is what the loan costs you, as federal law has us tell you before you sign.',
  es: 'Esto es lo que le cuesta el préstamo, como la ley federal nos pide decirle antes de firmar.',
}

const CONTRACT = 'Contract'
const SEE_AGREEMENT =
  'See the loan agreement for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment.'

/**
 * The federal disclosures by themselves, in a form to keep, given before the agreement is signed. The figures are those
 * of the agreement. Source: 12 CFR 1026.17(a)(1), (b); 1026.18.
 */
export function federalDisclosureDocument(input: AgreementInput): DocumentModel {
  const box = federalBox(input)
  const terms = box.terms.map((term) => (term.label === CONTRACT ? { ...term, value: SEE_AGREEMENT } : term))
  return {
    title: 'Federal Truth in Lending disclosure',
    language: 'en',
    brand: brandOf(input.lender),
    footer: `Federal disclosure, loan ${input.loanNo}, version ${input.documentVersion}`,
    blocks: [
      ...plainSummary([FEDERAL]),
      {
        kind: 'facts',
        facts: [
          { label: 'Creditor', value: lenderLine(input.lender) },
          { label: 'Borrower', value: input.borrower.name },
          { label: 'Loan number', value: input.loanNo },
          { label: 'Date', value: longDate(input.documentDate) },
        ],
      },
      { ...box, terms },
      { kind: 'heading', level: 2, text: 'Where the money goes' },
      itemizationTable(input),
    ],
  }
}

/** The portfolio's own words on privacy, at one version. */
type PrivacyNoticeInput = {
  readonly lender: DocumentLender
  readonly date: LocalDate
  readonly version: number
  readonly summary: Localized
  /** Paragraphs parted by a blank line. */
  readonly text: Localized
}

/** The privacy notice, for the borrower to keep. Source: 12 CFR 1016.4(a)(1), 1016.9(e). */
export function privacyNoticeDocument({
  lender,
  date,
  version,
  summary,
  text,
}: PrivacyNoticeInput): DocumentModel {
  return {
    title: 'Privacy notice',
    language: 'en',
    brand: brandOf(lender),
    footer: `Privacy notice, version ${version}`,
    blocks: [
      ...plainSummary([summary]),
      {
        kind: 'facts',
        facts: [
          { label: 'From', value: lenderLine(lender) },
          { label: 'Date', value: longDate(date) },
        ],
      },
      ...LOCALES.flatMap((language) =>
        text[language].split(/\n{2,}/u).map((part): Block => ({ kind: 'paragraph', text: part, language })),
      ),
    ],
  }
}

/** What the notice of an incomplete application names. */
type IncompletenessInput = {
  readonly lender: DocumentLender
  readonly applicant: string
  readonly loanNo: string
  readonly noticeDate: LocalDate
  readonly missing: readonly Localized[]
  readonly answerBy: LocalDate
}

const INCOMPLETE: Localized = {
  en: 'We cannot decide on your application yet. Send us what is listed here by the day named.',
  es: 'Todavía no podemos decidir sobre su solicitud. Envíenos lo que se indica aquí hasta el día señalado.',
}

/** The notice of an incomplete application. Source: Regulation B, 12 CFR 1002.9(c)(2). */
export function incompletenessDocument(input: IncompletenessInput): DocumentModel {
  const { lender, missing, answerBy } = input
  return {
    title: 'Notice of incomplete application',
    language: 'en',
    brand: brandOf(lender),
    footer: `Notice of incomplete application, application ${input.loanNo}`,
    blocks: [
      ...plainSummary([INCOMPLETE, ...missing]),
      {
        kind: 'facts',
        facts: [
          { label: 'Applicant', value: input.applicant },
          { label: 'Application', value: input.loanNo },
          { label: 'Creditor', value: lenderLine(lender) },
          { label: 'Date', value: longDate(input.noticeDate) },
          { label: 'Send it by', value: longDate(answerBy) },
        ],
      },
      paragraph('We need this to decide on your application:'),
      { kind: 'list', ordered: false, items: missing.map(({ en }) => en) },
      paragraph(
        `If we do not have it by ${longDate(answerBy)}, we cannot consider your application further. Questions: telephone ${lender.phone}, ${lender.hours}.`,
      ),
    ],
  }
}
