import { createHmac } from 'node:crypto'
import { sendContactCodeCall, verifyContactCall } from '@dolphin/contract/identity'
import { assert } from '@dolphin/domain/assert'
import { ContactType } from '@dolphin/domain/identity/codes'
import { TWILIO_TEXTS_PATH, takeTextReply } from '@dolphin/api/modules/notices/text-replies'
import { beginApplication } from '@dolphin/api/testing/applications'
import { mailedCode } from '@dolphin/api/testing/customers'
import type { Applicant } from '@dolphin/api/testing/offers'
import type { Person } from '../simulator/newcomers.ts'
import { accountOf, type Begun, type Cases } from './cases.ts'

/** A carrier whose messages the demonstration signs itself: its server has none. */
const CARRIER = { authToken: 'demonstration', webhookUrl: 'https://texts.example.com' }
const { cellPhone: contactType } = ContactType

function cellOf({ personal }: Person): string {
  const cell = personal['cellPhone']
  assert(cell !== undefined, 'everyone of a demonstration has a cell phone')
  return cell
}

const digitsOf = (person: Person): string => cellOf(person).replaceAll(/\D/g, '')

/** A customer proves the cell phone of the application by the code of a text message. */
export async function proveCell(
  { api }: Cases,
  { client, person }: { readonly client: Applicant; readonly person: Person },
): Promise<void> {
  await client.ask(sendContactCodeCall, { body: { contactType } })
  const code = await mailedCode(api, digitsOf(person))
  await client.ask(verifyContactCall, { body: { contactType, code } })
}

/** Text messages to the lender: one that may end automatic payments, and one of a phone that two customers have. */
export async function receiveTexts(cases: Cases, { byPhone }: Begun): Promise<number> {
  if (byPhone !== undefined)
    await receive(
      cases,
      byPhone.person,
      'Please stop taking money from my account. I pay by card from now on.',
    )
  const first = cases.next()
  const second = cases.next()
  const sharing = { ...second, personal: { ...second.personal, cellPhone: cellOf(first) } }
  for (const person of [first, sharing]) {
    const client = await accountOf(cases, person)
    await beginApplication(client, person.personal)
    await proveCell(cases, { client, person })
  }
  await receive(cases, first, 'Hi, when will I hear from you?')
  return byPhone === undefined ? 1 : 2
}

/** As the carrier brings it, signed. Source: docs/facts/delivery.md §5, Twilio. */
async function receive({ api }: Cases, person: Person, text: string): Promise<void> {
  const number = digitsOf(person)
  const form = { Body: text, From: `+1${number}`, MessageSid: `SM${number}` }
  const signed = Object.entries(form).flat().join('')
  const signature = createHmac('sha1', CARRIER.authToken)
    .update(`${CARRIER.webhookUrl}${TWILIO_TEXTS_PATH}${signed}`)
    .digest('base64')
  await takeTextReply(api.deps, CARRIER, {
    path: TWILIO_TEXTS_PATH,
    headers: { 'x-twilio-signature': signature },
    body: Buffer.from(new URLSearchParams(form).toString()),
  })
}
