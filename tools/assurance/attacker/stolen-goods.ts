import { randomUUID } from 'node:crypto'
import { listSectionCall } from '@dolphin/contract/applications'
import { changePasswordCall, sendForgotPasswordEmailCall } from '@dolphin/contract/identity'
import { endSessionCall, listSessionCall, signOutCall } from '@dolphin/contract/identity-sessions'
import { sendMessageCall } from '@dolphin/contract/messages'
import { staffSignOutCall } from '@dolphin/contract/staff'
import { assert } from '@dolphin/domain/assert'
import { hashToken } from '@dolphin/api/security/secrets'
import { signInByMail } from '@dolphin/api/testing/call-coverage/sign-in-by-mail'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'
import { createCustomer, mailedToken, openBrowser, PASSWORD } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { type HttpClient, TestClient } from '@dolphin/api/testing/test-client'
import type { Attacker, OldLink } from './attack-plan.ts'

/** What a thief holds in one life. */
export interface StolenGoods {
  /** A client as this attacker, on the thief's way to the server. */
  readonly as: Readonly<Record<Attacker, () => Promise<TestClient>>>
  readonly links: Readonly<Record<OldLink, string>>
  /** A message that the victim has sent, and its idempotency key. */
  readonly message: { readonly body: { readonly text: string; readonly loanNo: string } }
  readonly key: string
  /** Whom the old links were of: must never be in an answer. */
  readonly marks: readonly string[]
}

/** The owner of the scene, whose password changes in each life. */
export interface Victim {
  readonly scene: Scene
  password: string
  lives: number
}

export const meetVictim = (scene: Scene): Victim => ({ scene, password: PASSWORD, lives: 0 })

/** Another session of the victim, in a browser of its own. */
async function signInAgain({ scene, password }: Victim): Promise<TestClient> {
  const client = scene.api.client()
  client.session = await signInByMail(scene.api, client, scene.ownerEmail, password)
  return client
}

/** Copies of the victim's sessions that have ended since, each in its way, and of one that goes on. */
async function endedSessions(victim: Victim) {
  const { owner } = victim.scene
  const passwordChanged = await signInAgain(victim)
  const newPassword = `Correct-Horse-${victim.lives}-${victim.password.length}`
  await owner.ask(changePasswordCall, { body: { currentPassword: victim.password, newPassword } })
  victim.password = newPassword
  const signedOut = await signInAgain(victim)
  const copy = copyOf(victim, signedOut)
  await signedOut.ask(signOutCall, { body: { everywhere: false } })
  const revoked = await signInAgain(victim)
  const { sessions } = await revoked.ask(listSessionCall, {})
  const sessionId = sessions.find(({ current }) => current)?.sessionId ?? ''
  await owner.ask(endSessionCall, { body: { which: 'one', sessionId, currentPassword: newPassword } })
  const live = await signInAgain(victim)
  // A whole copy of a live session is let in: what is refused to the others is refused for what they lack.
  const { applicationNo } = victim.scene
  await copyOf(victim, live).ask(listSectionCall, { query: { applicationNo } })
  return { passwordChanged, signedOut: copy, revoked, live }
}

/** What a thief copies: cookies as they are now, and tokens. */
function copyOf({ scene }: Pick<Victim, 'scene'>, client: TestClient): TestClient {
  return client.through(scene.api.app)
}

/** Links of somebody else: one that was used, one that has expired; and one of the stranger's own. */
async function oldLinks({ scene, lives }: Victim): Promise<Pick<StolenGoods, 'links' | 'marks'>> {
  const { api, otherCustomer } = scene
  const email = `link-${lives}@example.com`
  const holder = await createCustomer(api, { email })
  const used = await mailedToken(api, email)
  await api.client().ask(sendForgotPasswordEmailCall, { body: { portfolioId: 118, email } })
  const expired = await mailedToken(api, email)
  await api.database.executeSql('update resources set expires_at = $1 where token_hash = $2', [
    new Date(api.clock.now().getTime() - 60_000),
    hashToken(expired),
  ])
  const { rows } = await api.database.executeSql(
    'select application_no from applications where portfolio_id = 118 and open_id = $1 limit 1',
    [otherCustomer.openId],
  )
  const { application_no: applicationNo = '' } = (rows[0] ?? {}) as { application_no?: string }
  const stranger = await openBrowser(api, otherCustomer)
  const { resource } = await stranger.ask(listSectionCall, { query: { applicationNo } })
  assert(resource !== null, 'an application has its link')
  return { links: { used, expired, ofAnother: resource }, marks: [email, holder.openId] }
}

/** The victim's life up to what a thief makes of it; the same in each life, with new tokens. */
export async function stealFrom(victim: Victim, way: HttpClient): Promise<StolenGoods> {
  const { scene } = victim
  const { api, owner, otherCustomer, otherPortfolio } = scene
  victim.lives += 1
  // The clock stands still: in one hour the victim signs in more often than an account may.
  await api.database.executeSql('delete from rate_limits')
  const sessions = await endedSessions(victim)
  const old = await oldLinks(victim)
  const key = randomUUID()
  const message = { body: { text: 'My name is Quillfeather. Is my loan open?', loanNo: scene.loanNo } }
  await owner.ask(sendMessageCall, message, { idempotencyKey: key })
  const gone = await signInEmployee(api, 'gone-example')
  const goneCopy = gone.through(way)
  await gone.ask(staffSignOutCall, { body: {} })
  const suspended = await signInEmployee(api, `suspended ${victim.lives}`)
  await api.database.executeSql(`update employees set state = 'suspended' where name = $1`, [
    `suspended ${victim.lives}`,
  ])
  const stolen = (client: TestClient) => () => Promise.resolve(client.through(way))
  const { live } = sessions
  return {
    ...old,
    message,
    key,
    as: {
      signedOut: stolen(sessions.signedOut),
      passwordChanged: stolen(sessions.passwordChanged),
      revoked: stolen(sessions.revoked),
      withoutCookie: async () => bare(await stolen(live)()),
      withForeignCredential: async () =>
        withCredential(await stolen(live)(), await openBrowser(api, otherCustomer)),
      atOtherHost: () => Promise.resolve(moved(live, new TestClient(way, otherPortfolio.portfolioId))),
      stranger: async () => (await openBrowser(api, otherCustomer)).through(way),
      strangerElsewhere: async () => (await openBrowser(api, otherPortfolio)).through(way),
      limitedStranger: stolen(scene.limitedOtherCustomer),
      guest: () => Promise.resolve(new TestClient(way, live.portfolioId)),
      sessionAtDesk: async () => moved(live, (await stolen(live)()).atDesk()),
      signedOutTerminal: () => Promise.resolve(goneCopy),
      suspendedEmployee: stolen(suspended),
      staffElsewhere: async () =>
        (await signInEmployee(api, 'elsewhere-example', { portfolioId: 110 })).through(way),
    },
  }
}

function bare(client: TestClient): TestClient {
  client.cookies.clear()
  return client
}

function withCredential(client: TestClient, other: TestClient): TestClient {
  const { accessToken = '' } = client.session ?? {}
  client.session = { accessToken, userCredential: other.session?.userCredential ?? '' }
  return client
}

/** The session and cookies of one client at another host. */
function moved(client: TestClient, to: TestClient): TestClient {
  to.session = client.session
  for (const [name, value] of client.cookies) to.cookies.set(name, value)
  return to
}
