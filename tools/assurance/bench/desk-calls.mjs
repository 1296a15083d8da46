import { randomUUID } from 'node:crypto'
import { SetupError } from '../../../scripts/setup/step.mjs'

const DESK_HOST = 'desk.localhost'
/** An employee may search sixty times an hour; a search of the measure is one of these. */
const FINDS_EACH = 50

/** Terminals of so many employees in every role, each with what signs its requests. */
export async function openStaff(client, port, count) {
  const host = `${DESK_HOST}:${port}`
  const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'user-agent': 'bench' }
  const staff = []
  for (let n = 0; n < count; n += 1) {
    const { body, status } = await client.send('POST', '/dev/staff', headers, { name: `Bench ${n}` })
    if (status !== 200) throw new SetupError(`no employee signs in at the desk: ${status}`)
    staff.push({ 'access-token': body.data.credential, 'user-credential': '' })
  }
  return staff
}

/** How many employees so many searches take. */
export const staffFor = (finds) => Math.ceil(finds / FINDS_EACH)

/** Asks a call of the desk as an employee; its data. */
export function deskAsker(client, port, staff) {
  const host = `${DESK_HOST}:${port}`
  const common = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'user-agent': 'bench' }
  return async (method, path, body, employee = 0) => {
    const key = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    const headers = { ...common, ...staff[employee % staff.length], ...key }
    const answer = await client.send(method, `/fssapi/dolphin-ops/${path}`, headers, body)
    if (answer.body?.code !== 1)
      throw new SetupError(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer.body.data
  }
}

/** What is typed to find each sample, by the kind of number; each must be met. */
export const FINDS = {
  'loan number': ({ loanNo }) => loanNo,
  'application number': ({ applicationNo }) => applicationNo,
  'transaction number': ({ transactionNo }) => transactionNo,
  'trace number': ({ traceNumber }) => traceNumber,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  'SSN tail and birth date': ({ ssnAndBirth }) => ssnAndBirth,
  'rare name': ({ name }) => name,
}
