import { randomUUID } from 'node:crypto'

const FORM_PATH = '/fssapi/dolphin-loan/online/form'
const OPENING_AT_ONCE = 4

/** Answers that every rule of the shipped forms accepts; generated, nobody's. */
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
  question: { externalOpenLoans: '0', bankruptcy: 'none' },
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
function personOf(serial) {
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
    military: '-1',
  }
}

/** Somebody at a browser of their own who fills in an application and then goes on changing it. */
class Applicant {
  #client
  #headers
  #serial
  #applicationNo
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
    const { data, cookies } = await this.#write('POST', 'personal', null, personOf(this.#serial), 0)
    const { accessToken, userCredential } = data.session
    Object.assign(this.#headers, {
      'access-token': accessToken,
      'user-credential': userCredential,
      cookie: cookies.join('; '),
    })
    this.#applicationNo = data.applicationNo
    this.#versions.personal = data.version
    for (const [section, answers] of Object.entries(ANSWERS)) {
      const saved = await this.#write('POST', section, this.#applicationNo, answers, 0)
      this.#versions[section] = saved.data.version
    }
  }

  /** Changes a field of the next section in turn and saves it, once the save before is answered. */
  save() {
    const saved = this.#last.then(() => this.#saveNext())
    this.#last = saved.catch(() => undefined)
    return saved
  }

  async #saveNext() {
    const turn = this.#turn++
    const section = SECTIONS[(this.#serial + turn) % SECTIONS.length]
    // Every fourth turn comes back to this section, with a value it did not have the last time.
    const changed = EDITS[section](Math.floor(turn / SECTIONS.length) + 1)
    const { data } = await this.#write('PUT', section, this.#applicationNo, changed, this.#versions[section])
    if (data.version !== this.#versions[section] + 1) throw new Error(`${section}: nothing was stored`)
    this.#versions[section] = data.version
    return section
  }

  async #write(method, section, externalKey, changed, version) {
    const headers = { ...this.#headers, 'idempotency-key': randomUUID() }
    const answer = await this.#client.send(method, `${FORM_PATH}/${section}`, headers, {
      externalKey,
      changed,
      version,
    })
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
  const waiting = [...applicants]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.open()
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, lane))
  return applicants
}
