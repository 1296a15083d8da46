import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const ONLINE_PATH = '/fssapi/dolphin-loan/online'
const FORM_PATH = `${ONLINE_PATH}/form`
/** IBV status of a link that came through (product.md §4). */
const LINKED = 100
const LINK_POLL_MS = 500
const LINK_TRIES = 240
const OPENING_AT_ONCE = 4
/** A link waits for the provider's job; many can wait together. */
const LINKING_AT_ONCE = 64

/** Generated answers of no real person that every rule of the shipped forms accepts. */
const ANSWERS = {
  employment: {
    incomeType: '7002',
    monthlyNetIncome: '4000.00',
    payrollType: '18000',
    employerName: 'Sample Works Inc',
    jobType: '1000',
    hireDate: '2020-02-03',
    payrollFrequency: '17000',
    lastPayday: '2026-02-27',
    paydayOnHoliday: '-1',
    paydayAvailability: '0',
  },
  bank: { bankRoutingNo: '123456780', bankAccountNo: '000111222333', bankAccountType: '3001' },
  question: { military: '-1', externalOpenLoans: '0', bankruptcy: 'none' },
}

/** One field that differs at every save of a section, so that each save really stores something. */
const EDITS = {
  personal: (turn) => ({ street: `${100 + (turn % 800)} Elm Street` }),
  employment: (turn) => ({ monthlyNetIncome: `${3_000 + (turn % 900)}.00` }),
  bank: (turn) => ({ bankAccountNo: String(100_000_000 + turn) }),
  question: (turn) => ({ externalOpenLoans: String(turn % 2) }),
}
export const SECTIONS = Object.keys(EDITS)

/** The same number at two applications would be taken for fraud, so everybody has one of their own. */
export function personOf(serial) {
  const group = String(1 + (serial % 99)).padStart(2, '0')
  const last = String(1 + serial).padStart(4, '0')
  return {
    firstName: 'Jordan',
    lastName: 'Sample',
    birthDate: '1990-05-17',
    ssn: `521-${group}-${last}`,
    street: '12 Elm Street',
    city: 'Wilmington',
    state: 'DE',
    zip: '19801',
    cellPhone: `(302) 555-${String(100 + (serial % 100)).padStart(4, '0')}`,
    email: `jordan.${serial}@example.com`,
  }
}

/** Somebody at a browser of their own who fills in an application and then goes on changing it. */
class Applicant {
  #client
  #headers
  #serial
  #applicationNo
  #loanNo
  #versions = {}
  #turn = 0
  /** Saves of one person go one after the other: each names the version that the one before was answered. */
  #last = Promise.resolve()

