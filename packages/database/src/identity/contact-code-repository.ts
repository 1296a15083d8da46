import type { ContactType } from '@dolphin/domain/identity/codes'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { LoginCode } from './login-code-repository.ts'
import type { Owner } from '../driver/owner.ts'
import { loginCodes } from '../schema/session.ts'

/** The newest code sent to a contact that is neither used nor expired. */
export async function findContactCode(
  executor: Executor,
  { portfolioId, openId }: Owner,
  contactType: ContactType,
  at: Date,
): Promise<LoginCode | undefined> {
  const [row] = await executor
    .select()
    .from(loginCodes)
    .where(
      and(
        eq(loginCodes.portfolioId, portfolioId),
        eq(loginCodes.openId, openId),
        eq(loginCodes.purpose, 'contact'),
        eq(loginCodes.contactType, contactType),
        gt(loginCodes.expiresAt, at),
        isNull(loginCodes.usedAt),
      ),
    )
    .orderBy(desc(loginCodes.firstSentAt))
    .limit(1)
  return row
}
