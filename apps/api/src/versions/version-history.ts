import { ConsentTemplateSchema } from '@dolphin/contract/portfolio/consent-schema'
import { PolicySchema } from '@dolphin/contract/portfolio/policy-schema'
import type { Executor } from '@dolphin/database/executor'
import { findVersion } from '@dolphin/database/portfolio-version-repository'
import type { Policy } from '@dolphin/domain/decision/policy'
import type { ConsentKind, ConsentTemplate } from '@dolphin/domain/portfolio/consent-template'

/** A policy as it was at a version, for what was decided by it; undefined where it is not on record. */
export async function policyAt(
  executor: Executor,
  portfolioId: number,
  version: number,
): Promise<Policy | undefined> {
  const stored = await findVersion(executor, { portfolioId, kind: 'policy', key: 'policy' }, version)
  return stored === undefined ? undefined : PolicySchema.safeParse(stored.content).data
}

/** A consent's text as it was at a version, for whoever agreed to it; undefined where it is not on record. */
export async function consentAt(
  executor: Executor,
  portfolioId: number,
  kind: ConsentKind,
  version: number,
): Promise<ConsentTemplate | undefined> {
  const stored = await findVersion(executor, { portfolioId, kind: 'consent', key: kind }, version)
  return stored === undefined ? undefined : ConsentTemplateSchema.safeParse(stored.content).data
}
