import { signingSignCall } from '@dolphin/contract/agreements'
import type { TestApi } from './api-fixture.ts'
import type { SignedLoan } from './signed-loans.ts'
import { readyToSign, signInput } from './signing-sessions.ts'

/** A borrower's own signature on an offer that stands, so that the plan can be made once more for a later day. */
export async function signOnOffer(
  api: TestApi,
  wish: Parameters<typeof readyToSign>[1] = {},
): Promise<SignedLoan> {
  const { opened, ...loan } = await readyToSign(api, wish)
  await loan.client.ask(signingSignCall, signInput(opened))
  return { ...loan, portfolioId: wish?.portfolioId ?? 118, customerKey: loan.client.openId }
}
