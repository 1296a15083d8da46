import { ConsentTemplateSchema } from '@dolphin/contract/portfolio/consent-schema'
import { PolicySchema } from '@dolphin/contract/portfolio/policy-schema'
import { ProductsSchema } from '@dolphin/contract/portfolio/product-schema'
import type { Executor } from '@dolphin/database/driver/executor'
import { findVersion, findVersionHolding } from '@dolphin/database/portfolios/portfolio-version-repository'
import type { Policy } from '@dolphin/domain/decisions/policy'
import type { ConsentKind, ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Product } from '@dolphin/domain/portfolios/product'

/** A policy as it was at a version, for what was decided by it; undefined where it is not on record. */
export async function policyAt(
  executor: Executor,
  portfolioId: number,
  version: number,
): Promise<Policy | undefined> {
  const stored = await findVersion(executor, { portfolioId, kind: 'policy', key: 'policy' }, version)
  return stored === undefined ? undefined : PolicySchema.safeParse(stored.content).data
}

/** A product as it was at a version, for a loan under it; undefined where it is not on record. */
export async function productAt(
  executor: Executor,
  portfolioId: number,
  { productCode, version }: Pick<Product, 'productCode' | 'version'>,
): Promise<Product | undefined> {
  const item = { portfolioId, kind: 'product', key: 'product' }
  const stored = await findVersionHolding(executor, item, { productCode, version })
  const products = stored === undefined ? undefined : ProductsSchema.safeParse(stored.content).data
  return products?.find((product) => product.productCode === productCode && product.version === version)
}

/**
 * Returns a consent's text at a version, for a customer who agreed to it; undefined where it is not on record.
 */
export async function consentAt(
  executor: Executor,
  portfolioId: number,
  kind: ConsentKind,
  version: number,
): Promise<ConsentTemplate | undefined> {
  const stored = await findVersion(executor, { portfolioId, kind: 'consent', key: kind }, version)
  return stored === undefined ? undefined : ConsentTemplateSchema.safeParse(stored.content).data
}
