import { plainSummary } from './plain-summary.ts'
import { inEachLanguage, type Localized, type Words, wordsIn } from '../portfolios/localized.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { assert } from '../assert.ts'
import type { PostalAddress } from '../portfolios/portfolio.ts'
import type { Block, DocumentModel } from './document-model.ts'
import { longDate } from './long-date.ts'
import { addressLine, type DocumentLender, lenderLine } from './party.ts'

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const brandOf = ({ brandName, primaryColor }: DocumentLender) => ({ name: brandName, primaryColor })

/**
 * The page that proves a borrower can open our PDFs: it holds a code, which is then typed on the screen.
 * Source: E-SIGN, 15 USC 7001(c)(1)(C)(ii).
 */
export function electronicRecordsTestDocument(input: {
  readonly lender: DocumentLender
  readonly code: string
}): DocumentModel {
  return {
    title: 'Electronic records test',
    language: 'en',
    brand: brandOf(input.lender),
    footer: 'Electronic records test',
    blocks: [
      ...plainSummary([PROOF]),
      paragraph('You can open and read the kind of file in which we send documents. Now show it to us:'),
      { kind: 'code', label: 'Your code', code: input.code },
      {
        kind: 'list',
        ordered: true,
        items: [
          'Keep this file open, or write the code down.',
          'Go back to the page you came from.',
          'Type the code there and continue.',
        ],
      },
      paragraph(
        `If you cannot read the code, you can have your documents on paper. Call us at ${input.lender.phone}.`,
      ),
    ],
  }
}

const PROOF: Localized = {
  en: 'This file has a code. Enter it on the page you came from to show that you can open our files.',
  es: 'Este archivo tiene un código. Escríbalo en la página de donde vino, para mostrar que puede abrir nuestros archivos.',
}

/** The offer of a combined notice. */
type CounterofferTerms = {
  /** What is not offered, as askedWords names it. */
  readonly asked: Localized
  /** What is, as offeredWords names it. */
  readonly offered: Localized
  /** The last day to take it. */
  readonly validThrough: LocalDate
}

export type AdverseActionInput = {
  readonly lender: DocumentLender
  readonly federalAgency: { readonly name: string; readonly address: string }
  readonly applicant: { readonly name: string; readonly address?: PostalAddress }
  readonly loanNo: string
  readonly decisionDate: LocalDate
  /** One to four specific reasons, the weightiest first. Source: 12 CFR 1002.9(b)(2). */
  readonly reasons: readonly Words[]
  /** What would change the outcome, where something can. */
  readonly improvements: readonly Words[]
  /** What is offered instead; a notice with it is a combined notice (12 CFR 1002, comment 9(a)(1)-6). */
  readonly counteroffer?: CounterofferTerms
  /** The consumer report the decision used, if any. Source: 15 USC 1681m(a). */
  readonly report?: { readonly agencyName: string; readonly address: string; readonly phone: string }
}

const inEnglish = (words: Words): string => wordsIn(words, 'en')
const inBoth = (words: Words): Localized => inEachLanguage((locale) => wordsIn(words, locale))

const DECLINED: Localized = {
  en: 'We cannot offer you this loan now. These are the main reasons, and what would change them:',
  es: 'Ahora no podemos ofrecerle este préstamo. Estos son los motivos principales y qué los cambiaría:',
}

const countered = ({ asked, offered }: CounterofferTerms): Localized => ({
  en: `We cannot offer you ${asked.en}. We can offer you ${offered.en}. These are the main reasons:`,
  es: `No podemos ofrecerle ${asked.es}. Podemos ofrecerle ${offered.es}. Estos son los motivos principales:`,
})

/** What was decided and what can be done about it, in the sentences of sample forms C-1 and C-4 of 12 CFR 1002. */
function decisionWords({ counteroffer }: AdverseActionInput) {
  if (counteroffer === undefined) {
    const title = 'Notice of action taken on your application'
    const opening = 'Thank you for applying. We cannot offer you the loan you asked for at this time.'
    return { title, plain: DECLINED, opening, offer: [] }
  }
  const { asked, offered, validThrough } = counteroffer
  const offer = `We can offer you ${offered.en}. To take it, choose your payments on our site and sign the agreement by ${longDate(validThrough)}. If you do not, the application is closed, and no other notice follows.`
  return {
    title: 'Notice of action taken and counteroffer',
    plain: countered(counteroffer),
    opening: `Thank you for applying. We cannot offer you ${asked.en}.`,
    offer: [heading('What we can offer you'), paragraph(offer)],
  }
}

/** The notice of adverse action, or of that with a counteroffer. Source: Regulation B, 12 CFR 1002.9(a)(2), (b). */
export function adverseActionDocument(input: AdverseActionInput): DocumentModel {
  assert(input.reasons.length >= 1 && input.reasons.length <= 4, 'a notice gives one to four reasons')
  const { lender, applicant, improvements } = input
  const address = applicant.address === undefined ? '' : `, ${addressLine(applicant.address)}`
  const { title, plain, opening, offer } = decisionWords(input)
  return {
    title,
    language: 'en',
    brand: brandOf(lender),
    footer: `Notice of action taken, application ${input.loanNo}`,
    blocks: [
      ...plainSummary([plain, ...[...input.reasons, ...improvements].map(inBoth)]),
      {
        kind: 'facts',
        facts: [
          { label: 'Applicant', value: `${applicant.name}${address}` },
          { label: 'Application', value: input.loanNo },
          { label: 'Creditor', value: lenderLine(lender) },
          { label: 'Date', value: longDate(input.decisionDate) },
        ],
      },
      paragraph(opening),
      heading('The main reasons for our decision'),
      { kind: 'list', ordered: true, items: input.reasons.map(inEnglish) },
      ...(improvements.length === 0
        ? []
        : [
            heading('What would change the outcome'),
            { kind: 'list', ordered: false, items: improvements.map(inEnglish) } as const,
          ]),
      ...offer,
      ...reportBlocks(input),
      ...equalCreditBlocks(input),
    ],
  }
}

function reportBlocks({ report }: AdverseActionInput): readonly Block[] {
  if (report === undefined) return []
  return [
    heading('Information from a consumer reporting agency'),
    paragraph(
      `Our decision was based in whole or in part on information from ${report.agencyName}, ${report.address}, telephone ${report.phone}. The agency did not make the decision and cannot give you the reasons for it. You may get a free copy of your report from it if you ask within 60 days, and you may dispute with it anything that is inaccurate or incomplete.`,
    ),
  ]
}

function equalCreditBlocks({ federalAgency, lender }: AdverseActionInput): readonly Block[] {
  return [
    heading('Your rights under the Equal Credit Opportunity Act'),
    paragraph(
      `The Federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The Federal agency that administers compliance with this law concerning this creditor is ${federalAgency.name}, ${federalAgency.address}.`,
    ),
    paragraph(`Questions about this notice: telephone ${lender.phone}, ${lender.hours}.`),
  ]
}
