import type { ChallengePurpose } from '@dolphin/domain/staff/codes'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeChallenges } from '../schema/staff.ts'

export type StaffChallenge = typeof employeeChallenges.$inferSelect

export async function insertChallenge(
  executor: Executor,
  challenge: Omit<StaffChallenge, 'usedAt'>,
): Promise<void> {
  await executor.insert(employeeChallenges).values(challenge)
}

/**
 * Uses a challenge of this purpose up and returns it; undefined where it is unknown, used, expired or of another
 * purpose. Its answer is verified afterwards: of two answers only one is looked at.
 */
export async function consumeChallenge(
  executor: Executor,
  challengeId: string,
  purpose: ChallengePurpose,
  at: Date,
): Promise<StaffChallenge | undefined> {
  const [used] = await executor
    .update(employeeChallenges)
    .set({ usedAt: at })
    .where(
      and(
        eq(employeeChallenges.challengeId, challengeId),
        eq(employeeChallenges.purpose, purpose),
        isNull(employeeChallenges.usedAt),
        gt(employeeChallenges.expiresAt, at),
      ),
    )
    .returning()
  return used
}
