import { ibvLinkTable } from '@dolphin/database/verification/ibv-link-repository'
import { MxClient } from '@dolphin/integrations/ibv/mx/mx-client'
import { MxIbvProvider } from '@dolphin/integrations/ibv/mx/mx-provider'
import { PlaidClient } from '@dolphin/integrations/ibv/plaid/plaid-client'
import { PlaidIbvProvider } from '@dolphin/integrations/ibv/plaid/plaid-provider'
import type { VendorIbvProvider } from '@dolphin/integrations/ibv/provider'
import { NEEDED_SETTINGS } from '../../config/bank-link-settings.ts'
import { ConfigError } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { pageAddress } from '../../config/page-address.ts'
import { MX_FRAME_PATH } from './mx-frame-page.ts'

type VendorDeps = Pick<Deps, 'config' | 'portfolios' | 'database' | 'cipher' | 'clock' | 'random'>

/** The outside providers that this server uses; MX also has a page of ours around its widget. */
export interface BankVendors {
  readonly byId: ReadonlyMap<string, VendorIbvProvider>
  readonly mx: MxIbvProvider | undefined
}

/**
 * Opens the outside providers that are set up.
 *
 * @throws ConfigError in production where a portfolio names a provider that is not set up, unless the sandbox bank
 * may stand in for it.
 */
export async function openBankVendors(deps: VendorDeps): Promise<BankVendors> {
  const { config, portfolios } = deps
  const named = new Set(
    portfolios.all.flatMap(({ portfolio }) => [portfolio.ibvProvider, ...portfolio.ibvFallbacks]),
  )
  refuseMissing(deps, named)
  const mx = config.bankLinks.mx && (await openMx(deps, config.bankLinks.mx))
  const plaid = config.bankLinks.plaid && (await openPlaid(deps, config.bankLinks.plaid))
  const opened = [plaid, mx].filter((vendor) => vendor !== undefined)
  return { byId: new Map(opened.map((vendor) => [vendor.id, vendor])), mx }
}

function refuseMissing({ config }: VendorDeps, named: ReadonlySet<string>): void {
  if (config.allowSandboxBank) return
  const missing = (['plaid', 'mx'] as const)
    .filter((id) => named.has(id) && config.bankLinks[id] === undefined)
    .map((id) => `  ${NEEDED_SETTINGS[id].join(', ')} (a portfolio links banks through "${id}")`)
  if (missing.length > 0) throw new ConfigError(`Production needs these settings:\n${missing.join('\n')}`)
}

async function openPlaid(
  { config, portfolios, database, cipher, clock, random }: VendorDeps,
  settings: NonNullable<Deps['config']['bankLinks']['plaid']>,
): Promise<VendorIbvProvider> {
  const portfolioOf = (portfolioId: number) => {
    const found = portfolios.byId(portfolioId)?.portfolio
    if (found === undefined) throw new Error('a bank link of no portfolio')
    return found
  }
  return new PlaidIbvProvider({
    client: await PlaidClient.open(settings, { clock, random }),
    links: ibvLinkTable(database.db, cipher, 'plaid'),
    clock,
    addressOf: (portfolioId, path) => pageAddress(config, portfolioOf(portfolioId), path),
    clientNameOf: (portfolioId) => portfolioOf(portfolioId).lender.brandName,
  })
}

async function openMx(
  { database, cipher, clock, random }: VendorDeps,
  settings: NonNullable<Deps['config']['bankLinks']['mx']>,
): Promise<MxIbvProvider> {
  return new MxIbvProvider({
    client: await MxClient.open(settings, { clock, random }),
    links: ibvLinkTable(database.db, cipher, 'mx'),
    clock,
    settings,
    framePath: MX_FRAME_PATH,
  })
}
