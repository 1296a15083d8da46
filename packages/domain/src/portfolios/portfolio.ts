import type { SectionKey } from '../applications/codes.ts'
import type { Cents } from '../money/cents.ts'
import type { Localized } from './localized.ts'
import type { ThemeColors } from './on-color.ts'

/** Approval after signing: at once (`automatic`), or by an underwriter (`manual`). domain.md §2. */
export type ApprovalMode = 'automatic' | 'manual'
export type IbvProviderId = 'sandbox' | 'plaid' | 'mx'
/** What a borrower may do when the portfolio's provider fails. domain.md §5, list of fallback options. */
export type IbvFallback = IbvProviderId | 'statementUpload' | 'person'

export type PostalAddress = {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** Who lends: what the footer, the agreement and every notice must name. */
export type Lender = {
  readonly brandName: string
  readonly legalName: string
  readonly address: PostalAddress
  /** Ten digits. */
  readonly phone: string
  readonly email: string
  /** Sender of its mails, at its own domain so that DMARC aligns; the server's MAIL_FROM where it names none. */
  readonly mailFrom?: string | undefined
  readonly hours: Localized
  readonly licenceText: Localized
  /** The agency an adverse action notice names. Source: 12 CFR 1002.9(b)(1), Appendix A. */
  readonly federalAgency: { readonly name: string; readonly address: string }
}

/** The lender's side of every ACH file. Lengths and digits: facts of the NACHA file header and batch header. */
export type AchOriginator = {
  /** Routing number of the bank that takes the file, nine digits. */
  readonly immediateDestination: string
  readonly immediateDestinationName: string
  /** Ten characters, by agreement with that bank. */
  readonly immediateOrigin: string
  readonly immediateOriginName: string
  /** At most 16 characters. */
  readonly companyName: string
  /** Ten characters. */
  readonly companyId: string
  /** First eight digits of the originating bank's routing number. */
  readonly odfiId: string
}

/** Times of day `HH:MM` in the portfolio's time zone. */
export type CutOffTimes = {
  /** Until then money can still arrive the same day. */
  readonly sameDay: string
  /** Until then the day's batch still takes changes. */
  readonly batch: string
}

/** When same-day entries settle, New York. Source: docs/facts/ach.md §4, windows. */
export type SameDaySettlement = '13:00' | '17:00' | '18:00'

/** Whether credits approved before the same-day cut-off settle on that day, and at which of the windows. */
export type SameDayCredits = {
  readonly offered: boolean
  readonly settlesAt: SameDaySettlement
}

/** product.md §5's four password rules, as numbers. */
export type PasswordPolicy = {
  readonly minimumLength: number
  readonly maximumLength: number
  /** A run of this many identical characters is refused. */
  readonly identicalRun: number
}

/** How a brand draws itself besides its colors. */
export type ThemeShape = {
  /** Of cards, fields and buttons, in CSS pixels. */
  readonly cornerRadius: number
  /** Of all text: the reader's own face, or one that the pages bring (packages/ui/src/theme/faces.css). */
  readonly face: 'system' | 'figtree' | 'publicSans'
  /** `sans` is that of all text, `serif` a book face of the device. */
  readonly headingFace: 'sans' | 'serif'
  readonly headingWeight: 500 | 600 | 700 | 800
  /** Of buttons alone; 24 makes pills of them. */
  readonly buttonRadius: number
  /** Direction of the three-color gradient, in degrees as in CSS. */
  readonly gradientAngle: number
  /** `bar`: on the page's surface under a thin gradient · `band`: on the gradient itself. */
  readonly header: 'bar' | 'band'
  /** A wide picture without text along the head of the footer; null for none. */
  readonly patternUrl: string | null
}

/** A brand and lender: product.md §3, domain.md §1. Data under `data/portfolios/<id>/portfolio.json`. */
export type Portfolio = {
  readonly portfolioId: number
  readonly version: number
  readonly theme: ThemeColors & ThemeShape
  readonly faviconUrl: string
  readonly domainOfWeb: string
  readonly domainOfWap: string
  /** Other host names that answer with this brand. */
  readonly hosts: readonly string[]
  readonly lender: Lender
  /** IANA name; every rule about days uses it. */
  readonly timeZone: string
  /** Two-letter codes of the states this portfolio lends in. */
  readonly states: readonly string[]
  /** False: -83131201 answers new applications. */
  readonly originating: boolean
  readonly approvalMode: ApprovalMode
  /** Banking days from the signature to a person’s approval, as it usually is; nothing where approval is automatic. */
  readonly reviewBankingDays: number
  readonly tribeReview: boolean
  readonly arbitration: boolean
  /** The order in which the sections of an application are asked for. */
  readonly entryOrder: readonly SectionKey[]
  readonly ibvProvider: IbvProviderId
  readonly ibvFallbacks: readonly IbvFallback[]
  readonly ach: AchOriginator
  readonly cutOff: CutOffTimes
  readonly sameDayCredits: SameDayCredits
  readonly spinner: 1 | 2 | 3 | 4 | 5 | 6 | 7
  readonly passwordPolicy: PasswordPolicy
  /** Days past due after which a loan is collecting (205). */
  readonly collectionDayCount: number
  /** Days after its due date until an unsent payment is past due (-2). */
  readonly pastDueGraceDays: number
  /** Cents; what is left after the last payment is waived where it is less. Source: domain.md §14. */
  readonly waiveRestBelow: Cents
  /** Cents; an act of staff that releases more takes a touch of a passkey over that very act. */
  readonly touchAbove: Cents
  /** Cents; above it who accepted the statement of a loan does not approve the loan. */
  readonly twoPeopleAbove: Cents
  readonly statementFileTypes: readonly ('csv' | 'png' | 'pdf')[]
}