  constructor(client, serial) {
    this.#client = client
    this.#serial = serial
    // Applications begun from one address are limited; every browser stands behind one of its own.
    const address = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`
    this.#headers = { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin', 'user-agent': 'bench' }
  }

  async open() {
    const { data, cookies } = await this.#write('POST', 'personal', {
      externalKey: null,
      changed: personOf(this.#serial),
      version: 0,
    })
    const { accessToken, userCredential } = data.session
    Object.assign(this.#headers, {
      'access-token': accessToken,
      'user-credential': userCredential,
      cookie: cookies.join('; '),
    })
    this.#applicationNo = data.applicationNo
    this.#loanNo = data.loanNo
    this.#versions.personal = data.version
    for (const [section, answers] of Object.entries(ANSWERS)) {
      const saved = await this.#write('POST', section, {
        externalKey: this.#applicationNo,
        changed: answers,
        version: 0,
      })
      this.#versions[section] = saved.data.version
    }
  }

  /** Changes a field of the next section in turn and saves it, once the save before is answered. */
  save() {
    const saved = this.#last.then(() => this.#saveNext())
    this.#last = saved.catch(() => undefined)
    return saved
  }

  /** Links the sandbox bank as its best customer and waits until the report is there. */
  async linkBank() {
    const { url, requestCode } = await this.#call('POST', 'create-request-code', {
      loanNo: this.#loanNo,
      purpose: 'IBV',
    })
    const signedIn = await this.#visitBank(`${url}/sign-in`, {
      username: 'user_good',
      password: 'pass_good',
      ownerName: '',
    })
    const [, account = ''] = /name="account" value="(\d+)"/.exec(signedIn) ?? []
    const chosen = await this.#visitBank(`${url}/accounts`, { account }, signedIn)
    await this.#visitBank(`${url}/consent`, { answer: 'share' }, chosen)
    for (let tries = 0; tries < LINK_TRIES; tries += 1) {
      const { ibvStatus } = await this.#call('GET', `get-request-status?requestCode=${requestCode}`)
      if (ibvStatus === LINKED) return
      await wait(LINK_POLL_MS)
    }
    throw new Error('the bank link did not come through')
  }

  /** Asks for the amount: the whole decision. */
  async ask() {
    const { result } = await this.#call('POST', 'calculate-qualified-amount', {
      applicationNo: this.#applicationNo,
    })
    if (result !== 1) throw new Error(`no offer: result ${result}`)
    return 'decision'
  }

  /** What the application's first page asks for. */
  async readSections() {
    await this.#call('GET', `list-section?applicationNo=${this.#applicationNo}`)
    return 'sections'
  }

  /** The answers of a section, as its page shows them again. */
  async readAnswers() {
    await this.#call('GET', `form/personal?externalKey=${this.#applicationNo}`)
    return 'answers'
  }

  /** What a page tells of what was done on it; goes to the audit stream. */
  async recordEvent() {
    await this.#call('POST', 'record-business-data', { event: 'pageSeen', payload: { page: '/guidance' } })
    return 'event'
  }

  /** Sends a page's form with the hidden fields of the page before. */
  async #visitBank(url, fields, before = '') {
    const form = new URLSearchParams(fields)
    for (const [, name, value] of before.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)) {
      if (!form.has(name) || name === 'account') form.append(name, value)
    }
    const { status, text } = await this.#client.send(
      'POST',
      new URL(url, 'http://localhost').pathname,
      this.#headers,
      form,
    )
    if (status >= 400) throw new Error(`the sandbox bank answered ${status}`)
    return text
  }

  async #call(method, call, body) {
    const headers = { ...this.#headers, ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) }
    const answer = await this.#client.send(method, `${ONLINE_PATH}/${call}`, headers, body)
    if (answer.body?.code !== 1) throw new Error(`${call}: ${answer.status} ${reason(answer.body)}`)
    return answer.body.data
  }

  async #saveNext() {
    const turn = this.#turn++
    const section = SECTIONS[(this.#serial + turn) % SECTIONS.length]
    // Every fourth turn comes back to this section, with a value it did not have the last time.
    const changed = EDITS[section](Math.floor(turn / SECTIONS.length) + 1)
    const { data } = await this.#write('PUT', section, {
      externalKey: this.#applicationNo,
      changed,
      version: this.#versions[section],
    })
    if (data.version !== this.#versions[section] + 1) throw new Error(`${section}: nothing was stored`)
    this.#versions[section] = data.version
    return section
  }

  async #write(method, section, change) {
    const headers = { ...this.#headers, 'idempotency-key': randomUUID() }
    const answer = await this.#client.send(method, `${FORM_PATH}/${section}`, headers, change)
    if (answer.body?.code !== 1) {
      throw new Error(
        `${method} ${section}: ${answer.status} ${answer.body?.code ?? ''} ${reason(answer.body)}`,
      )
    }
    return { data: answer.body.data, cookies: answer.cookies }
  }
}

const reason = (body) => JSON.stringify(body?.data ?? body?.message ?? body ?? '').slice(0, 200)

/** Opens applications by real calls, a few at a time. */
export async function openApplicants(client, count) {
  const applicants = Array.from({ length: count }, (_, serial) => new Applicant(client, serial))
  await inLanes(applicants, OPENING_AT_ONCE, (applicant) => applicant.open())
  return applicants
}

/** The same with a linked bank, so that the amount can be asked for. */
export async function openLinkedApplicants(client, count) {
  const applicants = await openApplicants(client, count)
  await inLanes(applicants, LINKING_AT_ONCE, (applicant) => applicant.linkBank())
  return applicants
}

async function inLanes(all, lanes, work) {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
