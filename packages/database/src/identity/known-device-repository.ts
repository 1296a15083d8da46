import { and, eq, gt } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import type { Owner } from '../driver/owner.ts'
import { customerEmails } from '../schema/claim.ts'
import { trustedDevices } from '../schema/session.ts'
import { emailIndex } from './customer-repository.ts'

/**
 * The owner of an account who signed in on this device before; undefined for any other device. One statement, whether
 * there is such an account or not, so that its time tells nothing. Source: docs/security.md, T3.
 */
export async function findOwnerOnDevice(
  executor: Executor,
  cipher: FieldCipher,
  {
    portfolioId,
    email,
    deviceHash,
  }: { readonly portfolioId: number; readonly email: string; readonly deviceHash: string },
  at: Date,
): Promise<Owner | undefined> {
  const [owner] = await executor
    .select({ portfolioId: trustedDevices.portfolioId, openId: trustedDevices.openId })
    .from(customerEmails)
    .innerJoin(
      trustedDevices,
      and(
        eq(trustedDevices.portfolioId, customerEmails.portfolioId),
        eq(trustedDevices.openId, customerEmails.openId),
      ),
    )
    .where(
      and(
        eq(customerEmails.portfolioId, portfolioId),
        eq(customerEmails.emailIndex, emailIndex(cipher, email)),
        eq(trustedDevices.deviceHash, deviceHash),
        gt(trustedDevices.expiresAt, at),
      ),
    )
  return owner
}
