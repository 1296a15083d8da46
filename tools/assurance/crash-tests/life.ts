import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import type { signingSignCall } from '@dolphin/contract/agreements'
import type { requestChangeCall } from '@dolphin/contract/servicing-changes'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import type { TestClient, TestSession } from '@dolphin/api/testing/test-client'
import type { Step } from './life-steps.ts'

/** A borrower's browser as it lies on the borrower's own machine while the lender's is down. */
export interface SavedBrowser {
  readonly portfolioId: number
  readonly openId: string
  readonly session: TestSession | undefined
  readonly cookies: readonly (readonly [string, string])[]
}

/** What a borrower asks for with a key of its own, again after a crash until there is an answer. */
export interface Intent<Input> {
  readonly input: Input
  readonly key: string
}

/** A borrower of the proof, from one process of the lender to the next. */
export interface Life {
  readonly browser: SavedBrowser
  readonly loanNo: string
  readonly requestCode: string
  readonly sign: Intent<CallInputOf<typeof signingSignCall>>
  readonly change: Intent<CallInputOf<typeof requestChangeCall>>
  readonly steps: readonly Step[]
  /** How often the process died where a mail was sent and not noted: so often one may have come twice. */
  readonly mailsInDoubt: number
  /** What the lender has answered, and so must still know. */
  readonly signed?: CallReply<typeof signingSignCall>
  readonly changed?: CallReply<typeof requestChangeCall>
}

type Customer = TestClient & { readonly openId: string }

export const saveBrowser = ({ portfolioId, openId, session, cookies }: Customer): SavedBrowser => ({
  portfolioId,
  openId,
  session,
  cookies: [...cookies],
})

/** The same browser in front of the server that runs now. */
export function openSaved(api: TestApi, saved: SavedBrowser): Customer {
  const client = api.client(saved.portfolioId)
  client.session = saved.session
  for (const [name, value] of saved.cookies) client.cookies.set(name, value)
  return Object.assign(client, { openId: saved.openId })
}
