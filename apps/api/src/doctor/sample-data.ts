import { isSelfSigned, type SealIdentity } from '@dolphin/integrations/document/seal-identity'
import type { ApiConfig } from '../config/config.ts'
import { isReservedDomain } from '../config/delivery-settings.ts'
import type { PortfolioCatalog, PortfolioEntry } from '../ports/portfolio-catalog.ts'

/** Something of the demonstration that has to be replaced before the first real customer. */
export interface SampleData {
  readonly what: string
  readonly mend: string
}

interface Deployment {
  readonly config: ApiConfig
  readonly portfolios: Pick<PortfolioCatalog, 'all'>
  readonly seals: ReadonlyMap<number, SealIdentity>
}

const SAMPLE = /\bsample\b/i
const DATA = 'docs/guides/portfolios.md'

/** What is still of the demonstration: rates and texts, seals, gateways that only pretend, the sender of mails. */
export function sampleDataIn({ config, portfolios, seals }: Deployment): readonly SampleData[] {
  return [
    ...portfolios.all.flatMap(ofPortfolio),
    ...[...seals].filter(([, seal]) => isSelfSigned(seal)).map(([id]) => selfSigned(id)),
    ...gateways(config),
  ]
}

function ofPortfolio({ portfolio, products, coupons }: PortfolioEntry): readonly SampleData[] {
  const { portfolioId, lender, ach } = portfolio
  const found = [
    products.some(({ sample }) => sample) ? 'rates of its products are samples' : undefined,
    coupons.some(({ sample }) => sample) ? 'coupons are samples' : undefined,
    SAMPLE.test(lender.licenceText.en) ? 'its license text is a sample' : undefined,
    isReservedDomain(lender.email) ? `${lender.email} belongs to no one` : undefined,
    SAMPLE.test(ach.immediateDestinationName) ? 'its bank is a sample' : undefined,
  ].filter((what) => what !== undefined)
  return found.map((what) => ({ what: `portfolio ${portfolioId}: ${what}`, mend: DATA }))
}

const selfSigned = (portfolioId: number): SampleData => ({
  what: `portfolio ${portfolioId}: documents are sealed by a self-signed certificate`,
  mend: `put key and certificate of an authority into DATA_DIR/keys/${portfolioId}/document-seal.pem`,
})

function gateways({ bankLinks, military, delivery }: ApiConfig): readonly SampleData[] {
  const { plaid, mx } = bankLinks
  return [
    ...(plaid === undefined && mx === undefined
      ? [{ what: 'the sandbox bank links accounts', mend: 'set up Plaid or MX' }]
      : []),
    ...(plaid?.environment === 'sandbox'
      ? [{ what: 'Plaid is in its sandbox', mend: 'PLAID_ENVIRONMENT=production' }]
      : []),
    ...(mx?.environment === 'integration'
      ? [{ what: 'MX is in its integration environment', mend: 'MX_ENVIRONMENT=production' }]
      : []),
    ...(military === undefined
      ? [{ what: 'the sandbox answers covered-borrower checks', mend: 'set MILITARY_URL' }]
      : []),
    ...(isReservedDomain(delivery.mailFrom)
      ? [{ what: `mails come from ${delivery.mailFrom}`, mend: 'set MAIL_FROM to an address of yours' }]
      : []),
  ]
}
