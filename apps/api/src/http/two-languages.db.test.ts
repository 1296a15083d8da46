import { getFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { checkConsentStatusCall } from '@dolphin/contract/consents'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { extendSessionCall } from '@dolphin/contract/identity-sessions'
import { noticeListCall } from '@dolphin/contract/notices'
import { getDomainValueCall } from '@dolphin/contract/reference-data'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOIA_ROUND_JOB } from '../modules/applications/noia-round.ts'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../testing/applications.ts'
import { linkBank } from '../testing/bank-links.ts'
import { createCustomer } from '../testing/customers.ts'
import { resetApi } from '../testing/reset-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

async function read(url: string, language: Locale, tag?: string) {
  const headers = {
    host: 'localhost:8080',
    'accept-language': language,
    ...(tag === undefined ? {} : { 'if-none-match': tag }),
  }
  return await api.app.inject({ method: 'GET', url: `/fssapi${url}`, headers })
}

test('a form answers in the language asked for, and a tag of one language is none of the other (RFC 9110 §12.5.5)', async () => {
  const url = '/dolphin-config/get-form?code=personal'
  const [en, es] = [await read(url, 'en'), await read(url, 'es')]
  expect([en.headers['content-language'], es.headers['content-language']]).toEqual(['en', 'es'])
  expect(es.headers['vary']).toContain('accept-language')
  expect(es.headers['etag']).not.toBe(en.headers['etag'])
  expect((await read(url, 'es', String(en.headers['etag']))).statusCode).toBe(200)
  expect((await read(url, 'es', String(es.headers['etag']))).statusCode).toBe(304)
  const client = api.client()
  const titleIn = async (language: Locale) => {
    client.language = language
    return (await client.ask(getFormCall, { query: { code: ['personal'] } })).forms['personal']?.title
  }
  expect(await titleIn('en')).toBe('About You')
  expect(await titleIn('es')).toBe('Sobre usted')
})

test('options and refusals answer in the language asked for', async () => {
  const client = api.client()
  client.language = 'es'
  const { values } = await client.ask(getDomainValueCall, { query: { code: ['yesNo'] } })
  expect(values['yesNo']).toEqual([
    { value: 'yes', label: 'Sí' },
    { value: 'no', label: 'No' },
  ])
  const refused = await client.call(checkConsentStatusCall, { query: {} })
  expect(refused.data).toMatchObject({ message: 'Inicie sesión para continuar.' })
  client.language = 'en'
  const inEnglish = await client.call(checkConsentStatusCall, { query: {} })
  expect(inEnglish.data).toMatchObject({ message: 'Please sign in to continue.' })
})

test('a refused field, the sections and a consent with its summary are in the reader’s language', async () => {
  const client = await createCustomer(api, { email: 'campos@example.com', language: 'es' })
  const { applicationNo } = await beginApplication(client, { email: 'campos@example.com' })
  const changed = { state: 'XX' }
  const sent = { externalKey: applicationNo, version: 1, changed, mode: 1 as const }
  const answer = await client.call(updateFormCall, { params: { code: 'personal' }, body: sent })
  expect(JSON.stringify(answer.data)).toMatch(/Elija|revise|Revise/)
  const { sections } = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(sections.map(({ title }) => title)).toContain('Conecte su banco')
  const { consents } = await client.ask(checkConsentStatusCall, { query: {} })
  for (const { summary, title } of consents) expect([title, summary.length > 40]).toEqual([title, true])
  expect(consents.map(({ summary }) => summary).join(' ')).toMatch(/Puede cancelar/)
})

test('the reasons of a decision are in the reader’s language, whichever they were given in', async () => {
  const email = 'motivos@example.com'
  const client = await createCustomer(api, { email, language: 'es' })
  const { loanNo, applicationNo } = await fillApplication(client, { email })
  await linkBank(api, client, loanNo, { username: 'user_no_history' })
  const ask = async (language: Locale) => {
    client.language = language
    return (await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })).reasons
  }
  const [en, es] = [await ask('en'), await ask('es')]
  expect(en.map(({ code }) => code)).toEqual(es.map(({ code }) => code))
  expect(en[0]?.reason).toMatch(/days of history/)
  expect(es[0]?.reason).toMatch(/días/)
})

test('the page of account creation, sign-in and an extended session sets the language of notices; reads set nothing', async () => {
  const email = 'idioma@example.com'
  const client = await createCustomer(api, { email, language: 'es' })
  const [link] = await api.mailsTo(email)
  expect(link?.content.html).toContain('<html lang="es">')
  await fillApplication(client, { email })
  await api.runJobs()
  const newest = async () => (await api.mailsTo(email))[0]?.subject
  expect(await newest()).toMatch(/^Recibimos su solicitud/)
  client.language = 'en'
  await client.ask(noticeListCall, { query: {} })
  api.clock.advance(DAY_MS)
  await noiaRound()
  expect((await api.mailsTo(email))[0]?.content.html).toContain('<html lang="es">')
  const again = await createCustomer(api, { email: 'dos@example.com', language: 'es' })
  again.language = 'en'
  await again.ask(extendSessionCall, { body: {} })
  await fillApplication(again, { email: 'dos@example.com' })
  await api.runJobs()
  expect((await api.mailsTo('dos@example.com'))[0]?.subject).toMatch(/^We received/)
})

async function noiaRound(): Promise<void> {
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, NOIA_ROUND_JOB, {})
    return { ok: true, value: undefined }
  })
  await api.runJobs()
}
